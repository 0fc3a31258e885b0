package io.baton.testing.memory;

import io.baton.BatonException;
import io.baton.JobState;
import io.baton.job.Retention;
import io.baton.job.Ties;
import io.baton.job.Transition;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The one door through which jobs leave their states, but for being claimed: their permits and their batches follow. */
record MemoryTransitions(
        MemoryDatabase database,
        MemoryHistory history,
        @Nullable MemoryPermits permits,
        @Nullable MemoryMembers members) {

    static MemoryTransitions of(
            MemoryDatabase database,
            Retention retention,
            @Nullable MemoryPermits permits,
            @Nullable MemoryMembers members) {
        return new MemoryTransitions(database, new MemoryHistory(database, retention), permits, members);
    }

    boolean knows(Ties ties) {
        int known = Ties.STEPS + (permits == null ? 0 : Ties.LIMITS) + (members == null ? 0 : Ties.BATCH + Ties.RESULT);
        return (ties.bits() & ~known) == 0;
    }

    /** What stores the permits of new jobs. */
    MemoryPermits limited() {
        if (permits == null) {
            throw new BatonException("Jobs that need permits cannot be stored here: nothing gives permits");
        }
        return permits;
    }

    /** The job completed, and whoever ended it says that it takes part in nothing. */
    void endPlain(JobRow row, @Nullable String result) {
        history.move(row, JobState.COMPLETED, result);
    }

    /** The job completed or was cancelled. */
    void end(Transition ending, JobRow row, @Nullable String result) {
        history.move(row, ending == Transition.COMPLETED ? JobState.COMPLETED : JobState.CANCELLED, result);
        follow(ending, row, result);
    }

    JobRow change(Transition transition, JobRow row, Consumer<JobRow> change) {
        database.jobs.put(row.id, row.with(change));
        follow(transition, row, null);
        return Objects.requireNonNull(database.jobs.get(row.id));
    }

    /** Removes what was kept long enough; returns how many. */
    int purge(Retention terms, int limit) {
        List<JobRow> dead = history.longDead(terms.dead(), limit);
        dead.forEach(row -> {
            database.jobs.remove(row.id);
            follow(Transition.REMOVED, row, null);
        });
        return history.purge(terms, limit) + dead.size();
    }

    private void follow(Transition transition, JobRow row, @Nullable String result) {
        if (permits != null && row.ties.limited()) {
            permits.follow(transition, row.id);
        }
        if (members != null && row.ties.has(Ties.BATCH)) {
            members.follow(transition, row.ties, result);
        }
    }
}
