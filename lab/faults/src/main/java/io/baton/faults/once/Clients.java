package io.baton.faults.once;

import io.baton.Enqueued;
import io.baton.Enqueued.Outcome;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Groups of clients that request the same at once, in transactions that stay open for a moment, of which some are rolled back. */
final class Clients {

    /** How many kinds of keys there are. */
    static final int KINDS = 5;

    private static final int GROUPS = 4;
    private static final int CLIENTS = 4;
    private static final int ONE_IN_ROLLED_BACK = 10;
    private static final int LONGEST_LATE_NANOS = 40_000_000;

    private final OnceSetup setup;
    private final Enqueue enqueue;
    private final String prefix;
    private final int rounds;
    private final Duration longestOpen;
    private final TransactionTemplate transactions;
    private final AtomicLong numbers;
    private final AtomicInteger running = new AtomicInteger(GROUPS * CLIENTS);
    private final AtomicInteger failed = new AtomicInteger();
    private final AtomicInteger deadlocks = new AtomicInteger();
    private final AtomicReference<@Nullable DataAccessException> failure = new AtomicReference<>();
    private final Map<Long, Enqueued> committed = new ConcurrentHashMap<>();

    /**
     * Creates them.
     *
     * @param series distinguishes their requests and keys from those of others
     * @param longestOpen for how long their transactions are open after the enqueue
     */
    Clients(OnceSetup setup, Enqueue enqueue, int series, int rounds, Duration longestOpen) {
        this.setup = setup;
        this.enqueue = enqueue;
        this.prefix = "series-" + series;
        this.rounds = rounds / GROUPS;
        this.longestOpen = longestOpen;
        this.numbers = new AtomicLong(series * 1_000_000L);
        this.transactions = new TransactionTemplate(setup.bean(PlatformTransactionManager.class));
    }

    /** Enqueues the job of a key. */
    interface Enqueue {

        Enqueued by(String key, int kind);
    }

    void start() {
        for (int group = 0; group < GROUPS; group++) {
            CyclicBarrier together = new CyclicBarrier(CLIENTS);
            for (int client = 0; client < CLIENTS; client++) {
                Random random = new Random(setup.seed() + (long) group * CLIENTS + client);
                String keys = prefix + "-" + group + "-";
                Thread thread = new Thread(() -> call(keys, together, random), "client");
                thread.setDaemon(true);
                thread.start();
            }
        }
    }

    private void call(String keys, CyclicBarrier together, Random random) {
        try {
            for (int round = 0; round < rounds; round++) {
                together.await();
                int kind = round % KINDS;
                request(keys + round, kind, random);
            }
        } catch (InterruptedException | BrokenBarrierException e) {
            failed.incrementAndGet();
        } finally {
            running.decrementAndGet();
        }
    }

    private void request(String key, int kind, Random random) {
        long number = numbers.incrementAndGet();
        LockSupport.parkNanos(random.nextInt(LONGEST_LATE_NANOS));
        boolean rollsBack = random.nextInt(ONE_IN_ROLLED_BACK) == 0;
        int open = random.nextInt((int) longestOpen.toNanos());
        try {
            Enqueued enqueued = transactions.execute(status -> {
                setup.tables().jdbc().update("INSERT INTO request (n, unique_key) VALUES (?, ?)", number, key);
                Enqueued came = enqueue.by(key, kind);
                LockSupport.parkNanos(open);
                if (rollsBack) {
                    status.setRollbackOnly();
                }
                return came;
            });
            if (!rollsBack && enqueued != null) {
                committed.put(number, enqueued);
            }
        } catch (CannotAcquireLockException e) {
            deadlocks.incrementAndGet();
        } catch (DataAccessException e) {
            failed.incrementAndGet();
            failure.compareAndSet(null, e);
        }
    }

    /** How many the database rolled back since they waited for each other. */
    long deadlocks() {
        return deadlocks.get();
    }

    boolean ended() {
        return running.get() == 0;
    }

    /** Returns how many requests could not be made. */
    int failed() {
        return failed.get();
    }

    /** Returns the first reason. */
    String failure() {
        return String.valueOf(failure.get());
    }

    /** Returns the requests that a job is to see, with that job. */
    Map<Long, Long> promised() {
        return committed.entrySet().stream()
                .filter(request -> request.getValue().outcome() != Outcome.RUNNING)
                .collect(Collectors.toMap(
                        Map.Entry::getKey, request -> request.getValue().id().value()));
    }

    /** Returns the number of requests by outcome. */
    Map<Outcome, Long> outcomes() {
        return committed.values().stream()
                .collect(Collectors.groupingBy(
                        Enqueued::outcome, () -> new EnumMap<>(Outcome.class), Collectors.counting()));
    }
}
