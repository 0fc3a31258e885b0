package io.baton.benchmark;

import io.baton.benchmark.node.Payload;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The jobs of a dead worker are reclaimed while another runs a stream of jobs: how long it takes, and what it does to the claims. The
 * jobs are of a queue that no node serves, so that they lie ready afterwards.
 */
final class UnlockWorkload implements Workload {

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final int WARM_UP = 20_000;
    /** Of the stream; it flows for a second or so, less than a worker may be silent. */
    private static final int PORTION = 500;

    private static final int MILLIS_BETWEEN = 2;

    private static final String SECONDS = "unlock, s";
    private static final String WITH_NOTICE = "unlock, from death, s";
    private static final String RATIO = "unlock claim p99, during/before";

    private static final String REGISTER = """
            INSERT INTO baton_worker (name, host, pid, epoch, version, queues, types, started_at, seen_at)
            VALUES ('victim', 'elsewhere', 1, gen_random_uuid(), '0', 'orphaned', 'noop', now(), now()) RETURNING id""";
    private static final String CLAIM = """
            INSERT INTO baton_job (type, queue, job_rank, due_at, state, attempt, lock_id, worker_id, claimed_at, created_at, payload)
            SELECT 'noop', 'orphaned', -1, now(), 2, 1, gen_random_uuid(), %d, now(), now(), '%s'
            FROM generate_series(1, %d)""";
    private static final String READY = """
            SELECT count(*) FROM baton_job
            WHERE queue = 'orphaned' AND state = 1 AND attempt = 0 AND lock_id IS NULL AND worker_id IS NULL""";

    @Override
    public void run(Bench bench) throws Exception {
        Server server = bench.postgres();
        String database = bench.freshName();
        String url = server.create(database);
        Server.execute(url, "ALTER DATABASE " + database + " SET log_min_duration_statement = 0");
        ExecutorService watcher = Executors.newSingleThreadExecutor();
        try (Team team = Team.of(bench, server, Entrant.BATON, url, 1)) {
            warmUp(team);
            for (int round = 0; round < bench.size().rounds(); round++) {
                new Round(bench, server, database, team).run(watcher);
            }
        } finally {
            watcher.shutdownNow();
        }
        bench.report().median("unlock.seconds", SECONDS, Entrant.BATON);
        bench.report().median("unlock.claim_p99_ratio", RATIO, Entrant.BATON);
    }

    private static void warmUp(Team team) throws Exception {
        team.askAll("on");
        team.askAll("expect", WARM_UP);
        team.first().ask("fill", WARM_UP);
        Patience.upTo(PATIENCE).until("jobs have run", () -> team.count() >= WARM_UP);
        team.runs().verify();
    }

    /** When the first jobs and when all were reclaimed, and how long the log was then. */
    private record Unlocked(long noticed, long logThen, long done, long logAtEnd) {}

    private record Round(Bench bench, Server server, String database, Team team) {

        void run(ExecutorService watcher) throws Exception {
            long victim = Server.number(team.url, REGISTER);
            int jobs = bench.size().unlocked();
            Server.execute(team.url, CLAIM.formatted(victim, Payload.json(0), jobs), "VACUUM ANALYZE");
            bench.settleDisk(server);
            long start = server.log().end();
            stream();
            double before = claimP99(start, server.log().end());
            long death = System.nanoTime();
            Server.execute(team.url, "UPDATE baton_worker SET dead = TRUE WHERE id = " + victim);
            Future<Unlocked> unlocked = watcher.submit(() -> awaitUnlocked(victim));
            while (!unlocked.isDone()) {
                stream();
            }
            verify(jobs);
            report(before, death, unlocked.get());
        }

        /** Jobs one by one, while the worker works them. */
        private void stream() throws Exception {
            team.askAll("expect", PORTION);
            team.first().numbers("pace " + PORTION + " " + MILLIS_BETWEEN);
            Patience.upTo(PATIENCE).until("jobs have run", () -> team.count() >= PORTION);
            team.runs().verify();
        }

        private Unlocked awaitUnlocked(long victim) throws Exception {
            String first =
                    "SELECT count(*) FROM (SELECT 1 FROM baton_job WHERE state = 1 AND queue = 'orphaned' LIMIT 1) AS one";
            String left = "SELECT count(*) FROM (SELECT 1 FROM baton_job WHERE state = 2 AND worker_id = " + victim
                    + " LIMIT 1) AS one";
            try (Connection connection = DriverManager.getConnection(team.url)) {
                long noticed = Patience.upTo(PATIENCE)
                        .until("the dead is noticed", () -> Server.number(connection, first) == 1);
                long logThen = server.log().end();
                long done = Patience.upTo(PATIENCE)
                        .until("all jobs are reclaimed", () -> Server.number(connection, left) == 0);
                return new Unlocked(noticed, logThen, done, server.log().end());
            }
        }

        private double claimP99(long from, long to) throws IOException {
            List<Double> claims = server.log().between(from, to, database).stream()
                    .filter(StatementLog.Logged::isClaim)
                    .map(StatementLog.Logged::millis)
                    .toList();
            bench.report().note(claims.size() + " claims");
            return Spread.percentile(claims, 99);
        }

        private void verify(int jobs) throws SQLException {
            long ready = Server.number(team.url, READY);
            if (ready != jobs) {
                throw new IllegalStateException("Of " + jobs + " jobs of the dead worker " + ready + " are ready");
            }
            Server.execute(team.url, "DELETE FROM baton_job WHERE queue = 'orphaned'");
        }

        private void report(double before, long death, Unlocked unlocked) throws IOException {
            double during = claimP99(unlocked.logThen(), unlocked.logAtEnd());
            Report report = bench.report();
            report.add(SECONDS, Entrant.BATON, (unlocked.done() - unlocked.noticed()) / 1e9);
            report.add(WITH_NOTICE, Entrant.BATON, (unlocked.done() - death) / 1e9);
            report.add("unlock claim p99 before, ms", Entrant.BATON, before);
            report.add("unlock claim p99 during, ms", Entrant.BATON, during);
            report.add(RATIO, Entrant.BATON, during / before);
        }
    }
}
