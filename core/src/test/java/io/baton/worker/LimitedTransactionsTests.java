package io.baton.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.database.Transactions;
import io.baton.worker.Engine.LimitedTransactions;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.TransientDataAccessException;

class LimitedTransactionsTests {

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicInteger atOnce = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private final LimitedTransactions limited = new LimitedTransactions(new Counted(), new Semaphore(2, true));

    /** Notes how many run at once. */
    private final class Counted implements Transactions {

        @Override
        public <T extends @Nullable Object> T run(Supplier<T> work) {
            most.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
            try {
                return work.get();
            } finally {
                atOnce.decrementAndGet();
            }
        }
    }

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    /** Whoever waits for 5 s gives up: where the machine stood still for as long, it tries again. */
    private int turn(int number) {
        while (true) {
            long start = System.nanoTime();
            try {
                return limited.run(() -> number);
            } catch (TransientDataAccessException e) {
                if (System.nanoTime() - start < TimeUnit.SECONDS.toNanos(5)) {
                    throw e;
                }
            }
        }
    }

    @Test
    void no_more_than_allowed_run_at_once_and_all_have_their_turn() {
        CompletableFuture<?>[] all = IntStream.range(0, 50)
                .mapToObj(i -> CompletableFuture.supplyAsync(() -> turn(i), threads))
                .toArray(CompletableFuture[]::new);
        CompletableFuture.allOf(all).orTimeout(60, TimeUnit.SECONDS).join();
        assertThat(most.get()).isBetween(1, 2);
    }

    @Test
    void an_interrupted_waiter_reports_that_it_had_no_turn() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch held = new CountDownLatch(2);
        for (int i = 0; i < 2; i++) {
            threads.execute(() -> limited.run(() -> {
                held.countDown();
                return await(release);
            }));
        }
        held.await();
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> limited.run(() -> 1)).isInstanceOf(TransientDataAccessException.class);
        assertThat(Thread.interrupted()).isTrue();
        release.countDown();
    }

    private static boolean await(CountDownLatch latch) {
        try {
            return latch.await(60, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            return false;
        }
    }
}
