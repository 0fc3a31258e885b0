package io.baton.faults.limit;

import io.baton.JobOptions;
import io.baton.Jobs;
import io.baton.faults.limit.LimitWork.Step;
import io.baton.faults.limit.LimitWork.Then;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.springframework.jdbc.core.JdbcOperations;

/** Enqueues jobs of all kinds, and remembers them. */
final class LimitClient {

    private static final int PORTION = 200;
    private static final int FEWEST = 400;
    private static final int ACCOUNTS = 5;
    private static final long BETWEEN_NANOS = 50_000_000;

    private final Jobs jobs;
    private final JdbcOperations jdbc;
    private final Random random;
    private final List<Long> ids = new CopyOnWriteArrayList<>();
    private volatile boolean fed;

    LimitClient(Jobs jobs, JdbcOperations jdbc, long seed) {
        this.jobs = jobs;
        this.jdbc = jdbc;
        this.random = new Random(seed);
    }

    List<Long> ids() {
        return ids;
    }

    /** Enqueues jobs that need one permit and run once. */
    void simple(int count, String queue) {
        enqueue(count, () -> new LimitWork.Gated(step(Then.COMPLETE, LimitWork.GATE)), job -> job.queue(queue));
    }

    /** Enqueues some of each kind. */
    void portion() {
        enqueue(PORTION * 40 / 100, () -> new LimitWork.Gated(step(then(), LimitWork.GATE)), job -> {});
        enqueue(PORTION * 30 / 100, () -> new LimitWork.Written(step(then(), LimitWork.GATE)), job -> {});
        enqueue(PORTION * 5 / 100, () -> new LimitWork.Written(step(then(), LimitWork.GATE)), job -> job.priority(5));
        enqueue(PORTION * 10 / 100, () -> keyed(), job -> {});
        enqueue(PORTION * 5 / 100, () -> keyed(LimitWork.GATE), job -> job.permits(LimitWork.GATE));
        String[] both = {LimitWork.LEFT, LimitWork.RIGHT};
        enqueue(PORTION * 5 / 100, () -> new LimitWork.OneWay(step(then(), both)), job -> {});
        enqueue(PORTION * 5 / 100, () -> new LimitWork.OtherWay(step(then(), both)), job -> {});
    }

    private LimitWork.Keyed keyed(String... more) {
        String account = "a" + random.nextInt(ACCOUNTS);
        String[] permits = Stream.concat(Stream.of(LimitWork.ACCOUNT + ":" + account), Stream.of(more))
                .toArray(String[]::new);
        return new LimitWork.Keyed(account, step(then(), permits));
    }

    private Step step(Then then, String... permits) {
        return new Step(Set.of(permits), 30 + random.nextInt(60), then);
    }

    /** Most complete at once. */
    private Then then() {
        return switch (random.nextInt(12)) {
            case 0 -> Then.FAIL;
            case 1 -> Then.SNOOZE;
            case 2 -> Then.GO_ON;
            default -> Then.COMPLETE;
        };
    }

    private void enqueue(int count, Supplier<Object> payload, Consumer<JobOptions> options) {
        List<Object> payloads = Stream.generate(payload).limit(count).toList();
        List<Long> stored = new ArrayList<>();
        jobs.enqueueEach(payloads, options)
                .forEach(enqueued -> stored.add(enqueued.id().value()));
        ids.addAll(stored);
    }

    /** Keeps hundreds of jobs enqueued until it is stopped. */
    Thread feed() {
        fed = true;
        Thread feeder = new Thread(this::feedOn, "feeder");
        feeder.setDaemon(true);
        feeder.start();
        return feeder;
    }

    private void feedOn() {
        while (fed) {
            if (unfinished() < FEWEST) {
                portion();
            }
            LockSupport.parkNanos(BETWEEN_NANOS);
        }
    }

    long unfinished() {
        Long count = jdbc.queryForObject("SELECT COUNT(*) FROM baton_job", Long.class);
        return count == null ? 0 : count;
    }

    void stop(Thread feeder) {
        fed = false;
        try {
            feeder.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
