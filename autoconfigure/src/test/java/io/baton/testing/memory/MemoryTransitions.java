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

/** The one door through which jobs leave their states, but for being claimed: their permits follow. */
record MemoryTransitions(
        MemoryDatabase database,
        MemoryHistory history,
        @Nullable MemoryPermits permits) {

    static MemoryTransitions of(MemoryDatabase database, Retention retention, @Nullable MemoryPermits permits) {
        return new MemoryTransitions(database, new MemoryHistory(database, retention), permits);
    }

    boolean knows(Ties ties) {
        return (ties.bits() & ~(permits == null ? 0 : Ties.LIMITS)) == 0;
    }

    /** What stores the permits of new jobs. */
    MemoryPermits limited() {
        if (permits == null) {
            throw new BatonException("Jobs that need permits cannot be stored here: nothing gives permits");
        }
        return permits;
    }

    /** The job completed or was cancelled. */
    void end(Transition ending, JobRow row, @Nullable String result) {
        history.move(row, ending == Transition.COMPLETED ? JobState.COMPLETED : JobState.CANCELLED, result);
        follow(ending, row);
    }

    JobRow change(Transition transition, JobRow row, Consumer<JobRow> change) {
        database.jobs.put(row.id, row.with(change));
        follow(transition, row);
        return Objects.requireNonNull(database.jobs.get(row.id));
    }

    /** Removes what was kept long enough; returns how many. */
    int purge(Retention terms, int limit) {
        List<JobRow> dead = history.longDead(terms.dead(), limit);
        dead.forEach(row -> {
            database.jobs.remove(row.id);
            follow(Transition.REMOVED, row);
        });
        return history.purge(terms, limit) + dead.size();
    }

    private void follow(Transition transition, JobRow row) {
        if (permits != null && row.ties.limited()) {
            permits.follow(transition, row.id);
        }
    }
}
