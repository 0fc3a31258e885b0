package io.baton.autoconfigure;

import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Names the library of a missing class: the starters bring all of them, but any can be excluded. */
final class MissingLibraryFailureAnalyzer extends AbstractFailureAnalyzer<NoClassDefFoundError> {

    private static final Map<String, Library> LIBRARIES = Map.of(
            "org/flywaydb/",
            new Library(
                    "Flyway",
                    "make or update its tables",
                    "Add org.flywaydb:flyway-core, and org.flywaydb:flyway-database-postgresql for PostgreSQL or org.flywaydb:flyway-mysql for"
                            + " MariaDB and MySQL. Or run the SQL files from the folder io/baton/schema of Baton's jar manually, and set"
                            + " baton.schema.migrate=false."),
            "org/springframework/data/",
            new Library("Spring Data", "show jobs page by page", "Add org.springframework.data:spring-data-commons."),
            "tools/jackson/",
            new Library(
                    "Jackson 3",
                    "store what jobs carry",
                    "Add tools.jackson.core:jackson-databind, which neither brings nor replaces the Jackson of the application."));

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, NoClassDefFoundError cause) {
        String type = String.valueOf(cause.getMessage());
        if (Stream.of(cause.getStackTrace())
                .noneMatch(frame -> frame.getClassName().startsWith("io.baton."))) {
            return null;
        }
        return LIBRARIES.entrySet().stream()
                .filter(library -> type.startsWith(library.getKey()))
                .findFirst()
                .map(library -> library.getValue().analysis(cause))
                .orElse(null);
    }

    private record Library(String name, String purpose, String action) {

        FailureAnalysis analysis(Throwable cause) {
            return new FailureAnalysis(
                    name + " is not on the class path, and without it Baton cannot " + purpose + ".", action, cause);
        }
    }
}
