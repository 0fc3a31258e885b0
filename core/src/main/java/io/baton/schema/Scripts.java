package io.baton.schema;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/**
 * The migrations of a database.
 *
 * @param location the folder of the migrations
 */
record Scripts(String location) {

    private static final Pattern TABLE = Pattern.compile("(?i)^\\s*CREATE TABLE (?:IF NOT EXISTS )?(baton_\\w+)");
    private static final Pattern ALTERED = Pattern.compile("(?i)^\\s*ALTER TABLE (baton_\\w+)");
    private static final Pattern COLUMN = Pattern.compile(
            "(?i)\\bADD (?:COLUMN )?(?:(?:/\\*M! )?IF NOT EXISTS (?:\\*/ )?)?(?!CONSTRAINT|CHECK|INDEX|KEY|UNIQUE|PRIMARY|FOREIGN)(\\w+)");
    private static final Pattern COMMENT = Pattern.compile("(?m)--.*$");

    /** Returns the names of all migrations, the oldest first. */
    List<String> names() {
        try {
            ClassLoader classes = Scripts.class.getClassLoader();
            return Stream.of(new PathMatchingResourcePatternResolver(classes)
                            .getResources("classpath*:" + location + "/V*.sql"))
                    .map(script -> String.valueOf(script.getFilename()))
                    .sorted(Comparator.comparingInt(Scripts::version))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("Baton's migrations cannot be listed", e);
        }
    }

    private static int version(String script) {
        return Integer.parseInt(script.substring(1, script.indexOf("__")));
    }

    /** Returns the tables and columns that a script creates. */
    List<Made> made(String script) {
        return Stream.of(COMMENT.matcher(read(script)).replaceAll("").split(";"))
                .flatMap(Scripts::madeBy)
                .toList();
    }

    private static Stream<Made> madeBy(String statement) {
        Matcher created = TABLE.matcher(statement);
        if (created.find()) {
            return Stream.of(new Made(created.group(1), "1"));
        }
        Matcher altered = ALTERED.matcher(statement);
        return altered.find()
                ? COLUMN.matcher(statement).results().map(added -> new Made(altered.group(1), added.group(1)))
                : Stream.empty();
    }

    private String read(String script) {
        try {
            return new ClassPathResource(location + "/" + script, Scripts.class.getClassLoader())
                    .getContentAsString(StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("Baton's migration " + script + " cannot be read", e);
        }
    }

    /**
     * A table or column that a migration creates.
     *
     * @param column the column of the table; a constant if the migration creates the table itself
     */
    record Made(String table, String column) {}
}
