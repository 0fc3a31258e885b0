package io.baton.faults.scenario;

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

/** Another session locks the rows of batches while items die and are revived or cancelled: the callback for a dead item runs all the same. */
final class ReviveBeforeFold implements Scenario {

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
    public void run(Cluster cluster, Report report) {
        try (ConfigurableApplicationContext application = cluster.withoutWorker();
                Connection session = cluster.connect()) {
            run(cluster, report, application, session);
        } catch (SQLException e) {
            throw new UncategorizedSQLException("hold", null, e);
        }
    }

    private static void run(
            Cluster cluster, Report report, ConfigurableApplicationContext application, Connection session)
            throws SQLException {
        Jobs jobs = application.getBean(Jobs.class);
        Batches batches = application.getBean(Batches.class);
        List<Batch> all = Stream.generate(() -> batches.open().onDead(new ItemHandlers.DeathCallback()))
                .limit(BATCHES)
                .toList();
        List<JobId> items = all.stream()
                .map(batch -> batch.addJob(new ItemHandlers.Mortal()).id())
                .toList();
        int held = cluster.breaks() ? hold(session) : 0;
        NodeProcess node = cluster.node("--knows.items=true");
        Cluster.require(
                () -> cluster.count("SELECT COUNT(*) FROM baton_job WHERE state = 5") == BATCHES, "items do not die");
        for (int i = 0; i < BATCHES; i++) {
            boolean changed = i % 2 == 0 ? jobs.revive(items.get(i)) : jobs.cancel(items.get(i));
            report.check(changed, "an item that died is neither revived nor cancelled");
        }
        long dead = noted(cluster, "kind = 2");
        long again = noted(cluster, "kind IN (1, 3)");
        Cluster.pause(HELD);
        long runsBefore = callbacks(node).size();
        if (cluster.breaks()) {
            session.rollback();
        }
        report.check(
                held == BATCHES && dead == BATCHES && again == BATCHES && runsBefore == 0,
                "nothing is proved: of " + BATCHES + " batches " + held + " were held, with " + dead + " deaths and "
                        + again + " ends of them that were not folded");
        boolean inTime = Cluster.await(() -> callbacks(node).size() >= BATCHES, cluster.patience(SOON));
        all.forEach(Batch::seal);
        Cluster.require(cluster::drained, "jobs are left over");
        List<Long> callbacks = callbacks(node);
        report.figures().put("missed", BATCHES - callbacks.stream().distinct().count());
        report.figures()
                .put("twice", callbacks.size() - callbacks.stream().distinct().count());
        report.check(
                inTime, "of " + BATCHES + " batches with an item that died, the callback ran for " + callbacks.size());
        report.check(
                callbacks.size() == BATCHES,
                callbacks.size() + " jobs for " + BATCHES + " batches with an item that died");
    }

    /** Returns how many rows there were. */
    private static int hold(Connection session) throws SQLException {
        session.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        session.setAutoCommit(false);
        int rows = 0;
        try (Statement statement = session.createStatement();
                ResultSet locked = statement.executeQuery("SELECT id FROM baton_batch FOR UPDATE")) {
            while (locked.next()) {
                rows++;
            }
        }
        return rows;
    }

    /** Of how many batches something is noted and not folded. */
    private static long noted(Cluster cluster, String what) {
        return cluster.count("SELECT COUNT(DISTINCT g.batch_id) FROM baton_ack a JOIN baton_batch_group g"
                + " ON g.id = a.group_id WHERE a." + what);
    }

    private static List<Long> callbacks(NodeProcess node) {
        return node.notes().stream()
                .filter(line -> line.what().equals("death-callback"))
                .map(Traces.Line::item)
                .toList();
    }
}
