package io.baton.sequence;

import io.baton.database.Database;
import io.baton.database.Transactions;
import io.baton.job.DirtyFollowUp;
import io.baton.job.DirtySet;
import io.baton.job.JobReleases;
import io.baton.job.JobReleases.Released;
import io.baton.job.JobSignal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Gives jobs their turn where no job before them ended, and cancels the rest of sequences whose heads died. */
public final class SequenceFollowUp extends DirtyFollowUp<String> {

    private static final int CANCELLED_AT_ONCE = 200;

    /** The number of names that a poll reads: most of them have heads. */
    private static final int NAMES = 1_000;

    private final SequenceRows rows;
    private final JobReleases releases;
    private final JobSignal signal;

    /**
     * Creates a follow-up.
     *
     * @param jobs the capability, whose marks it processes
     * @param interval the time between two polls
     */
    public SequenceFollowUp(
            SequencedJobs jobs,
            Database database,
            JobReleases releases,
            Transactions transactions,
            LongSupplier nanoTime,
            Supplier<Duration> interval) {
        super(jobs.dirty(), transactions, Duration.ZERO, nanoTime, interval);
        this.rows = new SequenceRows(database);
        this.releases = releases;
        this.signal = jobs.signal();
    }

    @Override
    protected List<String> find(@Nullable String after) {
        return rows.waitedFor(after == null ? "" : after, NAMES);
    }

    /** Returns the names without a head, and those of sequences whose rest is to be cancelled. */
    @Override
    protected Collection<String> open(List<String> found) {
        Set<String> open = new TreeSet<>(found);
        open.removeAll(rows.headed(found));
        open.addAll(rows.dead(4, "", AT_ONCE));
        return open;
    }

    @Override
    protected Collection<String> confirmed(Set<String> hints) {
        return hints;
    }

    @Override
    protected Set<String> process(DirtySet.Taken<String> taken) {
        Set<String> busy = new TreeSet<>();
        List<Runnable> each = new ArrayList<>();
        try {
            giveTurns(taken.names(), busy);
        } catch (RuntimeException e) {
            taken.names().forEach(name -> each.add(() -> giveTurns(Set.of(name), busy)));
        }
        transactions
                .single(() -> rows.cancelling(taken.names()))
                .forEach((head, name) -> each.add(() -> {
                    if (!transactions.run(() -> cancelRest(head, name))) {
                        busy.add(name);
                    }
                }));
        // one that fails must not hold up the others
        RuntimeException failure = null;
        for (Runnable one : each) {
            try {
                one.run();
            } catch (RuntimeException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
        return busy;
    }

    /** Makes the first waiting job of each sequence without a head its head. Adds those with locked rows to {@code busy}. */
    private void giveTurns(Set<String> names, Set<String> busy) {
        Released released = transactions.run(() -> {
            Set<String> headless = new TreeSet<>(names);
            headless.removeAll(rows.headed(names));
            Map<Long, String> next = rows.first(headless);
            Released given = releases.giveTurn(List.copyOf(next.keySet()));
            next.keySet().retainAll(given.busy());
            busy.addAll(next.values());
            return given;
        });
        released.ready().forEach(signal::jobsAvailable);
    }

    /**
     * Cancels a portion of the jobs that waited behind a dead head when their end was decided, under the lock of its row; passes over it if none is
     * left. Returns whether it found no locked row.
     */
    private boolean cancelRest(long head, String name) {
        if (rows.jobs(Set.of(head), "state = 5 FOR UPDATE SKIP LOCKED").isEmpty()) {
            return false;
        }
        if (rows.inState(Set.of(head), "state = 4").isEmpty()) {
            return true;
        }
        List<Long> waiting = rows.rest(head, rows.waiting(name, 0, CANCELLED_AT_ONCE));
        if (waiting.isEmpty()) {
            rows.dropFree(rows.passOver(Set.of(head)));
        }
        boolean all = releases.cancelFree(waiting) == waiting.size();
        if (all) {
            dirty.markAfterCommit(Set.of(name));
        }
        return all;
    }
}
