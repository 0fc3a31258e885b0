package io.baton.benchmark.node;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** What the driver can request of a node. */
record Commands(Contestant contestant, StartTimes ledger, Traffic traffic) {

    private static final int FEEDS_PER_SECOND = 20;

    Object obey(String[] words) throws Exception {
        return switch (words[0]) {
            case "expect" -> done(() -> ledger.expect(number(words, 1)));
            case "hold" -> done(ledger::hold);
            case "on" -> done(contestant::on);
            case "off" -> done(contestant::off);
            case "count" -> ledger.count();
            case "repeated" -> ledger.repeated();
            case "report" -> done(() -> ledger.write(Path.of(words[1])));
            case "fill" -> timed(() -> contestant.enqueueAll(0, number(words, 1)));
            case "store" -> timed(() -> contestant.enqueueAll(number(words, 1), number(words, 2)));
            case "enqueue" -> timed(() -> enqueue(number(words, 1), number(words, 2)));
            case "pace" -> done(() -> pace(number(words, 1), number(words, 2), Path.of(words[3])));
            case "insert" -> done(() -> insert(words));
            case "measure" -> contestant.measure(words[1], number(words, 2));
            case "traffic" -> traffic(words);
            case "feed" -> done(() -> feed(number(words, 1), number(words, 2)));
            default -> throw new IllegalArgumentException("Unknown command " + words[0]);
        };
    }

    private Object traffic(String[] words) throws Exception {
        ledger.traffic(traffic);
        return switch (words[1]) {
            case "work" -> done(() -> ledger.work(number(words, 2)));
            case "fill" -> timed(() -> traffic.fill(number(words, 2)));
            case "rate" -> done(() -> traffic.rate(number(words, 2)));
            case "depth" -> done(() -> traffic.depth(number(words, 2)));
            case "stop" -> done(traffic::stop);
            case "sample" -> traffic.sample(number(words, 2) == 1);
            default -> throw new IllegalArgumentException("Unknown command traffic " + words[1]);
        };
    }

    /** Enqueues jobs one by one by several threads. */
    private void enqueue(int jobs, int threads) throws Exception {
        AtomicInteger next = new AtomicInteger();
        List<Future<?>> running = new ArrayList<>();
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        for (int i = 0; i < threads; i++) {
            running.add(executor.submit(() -> {
                for (int index = next.getAndIncrement(); index < jobs; index = next.getAndIncrement()) {
                    contestant.enqueue(index);
                }
                return null;
            }));
        }
        for (Future<?> thread : running) {
            thread.get();
        }
        executor.shutdown();
    }

    /** Enqueues one job each so many milliseconds; writes when each call began and when each ended. */
    private void pace(int jobs, int millis, Path file) throws Exception {
        long[] times = new long[2 * jobs];
        for (int index = 0; index < jobs; index++) {
            LockSupport.parkNanos(millis * 1_000_000L);
            times[2 * index] = System.nanoTime();
            contestant.enqueue(index);
            times[2 * index + 1] = System.nanoTime();
        }
        StartTimes.write(times, file);
    }

    /** Enqueues the jobs from one number up to another by several clients; writes when each call began and ended. */
    private void insert(String[] words) throws Exception {
        Clients clients = new Clients(contestant, number(words, 1), number(words, 2));
        StartTimes.write(clients.run(number(words, 3)), Path.of(words[4]));
    }

    /** Enqueues so many jobs per second, in small bulks, for so many seconds. */
    private void feed(int perSecond, int seconds) throws Exception {
        int portion = perSecond / FEEDS_PER_SECOND;
        long start = System.nanoTime();
        for (int i = 0; i < FEEDS_PER_SECOND * seconds; i++) {
            contestant.enqueueAll(i * portion, (i + 1) * portion);
            long next = start + (i + 1) * (1_000_000_000L / FEEDS_PER_SECOND);
            LockSupport.parkNanos(next - System.nanoTime());
        }
    }

    private static int number(String[] words, int position) {
        return Integer.parseInt(words[position]);
    }

    private static String done(Action action) throws Exception {
        action.run();
        return "";
    }

    private static long timed(Action action) throws Exception {
        long start = System.nanoTime();
        action.run();
        return System.nanoTime() - start;
    }

    @FunctionalInterface
    private interface Action {
        void run() throws Exception;
    }
}
