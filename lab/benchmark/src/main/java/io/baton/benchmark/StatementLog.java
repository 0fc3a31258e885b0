package io.baton.benchmark;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What PostgreSQL logs of the statements of a database with statement logging. */
record StatementLog(Path file) {

    /** The settings that say where to log, below its data. */
    static final Map<String, String> SETTINGS = Map.of(
            "logging_collector", "on",
            "log_directory", "benchmark",
            "log_filename", "log",
            "log_line_prefix", "%d:");

    private static final Pattern ENTRY =
            Pattern.compile("LOG:  (?:duration: ([0-9.]+) ms  )?(?:statement|execute [^:]*): (.*)", Pattern.DOTALL);

    private static final Pattern LOCK_WAIT = Pattern.compile("LOG:  process \\d+ acquired .* after ([0-9.]+) ms");

    private static final Pattern SKIPS_LOCKED = Pattern.compile("(?i)\\bskip\\s+locked\\b");
    private static final Pattern UPDATES = Pattern.compile("(?i)\\bupdate\\s+(?!skip\\b|of\\b)");

    /**
     * One statement.
     *
     * @param millis how long it took, if that is logged
     */
    record Logged(String sql, double millis) {

        boolean isTransactionControl() {
            return Stream.of("BEGIN", "COMMIT", "ROLLBACK", "SET ", "SHOW ").anyMatch(sql::startsWith);
        }

        /** Whether it claims a job in the way of a contestant. */
        boolean isClaim(Entrant.Kind kind) {
            return kind == Entrant.Kind.BATON
                    ? isClaim()
                    : SKIPS_LOCKED.matcher(sql).find() && UPDATES.matcher(sql).find();
        }

        boolean isClaim() {
            return sql.contains("lock_id = ") && sql.contains("SKIP LOCKED") && sql.contains("SET state = 2");
        }
    }

    /** Returns the log of a server with these settings and this data. */
    static StatementLog in(Path data) {
        return new StatementLog(data.resolve("benchmark/log"));
    }

    long end() {
        return file.toFile().length();
    }

    /** What was logged for a database since the file had this length. */
    List<Logged> since(long start, String database) throws IOException {
        return between(start, end(), database);
    }

    /** What was logged for a database between two lengths of the file. */
    List<Logged> between(long start, long end, String database) throws IOException {
        return entries(start, end, database)
                .map(ENTRY::matcher)
                .filter(Matcher::find)
                .map(match ->
                        new Logged(match.group(2), match.group(1) == null ? 0 : Double.parseDouble(match.group(1))))
                .toList();
    }

    /** How long each wait for a lock took, in milliseconds, if such waits are logged. */
    List<Double> lockWaits(long start, long end, String database) throws IOException {
        return entries(start, end, database)
                .map(LOCK_WAIT::matcher)
                .filter(Matcher::find)
                .map(match -> Double.parseDouble(match.group(1)))
                .toList();
    }

    private Stream<String> entries(long start, long end, String database) throws IOException {
        byte[] bytes;
        try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "r")) {
            log.seek(start);
            bytes = new byte[(int) (end - start)];
            log.readFully(bytes);
        }
        // what follows within a statement is indented
        return Stream.of(new String(bytes, StandardCharsets.UTF_8).split("\n(?!\t)"))
                .filter(entry -> entry.startsWith(database + ":"));
    }
}
