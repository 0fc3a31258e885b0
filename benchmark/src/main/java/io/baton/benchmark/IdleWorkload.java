package io.baton.benchmark;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** W6: the statements that the server sees while there is nothing to do, with default settings. */
final class IdleWorkload implements Workload {

    private static final Duration TO_CALM_DOWN = Duration.ofSeconds(10);
    private static final int MANY = 10;

    @Override
    public void run(Bench bench) throws Exception {
        for (Entrant entrant : entrants(bench)) {
            measure(bench, entrant, 1);
            measure(bench, entrant, MANY);
        }
        Report report = bench.report();
        report.median("w6.statements_per_s", all(1), Entrant.BATON);
        report.median("w6.ten_jvms_statements_per_s", all(MANY), Entrant.BATON);
        report.median("w6.queries_per_s", queries(1), Entrant.BATON);
        report.median("w6.ten_jvms_queries_per_s", queries(MANY), Entrant.BATON);
    }

    private static List<Entrant> entrants(Bench bench) {
        return bench.size().full()
                ? bench.withPeers(Entrant.BATON).stream()
                        .map(Entrant::asShipped)
                        .toList()
                : List.of(Entrant.BATON.asShipped());
    }

    private static void measure(Bench bench, Entrant entrant, int jvms) throws Exception {
        PostgresServer server = bench.postgres();
        String database = bench.freshName();
        String url = server.create(database);
        Server.execute(url, "ALTER DATABASE " + database + " SET log_statement = 'all'");
        try (Team team = new Team(bench, server, entrant, url, jvms)) {
            team.askAll("on");
            LockSupport.parkNanos(TO_CALM_DOWN.toNanos());
            long start = server.log().end();
            int seconds = bench.size().idleSeconds();
            LockSupport.parkNanos(Duration.ofSeconds(seconds).toNanos());
            List<StatementLog.Logged> logged = server.log().since(start, database);
            long queries = logged.stream()
                    .filter(statement -> !statement.isTransactionControl())
                    .count();
            bench.report().add(all(jvms), entrant, (double) logged.size() / seconds);
            bench.report().add(queries(jvms), entrant, (double) queries / seconds);
        }
    }

    private static String all(int jvms) {
        return "w6 statements/s, " + jvms + " JVMs";
    }

    private static String queries(int jvms) {
        return "w6 queries/s, " + jvms + " JVMs";
    }
}
