package io.baton.faults.scenario;

import io.baton.Batch;
import io.baton.Batches;
import io.baton.faults.Report;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Many add to one batch, one right behind the other, so that its row is never free: what is noted of its items is folded all the same. */
final class AddersWithoutPause implements Scenario {

    private static final int ADDERS = 6;
    private static final int ITEMS = 300;
    private static final Duration HELD = Duration.ofMillis(60);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(250);
    private static final int LOOKS = 100;
    /** So many looks later, what was noted by then has to be folded. */
    private static final int LATEST = 40;

    @Override
    public String name() {
        return "fold";
    }

    @Override
    public boolean onMariaDb() {
        return true;
    }

    @Override
    public void run(Cluster cluster, Report report) {
        AtomicBoolean over = new AtomicBoolean();
        ExecutorService threads = Executors.newCachedThreadPool();
        try (ConfigurableApplicationContext application = cluster.withoutWorker()) {
            Batch batch = application.getBean(Batches.class).open();
            batch.addJobs(Stream.generate(ItemHandlers.ShortItem::new).limit(ITEMS));
            AtomicInteger added = new AtomicInteger();
            for (int i = 0; i < ADDERS && cluster.breaks(); i++) {
                threads.execute(() -> add(application.getBean(DataSource.class), batch, over, added));
            }
            cluster.node("--knows.items=true");
            look(cluster, report, batch, added);
            over.set(true);
        } finally {
            over.set(true);
            threads.shutdown();
        }
    }

    private static void add(DataSource pool, Batch batch, AtomicBoolean over, AtomicInteger added) {
        TransactionTemplate transaction = new TransactionTemplate(new JdbcTransactionManager(pool));
        while (!over.get()) {
            transaction.executeWithoutResult(status -> {
                batch.addJob(new ItemHandlers.ShortItem());
                Cluster.pause(HELD);
            });
            added.incrementAndGet();
        }
    }

    private static void look(Cluster cluster, Report report, Batch batch, AtomicInteger added) {
        Deque<Long> newest = new ArrayDeque<>();
        int held = 0;
        long starved = 0;
        long most = 0;
        for (int look = 0; look < LOOKS; look++) {
            Cluster.pause(BETWEEN_LOOKS);
            held += cluster.count("SELECT COUNT(*) FROM (SELECT id FROM baton_batch FOR UPDATE SKIP LOCKED) AS free")
                            == 0
                    ? 1
                    : 0;
            most = Math.max(most, cluster.count("SELECT COUNT(*) FROM baton_ack"));
            newest.add(cluster.count("SELECT COALESCE(MAX(id), 0) FROM baton_ack"));
            if (newest.size() > LATEST) {
                starved = Math.max(
                        starved, cluster.count("SELECT COUNT(*) FROM baton_ack WHERE id <= ?", newest.remove()));
            }
        }
        report.figures().put("starved", starved);
        report.figures().put("most_noted", most);
        report.figures().put("added", added.get());
        report.figures().put("held_percent", held * 100L / LOOKS);
        report.check(
                held >= LOOKS * 3 / 4 && added.get() >= ADDERS,
                "nothing is proved: the batch was held at " + held + " of " + LOOKS + " looks");
        report.check(starved == 0, starved + " notes of items that ended were not folded within ten seconds");
        report.check(batch.status().remaining() < ITEMS, "of " + ITEMS + " items that ended none is counted");
    }
}
