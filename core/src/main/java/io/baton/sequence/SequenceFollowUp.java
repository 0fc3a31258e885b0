package io.baton.sequence;

import io.baton.database.Database;
import io.baton.database.Transactions;
import io.baton.job.DirtyFollowUp;
import io.baton.job.DirtySet;
import io.baton.job.JobReleases;
import io.baton.job.JobReleases.Released;
import io.baton.job.JobSignal;
import java.time.Duration;
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

    /** The number of names that a poll reads at once, and how often: most of them have heads. */
    private static final int NAMES = 1_000;

    private static final int PORTIONS = 3;

    private final SequenceQueries queries;
    private final SequenceRows rows;
    private final JobReleases releases;
    private final JobSignal signal;
    /** The last name that a poll has read; empty if it begins anew. */
    private String seen = "";

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
        this.queries = new SequenceQueries(database);
        this.rows = new SequenceRows(database);
        this.releases = releases;
        this.signal = jobs.signal();
    }

    @Override
    protected boolean isUsed() {
        return queries.any();
    }

    /** Returns sequences without a head that jobs wait for, or whose rest is to be cancelled, among the next ones. */
    @Override
    protected List<String> find(@Nullable String after) {
        Set<String> found = new TreeSet<>(queries.dead(4, "", AT_ONCE / 2));
        for (int portion = 0; portion < PORTIONS && found.size() < AT_ONCE; portion++) {
            List<String> next = queries.names(seen, NAMES);
            Set<String> headed = rows.headed(next);
            for (String name : next) {
                if (found.size() < AT_ONCE && !headed.contains(name)) {
                    found.add(name);
                }
                seen = found.size() < AT_ONCE ? name : seen;
            }
            if (next.size() < NAMES && found.size() < AT_ONCE) {
                seen = "";
                break;
            }
        }
        return List.copyOf(found);
    }

    @Override
    protected Collection<String> confirmed(Set<String> hints) {
        return hints;
    }

    @Override
    protected Set<String> process(DirtySet.Taken<String> taken) {
        Set<String> busy = new TreeSet<>();
        // one that fails must not hold up the others
        RuntimeException failure = giveTurns(taken.names(), busy);
        if (failure != null && taken.names().size() > 1) {
            failure = null;
            for (String name : taken.names()) {
                RuntimeException again = giveTurns(Set.of(name), busy);
                failure = again == null ? failure : again;
            }
        }
        for (Map.Entry<Long, String> head :
                transactions.single(() -> queries.cancelling(taken.names())).entrySet()) {
            try {
                if (!transactions.run(() -> cancelRest(head.getKey(), head.getValue()))) {
                    busy.add(head.getValue());
                }
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
    private @Nullable RuntimeException giveTurns(Set<String> names, Set<String> busy) {
        try {
            Released released = transactions.run(() -> {
                Set<String> headless = new TreeSet<>(names);
                headless.removeAll(rows.headed(names));
                Map<String, Long> next = rows.first(headless);
                Released given = releases.giveTurn(List.copyOf(next.values()));
                next.values().retainAll(given.busy());
                busy.addAll(next.keySet());
                return given;
            });
            released.ready().forEach(signal::jobsAvailable);
            return null;
        } catch (RuntimeException e) {
            return e;
        }
    }

    /**
     * Cancels a portion of the jobs that waited behind a dead head when their end was decided, under the lock of its row; passes over it if none is
     * left. Returns whether it found no locked row.
     */
    private boolean cancelRest(long head, String name) {
        if (queries.lock(Set.of(head), "state = 5 FOR UPDATE SKIP LOCKED").isEmpty()) {
            return false;
        }
        if (rows.inState(Set.of(head), "state = 4").isEmpty()) {
            return true;
        }
        List<Long> waiting = queries.rest(head, rows.waiting(name, 0, CANCELLED_AT_ONCE));
        if (waiting.isEmpty()) {
            rows.dropFree(rows.passOver(Set.of(head)));
            dirty.markAfterCommit(Set.of(name));
            return true;
        }
        boolean all = releases.cancelFree(waiting) == waiting.size();
        if (all) {
            dirty.markAfterCommit(Set.of(name));
        }
        return all;
    }
}
