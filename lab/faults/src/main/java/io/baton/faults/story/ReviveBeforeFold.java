package io.baton.faults.story;

import io.baton.Batch;
import io.baton.Batches;
import io.baton.JobId;
import io.baton.Jobs;
import io.baton.faults.Report;
import io.baton.faults.chaos.Traces;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.UncategorizedSQLException;

/** Somebody holds the rows of batches while items die and are revived or cancelled: whoever wants to know of a dead item is told all the same. */
final class ReviveBeforeFold implements Story {

    private static final int BATCHES = 20;
    private static final Duration HELD = Duration.ofSeconds(2);
    private static final Duration SOON = Duration.ofSeconds(10);

    @Override
    public String name() {
        return "ondead";
    }

    @Override
    public boolean onMariaDb() {
        return true;
    }

    @Override
    public void tell(Scene scene, Report report) {
        try (ConfigurableApplicationContext application = scene.withoutWorker();
                Connection stranger = scene.connect()) {
            tell(scene, report, application, stranger);
        } catch (SQLException e) {
            throw new UncategorizedSQLException("hold", null, e);
        }
    }

    private static void tell(
            Scene scene, Report report, ConfigurableApplicationContext application, Connection stranger)
            throws SQLException {
        Jobs jobs = application.getBean(Jobs.class);
        Batches batches = application.getBean(Batches.class);
        List<Batch> all = Stream.generate(() -> batches.open().onDead(new ItemHandlers.Told()))
                .limit(BATCHES)
                .toList();
        List<JobId> items = all.stream()
                .map(batch -> batch.addJob(new ItemHandlers.Mortal()).id())
                .toList();
        int held = scene.breaks() ? hold(stranger) : 0;
        NodeProcess node = scene.node("--knows.items=true");
        Scene.require(
                () -> scene.count("SELECT COUNT(*) FROM baton_job WHERE state = 5") == BATCHES, "items do not die");
        for (int i = 0; i < BATCHES; i++) {
            boolean changed = i % 2 == 0 ? jobs.revive(items.get(i)) : jobs.cancel(items.get(i));
            report.check(changed, "an item that died is neither revived nor cancelled");
        }
        long dead = noted(scene, "kind = 2");
        long again = noted(scene, "kind IN (1, 3)");
        Scene.pause(HELD);
        long toldBefore = told(node).size();
        if (scene.breaks()) {
            stranger.rollback();
        }
        report.check(
                held == BATCHES && dead == BATCHES && again == BATCHES && toldBefore == 0,
                "nothing is proved: of " + BATCHES + " batches " + held + " were held, with " + dead + " deaths and "
                        + again + " ends of them that were not folded");
        boolean inTime = Scene.await(() -> told(node).size() >= BATCHES, scene.patience(SOON));
        all.forEach(Batch::seal);
        Scene.require(scene::drained, "jobs are left over");
        List<Long> told = told(node);
        report.figures().put("missed", BATCHES - told.stream().distinct().count());
        report.figures().put("twice", told.size() - told.stream().distinct().count());
        report.check(inTime, "of " + BATCHES + " batches with an item that died, told of were " + told.size());
        report.check(told.size() == BATCHES, told.size() + " jobs for " + BATCHES + " batches with an item that died");
    }

    /** Returns how many rows there were. */
    private static int hold(Connection stranger) throws SQLException {
        stranger.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        stranger.setAutoCommit(false);
        int rows = 0;
        try (Statement statement = stranger.createStatement();
                ResultSet locked = statement.executeQuery("SELECT id FROM baton_batch FOR UPDATE")) {
            while (locked.next()) {
                rows++;
            }
        }
        return rows;
    }

    /** Of how many batches something is noted and not folded. */
    private static long noted(Scene scene, String what) {
        return scene.count("SELECT COUNT(DISTINCT g.batch_id) FROM baton_ack a JOIN baton_batch_group g"
                + " ON g.id = a.group_id WHERE a." + what);
    }

    private static List<Long> told(NodeProcess node) {
        return node.notes().stream()
                .filter(line -> line.what().equals("told"))
                .map(Traces.Line::item)
                .toList();
    }
}
