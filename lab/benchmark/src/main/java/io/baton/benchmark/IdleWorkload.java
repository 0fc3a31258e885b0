package io.baton.benchmark;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/** W6: the statements that the server sees while there is nothing to do, with default settings. */
final class IdleWorkload implements Workload {

    private static final Duration TO_CALM_DOWN = Duration.ofSeconds(10);
    static final int MANY = 10;
    private static final int MOST_TOLD = 30;
    private static final int TOLD_LENGTH = 110;

    @Override
    public void run(Bench bench) throws Exception {
        for (Entrant entrant : entrants(bench)) {
            measure(bench, entrant);
        }
        Report report = bench.report();
        report.median("w6.statements_per_s_one", all(1), Entrant.BATON);
        report.median("w6.statements_per_s_ten", all(MANY), Entrant.BATON);
        report.median("w6.queries_per_s_one", queries(1), Entrant.BATON);
        report.median("w6.queries_per_s_ten", queries(MANY), Entrant.BATON);
    }

    private static List<Entrant> entrants(Bench bench) {
        return bench.size().full()
                ? bench.withPeers(Entrant.BATON).stream()
                        .map(Entrant::asShipped)
                        .toList()
                : List.of(Entrant.BATON.asShipped());
    }

    /** One JVM and many, at rest at the same time, each on a database of their own. */
    static void measure(Bench bench, Entrant entrant) throws Exception {
        String forOne = loggedDatabase(bench);
        String forMany = loggedDatabase(bench);
        Server server = bench.postgres();
        try (Team one = Team.of(bench, server, entrant, server.url(forOne), 1);
                Team many = Team.of(bench, server, entrant, server.url(forMany), MANY)) {
            one.askAll("on");
            many.askAll("on");
            LockSupport.parkNanos(TO_CALM_DOWN.toNanos());
            long start = server.log().end();
            LockSupport.parkNanos(Duration.ofSeconds(bench.size().idleSeconds()).toNanos());
            add(bench, entrant, 1, server.log().since(start, forOne));
            add(bench, entrant, MANY, server.log().since(start, forMany));
        }
    }

    private static String loggedDatabase(Bench bench) throws Exception {
        String database = bench.freshName();
        String url = bench.postgres().create(database);
        Server.execute(url, "ALTER DATABASE " + database + " SET log_statement = 'all'");
        return database;
    }

    private static void add(Bench bench, Entrant entrant, int jvms, List<StatementLog.Logged> logged) {
        double seconds = bench.size().idleSeconds();
        long queries = logged.stream()
                .filter(statement -> !statement.isTransactionControl())
                .count();
        bench.report().add(all(jvms), entrant, logged.size() / seconds);
        logged.stream()
                .collect(Collectors.groupingBy(IdleWorkload::beginning, Collectors.counting()))
                .entrySet()
                .stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(MOST_TOLD)
                .forEach(entry -> bench.report()
                        .note("at rest, " + jvms + " JVMs: " + entry.getValue() + " x " + entry.getKey()));
        bench.report().add(queries(jvms), entrant, queries / seconds);
    }

    private static String beginning(StatementLog.Logged statement) {
        String sql = statement.sql().replaceAll("\\s+", " ");
        return sql.substring(0, Math.min(sql.length(), TOLD_LENGTH));
    }

    static String all(int jvms) {
        return "w6 statements/s, " + jvms + " JVMs";
    }

    static String queries(int jvms) {
        return "w6 queries/s, " + jvms + " JVMs";
    }
}
