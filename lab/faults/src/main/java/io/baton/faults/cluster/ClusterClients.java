package io.baton.faults.cluster;

import io.baton.Batch;
import io.baton.Batches;
import io.baton.Enqueued;
import io.baton.Flow;
import io.baton.Flows;
import io.baton.Jobs;
import io.baton.faults.Await;
import io.baton.faults.cluster.ClusterWork.Items;
import io.baton.faults.cluster.ClusterWork.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
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
    private final History history;
    private final AtomicLong items = new AtomicLong(1);
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stopped;

    ClusterClients(ApplicationContext application, History history, long seed) {
        this.jobs = application.getBean(Jobs.class);
        this.batches = application.getBean(Batches.class);
        this.flows = application.getBean(Flows.class);
        this.jdbc = application.getBean(JdbcOperations.class);
        this.history = history;
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

    Collection<Sent> sent() {
        return enqueues.sent();
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
        switch (random.nextInt(10)) {
            case 0 -> direct();
            case 1 -> single(Kind.PLAIN, ClusterWork.Plain::new);
            case 2 -> written(1 + random.nextInt(LARGEST_GROUP));
            case 3 -> single(Kind.GATED, ClusterWork.Gated::new);
            case 4 -> single(Kind.RATED, ClusterWork.Rated::new);
            case 5 -> keyed("key-" + random.nextInt(KEYS));
            case 6 -> batch(1 + random.nextInt(LARGEST_GROUP));
            case 7 -> flow(1 + random.nextInt(LARGEST_GROUP));
            case 8 -> single(Kind.CALLED, ClusterWork.Called::new);
            default -> single(Kind.CHUNKED, ClusterWork.Chunked::new);
        }
    }

    private void direct() {
        Sent one = Sent.of(next(1).first(), Kind.DIRECT);
        enqueues.direct(one, () -> note(one, jobs.enqueue(new ClusterWork.Direct(one.item()))));
    }

    private void single(Kind kind, LongFunction<Object> payload) {
        Sent one = Sent.of(next(1).first(), kind);
        enqueues.inTransaction(
                () -> List.of(one), "", () -> note(one, jobs.enqueue(payload.apply(one.item()))));
    }

    private void written(int count) {
        Items all = next(count);
        List<Sent> wanted = each(all, Kind.WRITTEN);
        enqueues.inTransaction(
                () -> wanted, "", () -> jobs.enqueueAll(numbers(all).mapToObj(ClusterWork.Written::new)));
    }

    /** A job that runs already may not see the row of this transaction, so no effect is promised then. */
    private void keyed(String key) {
        Sent one = Sent.of(next(1).first(), Kind.KEYED);
        AtomicReference<Sent> known = new AtomicReference<>(one);
        enqueues.inTransaction(() -> List.of(known.get()), key, () -> {
            Enqueued enqueued = jobs.enqueue(new ClusterWork.Keyed(key), job -> job.uniqueUntilFinished(key));
            note(one, enqueued);
            known.set(enqueued.outcome() == Enqueued.Outcome.RUNNING ? one.withoutPromise() : one);
        });
    }

    private void batch(int count) {
        Items members = next(count);
        Sent after = Sent.of(next(1).first(), Kind.AFTER).after(count);
        List<Sent> wanted = new ArrayList<>(each(members, Kind.MEMBER));
        wanted.add(after);
        enqueues.inTransaction(() -> wanted, "", () -> {
            Batch batch = batches.open();
            batch.onComplete(new ClusterWork.After(after.item(), members));
            batch.addJobs(numbers(members).mapToObj(ClusterWork.Member::new));
            batch.seal();
        });
    }

    private void flow(int count) {
        Items one = next(count);
        Items two = next(1);
        Items three = next(1);
        List<Sent> wanted = new ArrayList<>(each(one, Kind.STEP_ONE));
        wanted.add(Sent.of(two.first(), Kind.STEP_TWO).after(count));
        wanted.add(Sent.of(three.first(), Kind.STEP_THREE).after(1));
        enqueues.inTransaction(
                () -> wanted,
                "",
                () -> flows.start(Flow.group(numbers(one).mapToObj(ClusterWork.StepOne::new))
                        .then(new ClusterWork.StepTwo(two.first(), one))
                        .then(new ClusterWork.StepThree(three.first(), two))));
    }

    private Items next(int count) {
        return new Items(items.getAndAdd(count), count);
    }

    private static LongStream numbers(Items all) {
        return LongStream.rangeClosed(all.first(), all.last());
    }

    private static List<Sent> each(Items all, Kind kind) {
        return numbers(all).mapToObj(item -> Sent.of(item, kind)).toList();
    }

    /** Records the result of an enqueue, whose transaction may still be rolled back. */
    private void note(Sent one, Enqueued enqueued) {
        history.note("enqueued", one.kind().type(), one.item(), enqueued.id(), enqueued.outcome());
    }
}
