package io.baton.faults.cluster;

import io.baton.Batch;
import io.baton.Batches;
import io.baton.Flow;
import io.baton.Flows;
import io.baton.Jobs;
import io.baton.faults.Await;
import io.baton.faults.cluster.ClusterWork.Items;
import io.baton.faults.cluster.ClusterWork.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.springframework.context.ApplicationContext;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Clients that enqueue jobs of every kind until they are stopped. */
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
    private final Enqueues enqueues;
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stopped;

    ClusterClients(ApplicationContext application, History history, long seed) {
        this.jobs = application.getBean(Jobs.class);
        this.batches = application.getBean(Batches.class);
        this.flows = application.getBean(Flows.class);
        this.jdbc = application.getBean(JdbcOperations.class);
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

    /** Lets every attempt end and begins no other. */
    void stop() {
        stopped = true;
        enqueues.stop();
        try {
            for (Thread thread : threads) {
                thread.join(LONGEST_OPERATION.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns whether all clients have ended. */
    boolean ended() {
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
        int kind = random.nextInt(10);
        int count = 1 + random.nextInt(LARGEST_GROUP);
        String key = "key-" + random.nextInt(KEYS);
        if (kind == 0) {
            enqueues.direct(operation -> single(operation, Kind.DIRECT, ClusterWork.Direct::new));
        } else {
            enqueues.inTransaction(operation -> enqueue(operation, kind, count, key));
        }
    }

    private void enqueue(Operation operation, int kind, int count, String key) {
        switch (kind) {
            case 1 -> single(operation, Kind.PLAIN, ClusterWork.Plain::new);
            case 2 -> written(operation, count);
            case 3 -> single(operation, Kind.GATED, ClusterWork.Gated::new);
            case 4 -> single(operation, Kind.RATED, ClusterWork.Rated::new);
            case 5 -> keyed(operation, key);
            case 6 -> batch(operation, count);
            case 7 -> flow(operation, count);
            case 8 -> single(operation, Kind.CALLED, ClusterWork.Called::new);
            default -> chunked(operation);
        }
    }

    private void single(Operation operation, Kind kind, LongFunction<Object> payload) {
        long item = operation.add(kind);
        operation.assigned(item, jobs.enqueue(payload.apply(item)));
    }

    private void written(Operation operation, int count) {
        Items all = operation.add(Kind.WRITTEN, count, 0);
        jobs.enqueueAll(numbers(all).mapToObj(ClusterWork.Written::new));
    }

    private void chunked(Operation operation) {
        long item = operation.add(Kind.CHUNKED, 1, 0, "rows", ClusterTables.ROWS)
                .first();
        operation.assigned(item, jobs.enqueue(new ClusterWork.Chunked(item)));
    }

    private void keyed(Operation operation, String key) {
        long item = operation.addKeyed(key);
        operation.assigned(
                item, jobs.enqueue(new ClusterWork.Keyed(item, key), job -> job.uniqueUntilFinished(key)));
    }

    private void batch(Operation operation, int count) {
        String group = "batch:" + operation.name();
        Items members = operation.add(Kind.MEMBER, count, 0, "group", group);
        long after = operation.add(Kind.AFTER, 1, count, "after", group).first();
        Batch batch = batches.open();
        batch.onComplete(new ClusterWork.After(after, members));
        batch.addJobs(numbers(members).mapToObj(ClusterWork.Member::new));
        operation.sealed(group);
        batch.seal();
    }

    private void flow(Operation operation, int count) {
        String flow = "flow:" + operation.name();
        Items one = operation.add(Kind.STEP_ONE, count, 0, "group", flow + "/one");
        Items two = operation.add(Kind.STEP_TWO, 1, count, "group", flow + "/two", "after", flow + "/one");
        Items three = operation.add(Kind.STEP_THREE, 1, 1, "after", flow + "/two");
        flows.start(Flow.group(numbers(one).mapToObj(ClusterWork.StepOne::new))
                .then(new ClusterWork.StepTwo(two.first(), one))
                .then(new ClusterWork.StepThree(three.first(), two)));
    }

    private static LongStream numbers(Items all) {
        return LongStream.rangeClosed(all.first(), all.last());
    }
}
