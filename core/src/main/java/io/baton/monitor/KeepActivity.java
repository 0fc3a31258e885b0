package io.baton.monitor;

import static java.util.Objects.requireNonNull;

import io.baton.RunOutcome;
import io.baton.database.Micros;
import io.baton.database.Transactions;
import io.baton.job.ClaimedJob;
import io.baton.loop.SweepTask;
import io.baton.monitor.Monitor.QueueStatus;
import io.baton.worker.run.RunListener;
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Counts the runs of this node by queue and type, and writes them once a minute, if any. One node of the cluster writes how deep queues are. */
public final class KeepActivity implements RunListener, SweepTask {

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final int PORTION = 1_000;
    /** What ran in more pairs of queue and type is written as one row. */
    private static final int MOST_NAMED = 100;

    private static final int MOST_QUEUES = 50;

    private final ActivityStore store;
    private final Transactions transactions;
    private final Supplier<List<QueueStatus>> queues;
    private final Map<String, Map<String, Counts>> counts = new ConcurrentHashMap<>();

    /**
     * Creates a task that has counted nothing.
     *
     * @param queues whose depth this node writes; none if another node does
     */
    public KeepActivity(ActivityStore store, Transactions transactions, Supplier<List<QueueStatus>> queues) {
        this.store = store;
        this.transactions = transactions;
        this.queues = queues;
    }

    @Override
    public void started(ClaimedJob job, Duration waited) {
        counts(job.queue(), job.type()).start(waited);
    }

    @Override
    public void ended(ClaimedJob job, RunOutcome outcome, Duration duration) {
        counts(job.queue(), job.type()).of(outcome).increment();
    }

    private Counts counts(String ofQueue, String ofType) {
        return counts.computeIfAbsent(ofQueue, queue -> new ConcurrentHashMap<>())
                .computeIfAbsent(ofType, type -> new Counts());
    }

    @Override
    public Duration sweep() {
        Map<String, Long> depths = queues.get().stream()
                .sorted(Comparator.comparingLong(QueueStatus::ready).reversed())
                .limit(MOST_QUEUES)
                .collect(Collectors.toMap(QueueStatus::queue, QueueStatus::ready));
        List<Activity> taken = take();
        if (taken.isEmpty() && depths.isEmpty()) {
            return MINUTE;
        }
        try {
            transactions.run(() -> {
                store.write(named(taken), depths);
                return null;
            });
        } catch (RuntimeException e) {
            restore(taken);
            throw e;
        }
        int folded = transactions.run(() -> store.fold(PORTION));
        int purged = transactions.run(() -> store.purge(PORTION));
        return folded == PORTION || purged == PORTION ? Duration.ZERO : MINUTE;
    }

    /** Returns the busiest by their names, and the others together. */
    private static List<Activity> named(List<Activity> activities) {
        List<Activity> busiest = activities.stream()
                .sorted(Comparator.comparingLong(Activity::started).reversed())
                .toList();
        Stream<Activity> others =
                busiest.stream().skip(MOST_NAMED).map(Activity::unnamed).reduce(Activity::plus).stream();
        return Stream.concat(busiest.stream().limit(MOST_NAMED), others).toList();
    }

    /** Returns what was counted since the last call. */
    List<Activity> take() {
        return counts.entrySet().stream()
                .flatMap(queue -> queue.getValue().entrySet().stream()
                        .map(type -> type.getValue().take(queue.getKey(), type.getKey())))
                .filter(activity -> !activity.isNone())
                .toList();
    }

    /** Adds counts that could not be written. */
    void restore(List<Activity> taken) {
        taken.forEach(activity -> counts(requireNonNull(activity.queue()), requireNonNull(activity.type()))
                .add(activity));
    }

    /** Counts of one type in one queue. */
    private static final class Counts {

        private final LongAdder started = new LongAdder();
        private final LongAdder waitedMicros = new LongAdder();
        private final LongAccumulator longestMicros = new LongAccumulator(Math::max, 0);
        private final List<LongAdder> waits = Stream.generate(LongAdder::new)
                .limit(Activity.WAITS.size() + 1L)
                .toList();
        private final Map<RunOutcome, LongAdder> ended = new EnumMap<>(RunOutcome.class);

        Counts() {
            for (RunOutcome outcome : RunOutcome.values()) {
                ended.put(outcome, new LongAdder());
            }
        }

        void start(Duration waited) {
            started.increment();
            long micros = Micros.of(waited);
            waitedMicros.add(micros);
            longestMicros.accumulate(micros);
            waits.get(Activity.place(waited)).increment();
        }

        LongAdder of(RunOutcome outcome) {
            return requireNonNull(ended.get(outcome));
        }

        Activity take(String queue, String type) {
            return new Activity(
                    queue,
                    type,
                    started.sumThenReset(),
                    of(RunOutcome.COMPLETED).sumThenReset(),
                    of(RunOutcome.CANCELLED).sumThenReset(),
                    of(RunOutcome.RETRIED).sumThenReset(),
                    of(RunOutcome.DEAD).sumThenReset(),
                    Micros.duration(waitedMicros.sumThenReset()),
                    Micros.duration(longestMicros.getThenReset()),
                    waits.stream().map(LongAdder::sumThenReset).toList());
        }

        void add(Activity activity) {
            started.add(activity.started());
            of(RunOutcome.COMPLETED).add(activity.completed());
            of(RunOutcome.CANCELLED).add(activity.cancelled());
            of(RunOutcome.RETRIED).add(activity.failed());
            of(RunOutcome.DEAD).add(activity.died());
            waitedMicros.add(Micros.of(activity.waited()));
            longestMicros.accumulate(Micros.of(activity.longestWait()));
            for (int place = 0; place < waits.size(); place++) {
                waits.get(place).add(activity.waits().get(place));
            }
        }
    }
}
