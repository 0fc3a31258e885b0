package io.baton.testing.memory;

import io.baton.BatonException;
import io.baton.JobState;
import io.baton.job.Due;
import io.baton.job.JobSettlements.FoundFailure;
import io.baton.job.NewJob;
import io.baton.job.Retention;
import io.baton.job.Ties;
import io.baton.job.Transition;
import io.baton.type.Names;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
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
        int known = Ties.STEPS
                + Ties.UNDO
                + Ties.UNDOING
                + Ties.AFTER_DEATH
                + (permits == null ? 0 : Ties.LIMITS)
                + (members == null ? 0 : Ties.BATCH + Ties.RESULT);
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
        if (ending == Transition.CANCELLED && row.ties.undoes() && row.state != JobState.DEAD) {
            undo(row, Ties.UNDOING, unchanged -> {});
            return;
        }
        history.move(row, ending == Transition.COMPLETED ? JobState.COMPLETED : JobState.CANCELLED, result);
        follow(ending, row, result);
    }

    JobRow change(Transition transition, JobRow row, Consumer<JobRow> change) {
        if (transition == Transition.DEAD && row.ties.undoes()) {
            return undo(row, Ties.UNDOING - Ties.UNDO, change);
        }
        database.jobs.put(row.id, row.with(change));
        follow(transition, row, null);
        return Objects.requireNonNull(database.jobs.get(row.id));
    }

    /** The steps of the job are undone before it ends. */
    private JobRow undo(JobRow row, int bits, Consumer<JobRow> change) {
        JobState from = row.state;
        boolean waits = from == JobState.WAITING || from == JobState.SCHEDULED;
        database.jobs.put(row.id, row.with(change.andThen(undone -> {
            undone.ties = new Ties(row.ties.bits() + bits, row.ties.batchGroup(), row.ties.batchIndex());
            undone.state = from == JobState.BLOCKED ? from : JobState.READY;
            undone.dueAt = waits ? database.now() : undone.dueAt;
            undone.attempt = 0;
            undone.crashes = Math.min(row.crashes, 1);
            undone.interruptions = 0;
            undone.cancelRequested = false;
            undone.lockId = null;
            undone.diedAt = null;
        })));
        if (waits || from == JobState.CLAIMED) {
            follow(waits ? Transition.PROMOTED : Transition.RETRIED, row, null);
        }
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
        if (transition == Transition.DEAD && row.ties.has(Ties.AFTER_DEATH)) {
            storeAfterDeath(Objects.requireNonNull(database.jobs.get(row.id)));
        }
    }

    /** The new job belongs to this death: it is as old as that. */
    private void storeAfterDeath(JobRow dead) {
        Map<String, String> labels = new TreeMap<>(dead.job.labels());
        labels.put(FoundFailure.LABEL, Long.toString(dead.id));
        long id = database.jobs.nextId();
        NewJob job = new NewJob(
                dead.job.type() + Names.AFTER_DEATH,
                dead.queue(),
                dead.job.priority(),
                Due.NOW,
                null,
                labels,
                dead.job.payload(),
                List.of());
        database.jobs.insert(id, new JobRow(id, job, Objects.requireNonNull(dead.diedAt)));
    }
}
