package io.baton.faults.crash;

import io.baton.database.Database;
import io.baton.faults.Report;
import io.baton.job.Claim;
import io.baton.job.ClaimedJob;
import io.baton.job.Due;
import io.baton.job.JobClaims;
import io.baton.job.JobInserts.InsertObserver;
import io.baton.job.NewJob;
import io.baton.job.WorkerStore.SeenWorker;
import io.baton.job.jdbc.JdbcJobRoles;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import java.util.stream.IntStream;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** The scenarios that take more than one fault at one point. */
final class CrashScenarios {

    private final CrashSetup setup;
    private final Report report;

    CrashScenarios(CrashSetup setup, Report report) {
        this.setup = setup;
        this.report = report;
    }

    void run() throws SQLException {
        aClaimKeepsItsLimitUnderAPoorPlan();
        poisonDiesAfterFourStartsMore();
        aLockedRowHoldsUpNobodyElse();
        // outside of a transaction the statement of an enqueue is its own commit
        anUnknownCommitIsNotRepeated(new Point(Point.When.BEFORE, "insert"));
        anUnknownCommitIsNotRepeated(new Point(Point.When.BEFORE_COMMIT_OF, Point.SETTLE_IN_HANDLER));
        aZombieIsRefused();
        theHeartbeatOutlivesTheDrain();
    }

    /** A planner that believes sub-selects to be cheap runs them once per row. */
    private void aClaimKeepsItsLimitUnderAPoorPlan() throws SQLException {
        insert("plan", 60);
        Properties settings = new Properties();
        settings.put("user", setup.server.user());
        settings.put(
                "options",
                "-c enable_hashjoin=off -c enable_mergejoin=off -c enable_hashagg=off -c enable_material=off"
                        + " -c enable_sort=off -c enable_bitmapscan=off -c enable_memoize=off");
        try (Connection connection = DriverManager.getConnection(setup.server.url(setup.server.port()), settings)) {
            JobClaims store = JdbcJobRoles.on(
                            new Database(new SingleConnectionDataSource(connection, true), null),
                            new io.baton.job.Retention(null, null, null, 0),
                            List.of(),
                            InsertObserver.NONE,
                            System::nanoTime)
                    .claims();
            int claimed = store.claim(new Claim("plan", UUID.randomUUID(), setup.silentWorker(), 5, null))
                    .jobs()
                    .size();
            report.check(claimed == 5, "a claim for 5 under a poor plan got " + claimed);
        }
        setup.jdbc.update("DELETE FROM baton_job WHERE queue = 'plan'");
    }

    private void insert(String queue, int jobs) {
        setup.transactions.run(() -> {
            setup.store
                    .inserts()
                    .insertAll(IntStream.range(0, jobs)
                            .mapToObj(i ->
                                    new NewJob("effect", queue, 0, Due.NOW, null, Map.of(), "{\"item\":0}", List.of()))
                            .toList());
            return null;
        });
    }

    private void poisonDiesAfterFourStartsMore() {
        insert("poison", 1);
        for (int crash = 0; crash < 5; crash++) {
            long worker = setup.silentWorker(Duration.ofHours(1));
            List<ClaimedJob> got = claim("poison", worker);
            report.check(got.size() == 1, "the poisonous job was claimed " + got + " after " + crash + " crashes");
            got.stream().filter(ClaimedJob::isCareful).forEach(this::start);
            kill(worker);
        }
        long dead = setup.count("SELECT COUNT(*) FROM baton_job WHERE queue = 'poison' AND state = 5 AND crashes = 5"
                + " AND error LIKE 'Worker lost%'");
        report.check(dead == 1, "four starts that were their workers' end leave no job dead");
        setup.jdbc.update("DELETE FROM baton_job WHERE queue = 'poison'");
    }

    private void start(ClaimedJob job) {
        setup.transactions.run(() -> setup.store.settlements().countCrash(List.of(job.fence())));
    }

    private List<ClaimedJob> claim(String queue, long worker) {
        return setup.transactions.run(() -> setup.store
                .claims()
                .claim(new Claim(queue, UUID.randomUUID(), worker, 3, null))
                .jobs());
    }

    private void kill(long worker) {
        SeenWorker seen = setup.transactions.run(setup.workers::living).stream()
                .filter(one -> one.id() == worker)
                .findFirst()
                .orElse(null);
        if (seen != null) {
            setup.transactions.run(() -> setup.workers.declareDead(seen));
        }
        setup.transactions.run(() -> setup.store.sweeps().unlock(worker, 100));
        // the application's own sweeper may have been at it first, and not be done
        boolean free = CrashSetup.await(
                () -> setup.count("SELECT COUNT(*) FROM baton_job WHERE state = 2 AND worker_id = ?", worker) == 0);
        report.check(free, "a dead worker holds jobs");
    }

    /** A worker froze between its last statement and its commit, and the database does not know. */
    private void aLockedRowHoldsUpNobodyElse() throws SQLException {
        long worker = setup.silentWorker(Duration.ofHours(1));
        insert("locked", 4);
        List<ClaimedJob> held = setup.transactions.run(() -> setup.store
                .claims()
                .claim(new Claim("locked", UUID.randomUUID(), worker, 4, null))
                .jobs());
        try (Connection zombie =
                        DriverManager.getConnection(setup.server.url(setup.server.port()), setup.server.user(), "");
                Statement statement = zombie.createStatement()) {
            zombie.setAutoCommit(false);
            statement.execute(
                    "SELECT 1 FROM baton_job WHERE id = " + held.get(0).id() + " FOR UPDATE");
            setup.jdbc.update("UPDATE baton_worker SET dead = TRUE WHERE id = ?", worker);
            boolean free = CrashSetup.await(
                    () -> setup.count("SELECT COUNT(*) FROM baton_job WHERE queue = 'locked' AND state = 1") == 3,
                    CrashSetup.DEAD_AFTER.plusSeconds(90));
            report.check(free, "a row that a dead worker still locks holds up the unlocking of its other jobs");
            zombie.rollback();
        }
        setup.jdbc.update("DELETE FROM baton_job WHERE queue = 'locked'");
    }

    /** The commit arrives, its response does not. */
    private void anUnknownCommitIsNotRepeated(Point point) throws SQLException {
        long item = setup.items.incrementAndGet();
        setup.trap.set(point, PointFault.CUT);
        try {
            setup.jobs().enqueue(new CrashApp.Effect(item));
        } catch (RuntimeException e) {
            // the result is unknown, which is the point
        }
        report.check(CrashSetup.await(setup.trap::sprung), "unknown commit, " + point + ": the point is never reached");
        report.check(CrashSetup.await(setup::drained), "unknown commit, " + point + ": jobs are left over");
        long effects = setup.count("SELECT COUNT(*) FROM effect WHERE item = ?", item);
        report.check(effects == 1, "unknown commit, " + point + ": " + effects + " effects");
        setup.forgetConnections();
    }

    /** A worker is taken for dead, its job runs again to its end, and then the first run wants to commit. */
    private void aZombieIsRefused() {
        long item = setup.items.incrementAndGet();
        setup.jobs().enqueue(new CrashApp.Held(item));
        report.check(
                CrashSetup.await(() -> setup.state.holding.getCount() == 0), "zombie: the held job does not start");
        long worker = setup.count("SELECT worker_id FROM baton_job WHERE type = 'held' AND state = 2");
        setup.jdbc.update("UPDATE baton_worker SET dead = TRUE WHERE id = ?", worker);
        boolean again = CrashSetup.await(() -> setup.count("SELECT COUNT(*) FROM effect WHERE item = ?", item) == 1);
        report.check(again, "zombie: the job of the worker that was taken for dead does not run again");
        setup.state.release.countDown();
        boolean twice = CrashSetup.await(
                () -> setup.count("SELECT COUNT(*) FROM effect WHERE item = ?", item) > 1, Duration.ofSeconds(2));
        long effects = setup.count("SELECT COUNT(*) FROM effect WHERE item = ?", item);
        report.check(!twice && effects == 1, "zombie: the job has " + effects + " effects");
        report.check(CrashSetup.await(setup::drained), "zombie: jobs are left over");
    }

    /** A handler that takes longer than a worker may be silent runs on while its application closes. */
    private void theHeartbeatOutlivesTheDrain() {
        try (ConfigurableApplicationContext other =
                setup.application("other", setup.state, "--baton.worker.queues=nothing")) {
            CrashApp.SharedState before = setup.state;
            long job = setup.jobs().enqueue(new CrashApp.Slow(0)).id().value();
            report.check(CrashSetup.await(() -> before.slowRuns.get() == 1), "drain: the handler does not start");
            setup.restart();
            report.check(other.isActive() && before.slowEnds.get() == 1, "drain: the handler did not end");
            long completed = setup.count(
                    "SELECT COUNT(*) FROM baton_job_history h JOIN baton_worker w ON w.id = h.worker_id"
                            + " WHERE h.id = ? AND h.state = 4 AND h.attempt = 1 AND w.name = 'a' AND w.dead AND NOT EXISTS"
                            + " (SELECT 1 FROM audit WHERE job_id = h.id AND was = 2 AND became = 1)",
                    job);
            report.check(completed == 1, "drain: the job was taken from a worker that was ending in good order");
            report.check(CrashSetup.await(setup::drained), "drain: jobs are left over");
        }
    }
}
