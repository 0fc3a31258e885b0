package io.baton.benchmark;

import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.List;

/** W4x: the claim after a while at 5,000 jobs/s beside an open transaction that keeps dead rows alive, against without. */
final class PinnedWorkload implements Workload {

    private static final int JOBS_PER_SECOND = 5_000;
    private static final String CLAIM = "w4x claim p50, ms";
    private static final Entrant FREE = Entrant.BATON.named("baton, free");
    private static final Entrant PINNED = Entrant.BATON.named("baton, pinned");

    @Override
    public void run(Bench bench) throws Exception {
        int rounds = bench.size().full() ? bench.size().rounds() : 1;
        for (int round = 0; round < rounds; round++) {
            measure(bench, FREE);
            measure(bench, PINNED);
        }
        bench.report().ratio("w4.pinned_claim_ratio", CLAIM, PINNED, FREE);
    }

    private static void measure(Bench bench, Entrant entrant) throws Exception {
        Server server = bench.postgres();
        String database = bench.freshName();
        String url = server.create(database);
        Server.execute(url, "ALTER DATABASE " + database + " SET log_min_duration_statement = 0");
        try (Team team = Team.of(bench, server, entrant, url, 1);
                Connection pin = DriverManager.getConnection(url)) {
            team.askAll("on");
            feed(team, 2);
            if (entrant.equals(PINNED)) {
                pin.setAutoCommit(false);
                pin.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
                Server.number(pin, "SELECT txid_current()");
            }
            feed(team, bench.size().pinnedSeconds());
            long start = server.log().end();
            feed(team, 2);
            List<Double> claims = server.log().since(start, database).stream()
                    .filter(StatementLog.Logged::isClaim)
                    .map(StatementLog.Logged::millis)
                    .toList();
            bench.report().add(CLAIM, entrant, Spread.percentile(claims, 50));
        }
    }

    private static void feed(Team team, int seconds) throws Exception {
        int jobs = JOBS_PER_SECOND * seconds;
        team.askAll("expect", jobs);
        team.first().ask("feed", JOBS_PER_SECOND, seconds);
        Patience.upTo(Duration.ofMinutes(2)).until("jobs have run", () -> team.count() >= jobs);
        team.runs().verify();
    }
}
