package io.baton.job;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.springframework.dao.ConcurrencyFailureException;

/** Eight threads take batches of ten until nothing is left, and count how often each row was had. */
final class ClaimRace {

    static final int BATCH = 10;
    private static final int THREADS = 8;

    private final Map<Long, Integer> timesClaimed = new ConcurrentHashMap<>();
    private final AtomicInteger largestBatch = new AtomicInteger();
    private final AtomicInteger collisions = new AtomicInteger();

    /** Runs one round to its end. */
    static ClaimRace run(BatchClaimer claimer) {
        ClaimRace race = new ClaimRace();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<CompletableFuture<Void>> runs = IntStream.range(0, THREADS)
                    .mapToObj(thread -> CompletableFuture.runAsync(() -> race.drain(claimer), threads))
                    .toList();
            runs.forEach(CompletableFuture::join);
        } finally {
            threads.shutdownNow();
        }
        return race;
    }

    private void drain(BatchClaimer claimer) {
        while (!claimer.drained() && !Thread.currentThread().isInterrupted()) {
            try {
                List<Long> batch = claimer.claim(BATCH);
                largestBatch.accumulateAndGet(batch.size(), Math::max);
                batch.forEach(id -> timesClaimed.merge(id, 1, Integer::sum));
                claimer.finish(batch);
            } catch (ConcurrencyFailureException e) {
                collisions.incrementAndGet();
            }
        }
    }

    /** How many different rows were taken. */
    int claimed() {
        return timesClaimed.size();
    }

    /** How many rows were taken more than once. */
    long claimedAgain() {
        return timesClaimed.values().stream().filter(times -> times > 1).count();
    }

    int largestBatch() {
        return largestBatch.get();
    }

    /** How often the database refused a transaction because of another. */
    int collisions() {
        return collisions.get();
    }
}
