package io.baton.faults.cluster;

import io.baton.Batch;
import io.baton.Batches;
import io.baton.Flow;
import io.baton.Flows;
import io.baton.Jobs;
import io.baton.faults.Await;
import io.baton.faults.cluster.ClusterWork.Items;
import io.baton.faults.cluster.ClusterWork.Kind;
import io.baton.history.HistoryWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.LongFunction;
import org.springframework.context.ApplicationContext;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Clients that enqueue jobs of some kinds until they are stopped. */
final class ClusterClients {

    private static final int THREADS = 3;
    private static final int KEYS = 8;
    private static final int LARGEST_GROUP = 12;
    private static final long MOST_UNFINISHED = 400;
    private static final Duration BETWEEN_OPERATIONS = Duration.ofMillis(40);
    private static final Duration LONGEST_OPERATION = Duration.ofMinutes(2);

    private final Jobs jobs;
    private final Batches batches;
    private final Flows flows;
    private final JdbcOperations jdbc;
    private final List<Kind> kinds;
    private final Enqueues enqueues;
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stopped;

    ClusterClients(ApplicationContext application, HistoryWriter history, List<Kind> kinds, long seed) {
        this.jobs = application.getBean(Jobs.class);
        this.batches = application.getBean(Batches.class);
        this.flows = application.getBean(Flows.class);
        this.jdbc = application.getBean(JdbcOperations.class);
        this.kinds = kinds;
        this.enqueues = new Enqueues(
                jdbc, new TransactionTemplate(application.getBean(PlatformTransactionManager.class)), history);
        for (int i = 0; i < THREADS; i++) {
            Random random = new Random(seed * 31 + i);
            Thread thread = new Thread(() -> enqueue(random), "client-" + i);
            thread.setDaemon(true);
            threads.add(thread);
        }
    }

    void start() {
        threads.forEach(Thread::start);
    }

    /** Lets every attempt end and begins no other; returns whether all clients have ended. */
    boolean stop() {
        stopped = true;
        enqueues.stop();
        try {
            for (Thread thread : threads) {
                thread.join(LONGEST_OPERATION.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return threads.stream().noneMatch(Thread::isAlive);
    }

    Enqueues enqueues() {
        return enqueues;
    }

    private void enqueue(Random random) {
        while (!stopped) {
            if (hasRoom()) {
                operation(random);
            }
            Await.pause(BETWEEN_OPERATIONS);
        }
    }

    /** Returns whether few enough jobs wait, and also if that is not known: clients enqueue in an outage too. */
    private boolean hasRoom() {
        try {
            Long unfinished = jdbc.queryForObject("SELECT COUNT(*) FROM baton_job", Long.class);
            return unfinished != null && unfinished < MOST_UNFINISHED;
        } catch (DataAccessException e) {
            return true;
        }
    }

    private void operation(Random random) {
        Kind kind = kinds.get(random.nextInt(kinds.size()));
        int count = 1 + random.nextInt(LARGEST_GROUP);
        String key = "key-" + random.nextInt(KEYS);
        if (kind == Kind.DIRECT) {
            enqueues.direct(attempt -> single(attempt, Kind.DIRECT, ClusterWork.Direct::new));
        } else {
            enqueues.inTransaction(attempt -> enqueue(attempt, kind, count, key));
        }
    }

    private void enqueue(Attempt attempt, Kind kind, int count, String key) {
        switch (kind) {
            case PLAIN -> single(attempt, kind, ClusterWork.Plain::new);
            case WRITTEN -> several(attempt, kind, count, ClusterWork.Written::new);
            case GATED -> several(attempt, kind, count, ClusterWork.Gated::new);
            case RATED -> several(attempt, kind, 1 + count / 4, ClusterWork.Rated::new);
            case KEYED -> keyed(attempt, key);
            case MEMBER -> batch(attempt, count);
            case STEP_ONE -> flow(attempt, count);
            case CALLED -> single(attempt, kind, ClusterWork.Called::new);
            case CHUNKED -> chunked(attempt);
            case DIRECT, AFTER, STEP_TWO, STEP_THREE ->
                throw new IllegalArgumentException(kind + " is not enqueued on its own");
        }
    }

    private void single(Attempt attempt, Kind kind, LongFunction<Object> payload) {
        long item = attempt.add(kind);
        attempt.assigned(item, jobs.enqueue(payload.apply(item)));
    }

    private void several(Attempt attempt, Kind kind, int count, LongFunction<Object> payload) {
        Items all = attempt.add(kind, count, Map.of());
        jobs.enqueueAll(all.numbers().mapToObj(payload));
    }

    private void chunked(Attempt attempt) {
        long item =
                attempt.add(Kind.CHUNKED, 1, Map.of("rows", ClusterTables.ROWS)).first();
        attempt.assigned(item, jobs.enqueue(new ClusterWork.Chunked(item)));
    }

    private void keyed(Attempt attempt, String key) {
        long item = attempt.add(Kind.KEYED, 1, Map.of("key", key, "unique", "finish"))
                .first();
        attempt.assigned(item, jobs.enqueue(new ClusterWork.Keyed(item, key), job -> job.uniqueUntilFinished(key)));
    }

    private void batch(Attempt attempt, int count) {
        String group = "batch:" + attempt.name();
        Items members = attempt.add(Kind.MEMBER, count, Map.of("group", group));
        long after = attempt.add(Kind.AFTER, 1, Map.of("after", group)).first();
        Batch batch = batches.open();
        batch.onComplete(new ClusterWork.After(after, members));
        batch.addJobs(members.numbers().mapToObj(ClusterWork.Member::new));
        attempt.sealed(group);
        batch.seal();
    }

    private void flow(Attempt attempt, int count) {
        String flow = "flow:" + attempt.name();
        Items one = attempt.add(Kind.STEP_ONE, count, Map.of("group", flow + "/one"));
        Items two = attempt.add(Kind.STEP_TWO, 1, Map.of("group", flow + "/two", "after", flow + "/one"));
        Items three = attempt.add(Kind.STEP_THREE, 1, Map.of("after", flow + "/two"));
        flows.start(Flow.group(one.numbers().mapToObj(ClusterWork.StepOne::new))
                .then(new ClusterWork.StepTwo(two.first(), one))
                .then(new ClusterWork.StepThree(three.first(), two)));
    }
}
