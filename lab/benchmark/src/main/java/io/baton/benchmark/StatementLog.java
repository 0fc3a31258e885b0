package io.baton.benchmark;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
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

    private static final Pattern STEP =
            Pattern.compile("LOG:  duration: ([0-9.]+) ms  (parse|bind|execute) [^:]*: (.*)", Pattern.DOTALL);

    private static final Pattern LIMIT = Pattern.compile("LIMIT (\\d+) FOR UPDATE");
    private static final Pattern LIMITS = Pattern.compile("'\\{(\\d+(?:,\\d+)*)\\}'");
    private static final List<String> READINGS = List.of("WITH RECURSIVE share ", "FROM baton_share ");

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

    /**
     * A claim with its parsing and planning, and all that was read about shares since the one before it.
     *
     * @param jobs how many it was to claim
     */
    record LoggedClaim(int jobs, double millis) {}

    /** The claims of one node from a queue, if the durations of all statements are logged. */
    List<LoggedClaim> claims(long start, long end, String database, String queue) throws IOException {
        List<LoggedClaim> claims = new ArrayList<>();
        double millis = 0;
        String claim = "";
        for (String entry : entries(start, end, database).toList()) {
            Matcher step = STEP.matcher(entry);
            if (step.find()) {
                String sql = step.group(3);
                boolean isClaim = new Logged(sql, 0).isClaim();
                millis += isClaim || READINGS.stream().anyMatch(sql::contains) ? Double.parseDouble(step.group(1)) : 0;
                claim = isClaim && step.group(2).equals("execute") ? sql : "";
            } else if (!claim.isEmpty()) {
                // the parameters, which follow the statement; a share comes after a control character
                if (entry.contains("'" + queue + "'") || entry.contains(queue + '\u0001')) {
                    Matcher limit = LIMIT.matcher(claim);
                    claims.add(new LoggedClaim(
                            limit.find() ? Integer.parseInt(limit.group(1)) : sumOfLimits(entry), millis));
                }
                millis = 0;
                claim = "";
            }
        }
        return claims;
    }

    private static int sumOfLimits(String parameters) {
        Matcher limits = LIMITS.matcher(parameters);
        return limits.find()
                ? Stream.of(limits.group(1).split(",", -1))
                        .mapToInt(Integer::parseInt)
                        .sum()
                : 0;
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
