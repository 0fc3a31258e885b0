package io.baton.benchmark.baton;

import io.baton.Batch;
import io.baton.BatchId;
import io.baton.BatchItems;
import io.baton.BatchStatus;
import io.baton.Batches;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;

/** One batch of very many items that are no jobs: added, their ids expanded, and acknowledged in small calls. */
@Configuration(proxyBeanMethods = false)
@Profile("batches")
class ManyItems {

    private static final int THREADS = 8;
    private static final int PER_CALL = 100;
    private static final int LOOKS = 20;

    private BatchItems items = new BatchItems(new BatchId(0), List.of());

    /** Returns how long adding takes. */
    @Bean("add")
    Measurement add(Batches batches) {
        return number -> {
            Batch batch = batches.open().onComplete(new BatchJobs.After(number));
            long start = System.nanoTime();
            items = batch.addItems(number);
            long nanos = System.nanoTime() - start;
            batch.seal();
            return Long.toString(nanos);
        };
    }

    /** Returns how many ids there are, and the most bytes that were alive meanwhile, beyond those before. */
    @Bean("expand")
    Measurement expand() {
        return number -> {
            long before = alive();
            long most = before;
            long ids = 0;
            int perLook = Math.max(1, number / LOOKS);
            for (Iterator<String> each = items.ids().iterator(); each.hasNext(); each.next()) {
                if (++ids % perLook == 0) {
                    most = Math.max(most, alive());
                }
            }
            return ids + " " + (most - before);
        };
    }

    private static long alive() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** Returns how long it takes to acknowledge all, and how many calls completed the batch. */
    @Bean("ack")
    Measurement ack(Batches batches) {
        return number -> {
            Iterator<String> ids = items.ids().iterator();
            ExecutorService executor = Executors.newFixedThreadPool(THREADS);
            long start = System.nanoTime();
            List<Future<Integer>> running = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                running.add(executor.submit(() -> ackAll(batches, ids)));
            }
            int completions = 0;
            for (Future<Integer> each : running) {
                completions += each.get();
            }
            long nanos = System.nanoTime() - start;
            executor.shutdown();
            return nanos + " " + completions;
        };
    }

    private static int ackAll(Batches batches, Iterator<String> ids) {
        int completions = 0;
        for (List<String> call = next(ids); !call.isEmpty(); call = next(ids)) {
            completions += batches.ack(call).stream().anyMatch(BatchStatus::completedNow) ? 1 : 0;
        }
        return completions;
    }

    private static List<String> next(Iterator<String> ids) {
        List<String> call = new ArrayList<>(PER_CALL);
        synchronized (ids) {
            while (call.size() < PER_CALL && ids.hasNext()) {
                call.add(ids.next());
            }
        }
        return call;
    }
}
