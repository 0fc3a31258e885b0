package io.baton.benchmark.node;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Clients that enqueue jobs one by one, each as fast as it goes, and see how long each call takes and whether it fails. */
final class Clients {

    private final Contestant contestant;
    private final int from;
    /** Of each job when the call began and when it returned, or 0 if it failed; each written by the client that has the job. */
    private final long[] times;

    private final AtomicInteger next = new AtomicInteger();

    Clients(Contestant contestant, int from, int to) {
        this.contestant = contestant;
        this.from = from;
        this.times = new long[2 * (to - from)];
    }

    long[] run(int clients) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            Thread thread = new Thread(this::enqueueAll, "client-" + i);
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return times;
    }

    private void enqueueAll() {
        for (int job = next.getAndIncrement(); job < times.length / 2; job = next.getAndIncrement()) {
            times[2 * job] = System.nanoTime();
            try {
                contestant.enqueue(from + job);
                times[2 * job + 1] = System.nanoTime();
            } catch (Exception e) {
                System.out.println("An enqueue failed: " + e);
            }
        }
    }
}
