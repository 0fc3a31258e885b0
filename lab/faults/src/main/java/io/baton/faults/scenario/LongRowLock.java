package io.baton.faults.scenario;

import io.baton.faults.Report;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.springframework.jdbc.UncategorizedSQLException;

/** Another session locks the row of a transactional job for longer than its completion waits: no attempt is lost. */
final class LongRowLock implements Scenario {

    private static final Duration LOCKED = Duration.ofSeconds(12);

    @Override
    public String name() {
        return "lock";
    }

    @Override
    public boolean onMariaDb() {
        return true;
    }

    @Override
    public void run(Cluster cluster, Report report) {
        NodeProcess node = cluster.node("--knows.work=true");
        cluster.ready("effect", "default", 1, "{\"millis\":2500}");
        Cluster.require(() -> node.starts() == 1, "the job does not start");
        cluster.fault(() -> lock(cluster));
        boolean over = Cluster.await(cluster::drained);
        long dead = cluster.count("SELECT COUNT(*) FROM baton_job WHERE state = 5");
        long effects = cluster.count("SELECT COUNT(*) FROM effect");
        report.figures().put("dead", dead);
        report.figures().put("effects", effects);
        report.check(node.starts() > 1, "nothing is proved: the completion did not wait too long for the lock");
        report.check(over && dead == 0, "the lock of another session costs a job its only attempt");
        report.check(effects == 1, "a job that waited for the lock of another session has " + effects + " effects");
    }

    private static void lock(Cluster cluster) {
        try (Connection session = cluster.connect();
                Statement statement = session.createStatement()) {
            session.setAutoCommit(false);
            int rows = 0;
            try (ResultSet locked = statement.executeQuery("SELECT id FROM baton_job FOR UPDATE")) {
                while (locked.next()) {
                    rows++;
                }
            }
            int locked = rows;
            Cluster.require(() -> locked == 1, Duration.ZERO, "the session locked " + locked + " rows");
            Cluster.pause(cluster.patience(LOCKED));
            session.rollback();
        } catch (SQLException e) {
            throw new UncategorizedSQLException("lock", null, e);
        }
    }
}
