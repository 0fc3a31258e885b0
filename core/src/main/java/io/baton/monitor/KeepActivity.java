package io.baton.monitor;

import static java.util.Objects.requireNonNull;

import io.baton.RunOutcome;
import io.baton.database.Micros;
import io.baton.database.Transactions;
import io.baton.job.ClaimedJob;
import io.baton.loop.SweepTask;
import io.baton.worker.run.RunListener;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/** Counts the runs of this node, and writes them once a minute, if any. */
public final class KeepActivity implements RunListener, SweepTask {

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final int PORTION = 1_000;

    private final ActivityStore store;
    private final Transactions transactions;
    private final LongAdder started = new LongAdder();
    private final LongAdder waitedMicros = new LongAdder();
    private final LongAccumulator longestMicros = new LongAccumulator(Math::max, 0);
    private final Map<RunOutcome, LongAdder> ended = new EnumMap<>(RunOutcome.class);

    /** Creates a task that has counted nothing. */
    public KeepActivity(ActivityStore store, Transactions transactions) {
        this.store = store;
        this.transactions = transactions;
        for (RunOutcome outcome : RunOutcome.values()) {
            ended.put(outcome, new LongAdder());
        }
    }

    @Override
    public void started(ClaimedJob job, Duration waited) {
        started.increment();
        long micros = Micros.of(waited);
        waitedMicros.add(micros);
        longestMicros.accumulate(micros);
    }

    @Override
    public void ended(ClaimedJob job, RunOutcome outcome, Duration duration) {
        count(outcome).increment();
    }

    @Override
    public Duration sweep() {
        Activity activity = take();
        if (activity.isNone()) {
            return MINUTE;
        }
        try {
            transactions.run(() -> {
                store.write(activity);
                return null;
            });
        } catch (RuntimeException e) {
            restore(activity);
            throw e;
        }
        return transactions.run(() -> store.purge(PORTION)) == PORTION ? Duration.ZERO : MINUTE;
    }

    /** Returns what was counted since the last call. */
    Activity take() {
        return new Activity(
                started.sumThenReset(),
                count(RunOutcome.COMPLETED).sumThenReset(),
                count(RunOutcome.CANCELLED).sumThenReset(),
                count(RunOutcome.RETRIED).sumThenReset(),
                count(RunOutcome.DEAD).sumThenReset(),
                Micros.duration(waitedMicros.sumThenReset()),
                Micros.duration(longestMicros.getThenReset()));
    }

    /** Adds counts that could not be written. */
    void restore(Activity activity) {
        started.add(activity.started());
        count(RunOutcome.COMPLETED).add(activity.completed());
        count(RunOutcome.CANCELLED).add(activity.cancelled());
        count(RunOutcome.RETRIED).add(activity.failed());
        count(RunOutcome.DEAD).add(activity.died());
        waitedMicros.add(Micros.of(activity.waited()));
        longestMicros.accumulate(Micros.of(activity.longestWait()));
    }

    private LongAdder count(RunOutcome outcome) {
        return requireNonNull(ended.get(outcome));
    }
}
