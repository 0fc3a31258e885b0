package io.baton.faults.order;

import io.baton.Enqueued;
import io.baton.JobOptions;
import io.baton.Jobs;
import io.baton.faults.Await;
import io.baton.faults.limit.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Enqueue the same number of jobs of each sequence, and plain ones beside them, most of them in shares, in transactions that stay open for a while, so that ids
 * become visible in another order. A twentieth of the transactions is rolled back and repeated.
 */
final class Senders {

    private static final int THREADS = 6;
    private static final int PORTION = 36;
    private static final int PLAIN = 4;
    private static final int PERCENT_ROLLED_BACK = 5;
    private static final int PERCENT_LONG = 10;
    private static final int LONG_MILLIS = 3_000;
    private static final int SHORT_MILLIS = 100;
    private static final int MOST_FAILED = 1_000;
    /** In turns few jobs of a sequence wait, so that one that is committed late has been overtaken, and many. */
    private static final int TURNS = 10;

    private static final int FEW = 3;
    private static final int MANY = 20;
    private static final Duration LONGEST_STOP = Duration.ofMinutes(1);
    private static final Duration BETWEEN = Duration.ofMillis(50);
    private static final Duration AFTER_FAILURE = Duration.ofMillis(500);

    private final Jobs jobs;
    private final TransactionOperations transactions;
    private final Clock clock;
    private final LongSupplier unfinished;
    private final int sequences;
    private final List<Integer> places;
    private final long seed;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();
    private final List<List<SequenceHistory.Sent>> sent = new CopyOnWriteArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stopped;
    private volatile @Nullable RuntimeException failure;

    /**
     * Creates them.
     *
     * @param each how many jobs each sequence gets
     */
    Senders(
            Jobs jobs,
            TransactionOperations transactions,
            Clock clock,
            LongSupplier unfinished,
            int sequences,
            int each,
            long seed) {
        this.jobs = jobs;
        this.transactions = transactions;
        this.clock = clock;
        this.unfinished = unfinished;
        this.sequences = sequences;
        this.seed = seed;
        this.places = new ArrayList<>(IntStream.range(0, sequences * each)
                .mapToObj(place -> place % sequences)
                .toList());
        Collections.shuffle(places, new Random(seed));
    }

    void start() {
        for (int i = 0; i < THREADS; i++) {
            Random random = new Random(seed + i);
            Thread thread = new Thread(() -> send(random), "sender-" + i);
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        }
    }

    /** Ends those that still have something to enqueue. */
    void stop() {
        stopped = true;
        Await.require(this::ended, LONGEST_STOP, "senders do not end");
    }

    boolean ended() {
        return threads.stream().noneMatch(Thread::isAlive);
    }

    /** Returns why they have ended early; null if they have not. */
    @Nullable
    RuntimeException failure() {
        return failure;
    }

    /** Returns how many transactions the database has refused. */
    int failed() {
        return failed.get();
    }

    /** Returns all jobs that are committed. */
    List<SequenceHistory.Sent> sent() {
        return sent.stream().flatMap(List::stream).toList();
    }

    private void send(Random random) {
        int from = next.getAndAdd(PORTION);
        while (from < places.size() && !stopped) {
            boolean fewWait = (long) from * TURNS / places.size() % 2 == 0;
            try {
                if (unfinished.getAsLong() > (long) sequences * (fewWait ? FEW : MANY)) {
                    Await.pause(BETWEEN);
                } else if (isCommitted(places.subList(from, Math.min(from + PORTION, places.size())), random)) {
                    from = next.getAndAdd(PORTION);
                }
            } catch (RuntimeException e) {
                failed(e);
                Await.pause(AFTER_FAILURE);
            }
        }
    }

    /** Returns whether a portion is committed; where a commit fails, that is not known, and its jobs are not judged. */
    private boolean isCommitted(List<Integer> portion, Random random) {
        List<SequenceHistory.Sent> invisible = transactions.execute(status -> {
            List<Integer> all = Stream.concat(
                            portion.stream(),
                            Stream.generate(() -> OrderWork.NO_SEQUENCE).limit(PLAIN))
                    .toList();
            List<String> shares = all.stream()
                    .map(sequence -> OrderWork.share(sequence, random))
                    .toList();
            List<Object> payloads = IntStream.range(0, all.size())
                    .mapToObj(i -> work(all.get(i), shares.get(i), random))
                    .toList();
            List<Enqueued> enqueued = jobs.enqueueEach(payloads, (work, options) -> options(work, options, random));
            boolean isLong = random.nextInt(100) < PERCENT_LONG;
            Await.pause(Duration.ofMillis(random.nextInt(isLong ? LONG_MILLIS : SHORT_MILLIS)));
            long before = clock.read();
            if (random.nextInt(100) < PERCENT_ROLLED_BACK) {
                status.setRollbackOnly();
                return List.of();
            }
            return IntStream.range(0, enqueued.size())
                    .mapToObj(i -> new SequenceHistory.Sent(
                            enqueued.get(i).id().value(), all.get(i), shares.get(i), before, SequenceHistory.NEVER))
                    .toList();
        });
        if (invisible.isEmpty()) {
            return false;
        }
        long visible = clock.read();
        sent.add(invisible.stream().map(each -> each.visibleAt(visible)).toList());
        return true;
    }

    private void failed(RuntimeException e) {
        if (failed.incrementAndGet() > MOST_FAILED) {
            failure = e;
            stopped = true;
        }
    }

    private static Object work(int sequence, String share, Random random) {
        boolean byType = sequence != OrderWork.NO_SEQUENCE && !share.isEmpty() && random.nextBoolean();
        return byType ? new OrderWork.Step(sequence, share) : new OrderWork.Written(sequence, share);
    }

    /** A priority must not change the order of a sequence. */
    private static void options(Object work, JobOptions options, Random random) {
        options.priority(random.nextInt(3));
        if (work instanceof OrderWork.Written written) {
            if (written.sequence() != OrderWork.NO_SEQUENCE) {
                options.sequence(OrderWork.name(written.sequence()));
            }
            if (!written.share().equals(OrderWork.NO_SHARE)) {
                options.share(written.share());
            }
        }
    }
}
