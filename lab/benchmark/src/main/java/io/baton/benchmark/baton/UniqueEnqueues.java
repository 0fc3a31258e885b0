package io.baton.benchmark.baton;

import io.baton.Jobs;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/** Enqueues one by one by eight threads: without a key, each with a key of its own, and all with keys that are held. */
@Component
@Profile("unique")
class UniqueEnqueues implements Measurement {

    private static final int HELD = 64;

    private final Jobs jobs;
    private final UniqueJobs payloads;
    private final AtomicLong keys = new AtomicLong();

    UniqueEnqueues(Jobs jobs, UniqueJobs payloads) {
        this.jobs = jobs;
        this.payloads = payloads;
    }

    /** Returns how many of each kind were enqueued in a second. */
    @Override
    public String measure(int number) throws Exception {
        long run = System.nanoTime();
        for (int key = 0; key < HELD; key++) {
            enqueue(0, "held:" + run + ":" + key);
        }
        double plain = EightThreads.rate(number, index -> jobs.enqueue(payloads.payload(index)));
        double created =
                EightThreads.rate(number, index -> enqueue(index, "key:" + run + ":" + keys.incrementAndGet()));
        double kept = EightThreads.rate(number, index -> enqueue(index, "held:" + run + ":" + index % HELD));
        return plain + " " + created + " " + kept;
    }

    private void enqueue(int index, String key) {
        jobs.enqueue(payloads.payload(index), job -> job.unique(key));
    }
}
