package io.baton.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.schema.SchemaAccess.Scripts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.core.io.ClassPathResource;

/**
 * What every migration after the first keeps to, so that it is short on a large table, can be tried again after it did not get a lock, and
 * leaves nodes of the version before at work.
 */
class MigrationScriptTests {

    private static final List<String> VENDORS = List.of("postgresql", "mariadb", "h2");
    private static final String FIRST = "V1__tables.sql";
    private static final String BYTES =
            ") ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE /*M! utf8mb4_nopad_bin */ /*!80017 utf8mb4_0900_bin */";
    private static final String BOUND = "SET LOCAL lock_timeout = '2s'";

    private static final Pattern COMMENT = Pattern.compile("(?m)--.*$");
    private static final Pattern CREATED = Pattern.compile("(?i)^CREATE TABLE (?:IF NOT EXISTS )?(baton_\\w+).*");
    private static final Pattern FILLER = Pattern.compile("(?:INSERT INTO|DELETE FROM) (\\w+)\\b.*");
    private static final Pattern INDEX =
            Pattern.compile("(?i)^CREATE (?:UNIQUE )?INDEX (?:IF NOT EXISTS )?\\w+ ON (baton_\\w+).*");
    private static final Pattern ALTERED = Pattern.compile("(?i)^ALTER TABLE baton_\\w+ (ADD COLUMN .+)");
    private static final String CONSTANT = "(?:-?\\d+(?:\\.\\d+)?|'[^']*'|TRUE|FALSE)";
    private static final Pattern COLUMN =
            Pattern.compile("(?i)ADD COLUMN (?:/\\*M! IF NOT EXISTS \\*/ |IF NOT EXISTS )?\\w+ [a-z]+(?: ?\\(\\d+\\))?"
                    + "(?: DEFAULT " + CONSTANT + "(?: NOT NULL)?| NOT NULL DEFAULT " + CONSTANT + ")?");
    /** A longer bound is only a change of the catalog. Another collation builds the indexes of the column anew, of which only the open jobs have some. */
    private static final Pattern WIDENED = Pattern.compile(
            "(?i)^ALTER TABLE baton_\\w+ (ALTER COLUMN|MODIFY) \\w+ (TYPE )?varchar\\(\\d+\\)( NOT NULL| COLLATE \"C\")?");

    /** Existing rows meet a rule that is dropped, and one that a function says is not checked again. */
    private static final Pattern RELAXED = Pattern.compile(
            "(?i)^(ALTER TABLE baton_\\w+ DROP CONSTRAINT ((/\\*M! )?IF EXISTS (\\*/ )?)?\\w+|CREATE OR REPLACE FUNCTION baton_.*)");

    private static final Pattern REPEATABLE = Pattern.compile("(?i)^(CREATE (TABLE|INDEX|UNIQUE INDEX) IF NOT EXISTS"
            + "|ALTER TABLE \\w+ DROP CONSTRAINT (/\\*M! )?IF EXISTS"
            + "|ALTER TABLE \\w+ ADD COLUMN IF NOT EXISTS|ALTER TABLE \\w+ (ALTER COLUMN|MODIFY) \\w+ varchar) ?.*");

    private record Script(String vendor, String name) {

        List<String> statements() {
            return Stream.of(COMMENT.matcher(text()).replaceAll("").split(";(?=(?:[^']*'[^']*')*[^']*$)"))
                    .map(statement -> statement.replaceAll("\\s+", " ").strip())
                    .filter(statement -> !statement.isEmpty())
                    .toList();
        }

        /** All but what only bounds the waits. */
        List<String> changes() {
            return statements().stream()
                    .filter(statement -> !statement.equals(BOUND))
                    .toList();
        }

        private String text() {
            try {
                return new ClassPathResource("io/baton/schema/" + vendor + "/" + name)
                        .getContentAsString(StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public String toString() {
            return vendor + "/" + name;
        }
    }

    static Stream<Script> later() {
        return VENDORS.stream().flatMap(vendor -> new Scripts("io/baton/schema/" + vendor)
                .names().stream().filter(name -> !name.equals(FIRST)).map(name -> new Script(vendor, name)));
    }

    @Test
    void the_databases_have_the_same_migrations() {
        assertThat(VENDORS)
                .extracting(vendor -> new Scripts("io/baton/schema/" + vendor).names())
                .allMatch(new Scripts("io/baton/schema/h2").names()::equals);
    }

    @Test
    void texts_are_compared_as_bytes_on_mariadb_and_on_mysql() {
        assertThat(new Scripts("io/baton/schema/mariadb").names())
                .flatExtracting(name -> new Script("mariadb", name).statements())
                .filteredOn(CREATED.asMatchPredicate())
                .isNotEmpty()
                .allMatch(statement -> statement.endsWith(BYTES));
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("later")
    void one_that_does_not_get_a_lock_can_be_tried_again(Script script) {
        switch (script.vendor()) {
            case "postgresql" -> assertThat(script.statements()).first().isEqualTo(BOUND);
            case "h2" -> assertThat(script.statements()).allMatch(REPEATABLE.asMatchPredicate());
            default ->
                assertThat(script.statements())
                        .matches(all -> all.size() == 1 || all.stream().allMatch(REPEATABLE.asMatchPredicate()));
        }
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("later")
    void one_only_adds_what_needs_no_pass_over_a_table(Script script) {
        Set<String> made = script.changes().stream()
                .flatMap(statement -> CREATED.matcher(statement).results())
                .map(created -> created.group(1))
                .collect(Collectors.toSet());
        assertThat(script.changes())
                .allSatisfy(
                        change -> assertThat(isLight(change, made)).as(change).isTrue());
    }

    private static boolean isLight(String change, Set<String> made) {
        Matcher index = INDEX.matcher(change);
        Matcher filler = FILLER.matcher(change);
        if (filler.matches()) {
            return made.contains(filler.group(1));
        }
        return CREATED.matcher(change).matches()
                || WIDENED.matcher(change).matches()
                || RELAXED.matcher(change).matches()
                || (index.matches() ? made.contains(index.group(1)) : addsLightColumns(change));
    }

    private static boolean addsLightColumns(String change) {
        Matcher altered = ALTERED.matcher(change);
        return altered.matches()
                && Stream.of(altered.group(1).split(", (?=ADD)")).allMatch(COLUMN.asMatchPredicate());
    }

    @Test
    void long_passes_and_locks_are_distinguished_from_short_ones() {
        Set<String> made = Set.of("baton_new");
        assertThat(List.of(
                        "ALTER TABLE baton_job ADD COLUMN a integer",
                        "ALTER TABLE baton_job ADD COLUMN a varchar(20), ADD COLUMN b bit(1) NOT NULL DEFAULT 0",
                        "CREATE TABLE baton_new (id bigint PRIMARY KEY)",
                        "ALTER TABLE baton_job DROP CONSTRAINT a",
                        "CREATE INDEX baton_new_a ON baton_new (a)"))
                .allMatch(change -> isLight(change, made));
        assertThat(List.of(
                        "ALTER TABLE baton_job ADD COLUMN a integer NOT NULL",
                        "ALTER TABLE baton_job ADD COLUMN a uuid DEFAULT gen_random_uuid()",
                        "ALTER TABLE baton_job ADD COLUMN a bigint UNIQUE",
                        "ALTER TABLE baton_job ADD COLUMN a integer, DROP COLUMN b",
                        "ALTER TABLE baton_job ADD COLUMN a integer, ADD INDEX i (a)",
                        "ALTER TABLE baton_job ALTER COLUMN a TYPE bigint",
                        "ALTER TABLE baton_job ADD CONSTRAINT c CHECK (a > 0)",
                        "ALTER TABLE baton_job DROP CONSTRAINT c, ADD CONSTRAINT c CHECK (a > 0)",
                        "CREATE INDEX i ON baton_job (a)",
                        "UPDATE baton_job SET a = 1",
                        "DROP TABLE baton_job"))
                .noneMatch(change -> isLight(change, made));
    }
}
