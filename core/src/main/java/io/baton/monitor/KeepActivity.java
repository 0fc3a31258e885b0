package io.baton.monitor;

import static java.util.Objects.requireNonNull;

import io.baton.RunOutcome;
import io.baton.database.Micros;
import io.baton.database.Transactions;
import io.baton.job.ClaimedJob;
import io.baton.loop.SweepTask;
import io.baton.monitor.Activity.Count;
import io.baton.monitor.Monitor.QueueStatus;
import io.baton.worker.run.RunListener;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Counts the runs of this node by queue and type, and writes the counts once a minute, unless all are zero. The node that samples the cluster also
 * writes the depths of queues, in the middle of each minute so that none is left out, and merges and removes old rows.
 */
public final class KeepActivity implements RunListener, SweepTask {

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final int MIDDLE_OF_NEXT = 90;
    private static final int PORTION = 1_000;
    /** The most pairs of queue and type with a row of their own. One more row has the sum of all others. */
    private static final int MOST_NAMED = 100;

    private static final int MOST_COUNTED = 1_000;
    private static final int MOST_QUEUES = 50;

    private final ActivityStore store;
    private final Transactions transactions;
    private final Sampler sampler;
    private volatile Map<Pair, Counts> current = new ConcurrentHashMap<>();
    /** The counts of the last turn, to which a run may have added since. */
    private Map<Pair, Counts> last = Map.of();

    private record Pair(@Nullable String queue, @Nullable String type) {}

    /** Creates a task that has counted nothing. */
    public KeepActivity(ActivityStore store, Transactions transactions, Sampler sampler) {
        this.store = store;
        this.transactions = transactions;
        this.sampler = sampler;
    }

    @Override
    public void started(ClaimedJob job, Duration waited) {
        long micros = Micros.of(waited);
        Counts counts = counts(job.queue(), job.type());
        counts.add(Count.STARTED, 1);
        counts.add(Count.WAITED, micros);
        counts.add(Count.LONGEST_WAIT, micros);
        counts.add(Count.of(micros), 1);
    }

    @Override
    public void ended(ClaimedJob job, RunOutcome outcome, Duration duration) {
        Count ended =
                switch (outcome) {
                    case COMPLETED -> Count.COMPLETED;
                    case CANCELLED -> Count.CANCELLED;
                    case RETRIED -> Count.FAILED;
                    case DEAD -> Count.DIED;
                    default -> null;
                };
        if (ended != null) {
            counts(job.queue(), job.type()).add(ended, 1);
        }
    }

    private Counts counts(@Nullable String queue, @Nullable String type) {
        Map<Pair, Counts> counts = current;
        Pair pair = new Pair(queue, type);
        Counts known = counts.get(pair);
        return known != null
                ? known
                : counts.computeIfAbsent(
                        counts.size() < MOST_COUNTED ? pair : new Pair(null, null), any -> new Counts());
    }

    @Override
    public Duration sweep() {
        writeRuns();
        boolean first = sampler.isFirst();
        if (first && isBehind()) {
            return Duration.ZERO;
        }
        return first ? writeDepths() : MINUTE;
    }

    private boolean isBehind() {
        return transactions.run(() -> store.purge(PORTION)) == PORTION
                || transactions.run(() -> store.fold(PORTION)) == PORTION;
    }

    private void writeRuns() {
        List<Activity> taken = take();
        if (taken.isEmpty()) {
            return;
        }
        try {
            transactions.run(() -> store.write(named(taken), Map.of()));
        } catch (RuntimeException e) {
            restore(taken);
            throw e;
        }
    }

    /** Writes the depths of queues. Returns the time until the middle of the next minute. */
    private Duration writeDepths() {
        Map<String, Long> depths = sampler.recent().queues().stream()
                .sorted(Comparator.comparingLong(QueueStatus::ready).reversed())
                .limit(MOST_QUEUES)
                .collect(Collectors.toMap(QueueStatus::queue, QueueStatus::ready));
        if (depths.isEmpty()) {
            return MINUTE;
        }
        Instant written = transactions.run(() -> store.write(List.of(), depths));
        return Duration.ofSeconds(
                MIDDLE_OF_NEXT - written.atOffset(ZoneOffset.UTC).getSecond());
    }

    /** Returns the busiest activities, and the sum of all others. */
    private static List<Activity> named(List<Activity> activities) {
        List<Activity> busiest = activities.stream()
                .sorted(Comparator.comparingLong((Activity each) -> each.count(Count.STARTED))
                        .reversed())
                .toList();
        Activity others = busiest.stream().skip(MOST_NAMED).reduce(new Activity(null, null, Map.of()), Activity::plus);
        return Stream.concat(busiest.stream().limit(MOST_NAMED), Stream.of(others))
                .filter(activity -> !activity.isNone())
                .toList();
    }

    /** Returns the activities since the last call. */
    List<Activity> take() {
        restore(taken(last));
        last = current;
        current = new ConcurrentHashMap<>();
        return taken(last);
    }

    private static List<Activity> taken(Map<Pair, Counts> counts) {
        return counts.entrySet().stream()
                .map(each -> Activity.of(each.getKey().queue(), each.getKey().type(), each.getValue()::take))
                .filter(activity -> !activity.isNone())
                .toList();
    }

    /** Adds counts that could not be written. */
    void restore(List<Activity> taken) {
        taken.forEach(activity -> {
            Counts counts = counts(activity.queue(), activity.type());
            activity.counts().keySet().forEach(each -> counts.add(each, activity.count(each)));
        });
    }

    /** The counts of one type in one queue. */
    private static final class Counts {

        private final Map<Count, LongAccumulator> counts = new EnumMap<>(Count.class);

        Counts() {
            Arrays.stream(Count.values()).forEach(each -> counts.put(each, new LongAccumulator(each::plus, 0)));
        }

        void add(Count which, long number) {
            requireNonNull(counts.get(which)).accumulate(number);
        }

        long take(Count which) {
            return requireNonNull(counts.get(which)).getThenReset();
        }
    }
}
