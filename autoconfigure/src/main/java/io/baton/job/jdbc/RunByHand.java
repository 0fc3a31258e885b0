package io.baton.job.jdbc;

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
import org.springframework.dao.DataAccessException;
import org.springframework.dao.PermissionDeniedDataAccessException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.core.JdbcOperations;

/** Tells of a migration that no history knows whether somebody ran it all the same: then the tables and columns that it makes are there. */
record RunByHand(JdbcOperations jdbc, Tables tables, SchemaAccess access, String location) {

    private static final Pattern TABLE = Pattern.compile("(?i)^\\s*CREATE TABLE (baton_\\w+)");
    private static final Pattern ALTERED = Pattern.compile("(?i)^\\s*ALTER TABLE (baton_\\w+)");
    private static final Pattern COLUMN = Pattern.compile(
            "(?i)\\bADD (?:COLUMN )?(?:IF NOT EXISTS )?(?!CONSTRAINT|CHECK|INDEX|KEY|UNIQUE|PRIMARY|FOREIGN)(\\w+)");
    private static final Pattern COMMENT = Pattern.compile("(?m)--.*$");

    /** Returns the names of all migrations, the oldest first. */
    List<String> scripts() {
        try {
            ClassLoader classes = RunByHand.class.getClassLoader();
            return Stream.of(new PathMatchingResourcePatternResolver(classes)
                            .getResources("classpath*:" + location + "/V*.sql"))
                    .map(script -> String.valueOf(script.getFilename()))
                    .sorted(Comparator.comparingInt(RunByHand::version))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("Baton's migrations cannot be listed", e);
        }
    }

    private static int version(String script) {
        return Integer.parseInt(script.substring(1, script.indexOf("__")));
    }

    /** Returns whether everything is there that the script makes. */
    boolean ran(String script) {
        List<Made> made = made(script);
        return !made.isEmpty() && made.stream().allMatch(this::isThere);
    }

    /** Returns whether something is there that the script makes. */
    boolean anyOf(String script) {
        return made(script).stream().anyMatch(this::isThere);
    }

    /** Returns what a script makes that can be asked for. */
    List<Made> made(String script) {
        return Stream.of(COMMENT.matcher(read(script)).replaceAll("").split(";"))
                .flatMap(RunByHand::madeBy)
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
            return new ClassPathResource(location + "/" + script, RunByHand.class.getClassLoader())
                    .getContentAsString(StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("Baton's migration " + script + " cannot be read", e);
        }
    }

    private boolean isThere(Made made) {
        try {
            jdbc.execute(tables.in("SELECT " + made.column() + " FROM " + made.table() + " WHERE 1 = 0"));
            return true;
        } catch (DataAccessException e) {
            if (e instanceof PermissionDeniedDataAccessException || access.isRefusal(e)) {
                throw access.unreadable(e);
            }
            if (e instanceof BadSqlGrammarException) {
                return false;
            }
            throw e;
        }
    }

    /**
     * Something that a migration makes.
     *
     * @param column of the table; a constant for the table itself
     */
    record Made(String table, String column) {}
}
