package io.baton.faults.story;

import io.baton.faults.Report;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.springframework.jdbc.UncategorizedSQLException;

/** Somebody holds the row of a transactional job for longer than its completion waits: no attempt is lost. */
final class StrangersLock implements Story {

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
    public void tell(Scene scene, Report report) {
        NodeProcess node = scene.node("--knows.work=true");
        scene.ready("effect", "default", 1, "{\"millis\":2500}");
        Scene.require(() -> node.starts() == 1, "the job does not start");
        scene.fault(() -> lock(scene));
        boolean over = Scene.await(scene::drained);
        long dead = scene.count("SELECT COUNT(*) FROM baton_job WHERE state = 5");
        long effects = scene.count("SELECT COUNT(*) FROM effect");
        report.figures().put("dead", dead);
        report.figures().put("effects", effects);
        report.check(node.starts() > 1, "nothing is proved: the completion did not wait too long for the lock");
        report.check(over && dead == 0, "a stranger's lock costs a job its only attempt");
        report.check(effects == 1, "a job that waited for a stranger's lock has " + effects + " effects");
    }

    private static void lock(Scene scene) {
        try (Connection stranger = scene.connect();
                Statement statement = stranger.createStatement()) {
            stranger.setAutoCommit(false);
            int rows = 0;
            try (ResultSet locked = statement.executeQuery("SELECT id FROM baton_job FOR UPDATE")) {
                while (locked.next()) {
                    rows++;
                }
            }
            int locked = rows;
            Scene.require(() -> locked == 1, Duration.ZERO, "the stranger locked " + locked + " rows");
            Scene.pause(scene.patience(LOCKED));
            stranger.rollback();
        } catch (SQLException e) {
            throw new UncategorizedSQLException("lock", null, e);
        }
    }
}
