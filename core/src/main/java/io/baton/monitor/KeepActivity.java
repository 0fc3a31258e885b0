package io.baton.monitor;

import static java.util.Objects.requireNonNull;

import io.baton.RunOutcome;
import io.baton.database.Micros;
import io.baton.database.Transactions;
import io.baton.job.ClaimedJob;
import io.baton.loop.SweepTask;
import io.baton.monitor.Activity.Kind;
import io.baton.worker.run.RunListener;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Map.Entry;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

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
    private final Map<Kind, Activity> counts = new ConcurrentHashMap<>();

    public KeepActivity(ActivityStore store, Transactions transactions, Sampler sampler) {
        this.store = store;
        this.transactions = transactions;
        this.sampler = sampler;
    }

    @Override
    public void started(ClaimedJob job, Duration waited) {
        add(new Kind(job.queue(), job.type()), Activity.started(Micros.of(waited)));
    }

    @Override
    public void ended(ClaimedJob job, RunOutcome outcome, Duration duration) {
        Activity ended = Activity.ended(outcome);
        if (!ended.equals(Activity.NONE)) {
            add(new Kind(job.queue(), job.type()), ended);
        }
    }

    void add(Kind kind, Activity runs) {
        boolean named = counts.size() < MOST_COUNTED || counts.containsKey(kind);
        counts.merge(named ? kind : Kind.OTHERS, runs, Activity::plus);
    }

    @Override
    public Duration sweep() {
        writeRuns();
        if (!sampler.isFirst()) {
            return MINUTE;
        }
        boolean behind = transactions.run(() -> store.purge(PORTION)) == PORTION
                || transactions.run(() -> store.fold(PORTION)) == PORTION;
        return behind ? Duration.ZERO : writeDepths();
    }

    private void writeRuns() {
        Map<Kind, Activity> taken = take();
        if (taken.isEmpty()) {
            return;
        }
        try {
            transactions.run(() -> store.write(busiest(taken), Map.of()));
        } catch (RuntimeException e) {
            taken.forEach(this::add);
            throw e;
        }
    }

    /** Removes and returns the counts. A run that ends meanwhile is counted in these or in the next ones. */
    Map<Kind, Activity> take() {
        Map<Kind, Activity> taken = new HashMap<>();
        // a kind that is counted again meanwhile may be met twice
        counts.keySet().forEach(kind -> taken.merge(kind, requireNonNull(counts.remove(kind)), Activity::plus));
        return taken;
    }

    /** Returns the runs of the busiest pairs, and the sum of all others. */
    private static Map<Kind, Activity> busiest(Map<Kind, Activity> runs) {
        Map<Kind, Activity> busiest = new HashMap<>();
        runs.entrySet().stream()
                .sorted(Comparator.comparingLong(
                                (Entry<Kind, Activity> each) -> each.getValue().started())
                        .reversed())
                .forEach(each -> busiest.merge(
                        busiest.size() < MOST_NAMED ? each.getKey() : Kind.OTHERS, each.getValue(), Activity::plus));
        return busiest;
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
        Instant written = transactions.run(() -> store.write(Map.of(), depths));
        return Duration.ofSeconds(
                MIDDLE_OF_NEXT - written.atOffset(ZoneOffset.UTC).getSecond());
    }
}
