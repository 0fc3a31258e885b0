package io.baton.benchmark.baton;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Profile;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.core.task.TaskExecutor;
import org.springframework.stereotype.Component;

/** The waits of the jobs that sleep, by an executor alone, as often at once and on the same kind of threads. */
@Component("waits")
@Profile("sleep")
class Waits implements Measurement {

    private final int places;
    private final boolean virtual;

    Waits(
            @Value("${baton.queues.work.concurrency}") int places,
            @Value("${spring.threads.virtual.enabled:false}") boolean virtual) {
        this.places = places;
        this.virtual = virtual;
    }

    /** Returns how many ended in a second. */
    @Override
    public String measure(int number) throws Exception {
        if (virtual) {
            SimpleAsyncTaskExecutor threads = new SimpleAsyncTaskExecutor();
            threads.setVirtualThreads(true);
            threads.setConcurrencyLimit(places);
            return rate(number, threads);
        }
        ExecutorService threads = Executors.newFixedThreadPool(places);
        try {
            return rate(number, threads::execute);
        } finally {
            threads.shutdown();
        }
    }

    private static String rate(int number, TaskExecutor threads) throws InterruptedException {
        CountDownLatch left = new CountDownLatch(number);
        long start = System.nanoTime();
        for (int i = 0; i < number; i++) {
            threads.execute(() -> {
                SleepJobs.sleep();
                left.countDown();
            });
        }
        left.await();
        return String.valueOf(number / ((System.nanoTime() - start) / 1e9));
    }
}
