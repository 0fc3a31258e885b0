package io.baton.testing.memory;

import io.baton.JobState;
import io.baton.testing.memory.PermitRow.State;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The permits of a job whose row the transaction has locked. Each verb returns the limits that have room or waiters now. */
record MemoryPermitRows(MemoryDatabase database) {

    private static final JobPermits NONE = new JobPermits(List.of());

    JobPermits of(long id) {
        JobPermits permits = database.permits.get(id);
        return permits == null ? NONE : permits;
    }

    Set<String> remove(long id) {
        Set<String> held = of(id).givenBack();
        if (database.permits.get(id) != null) {
            database.permits.remove(id);
        }
        return held;
    }

    /** Gives back what the job has if it is in this state, in which it does not run. */
    Set<String> giveBack(long id, JobState state) {
        if (!isIn(id, state)) {
            return new TreeSet<>();
        }
        Set<String> held = of(id).givenBack();
        put(id, of(id).each(PermitRow::asleep));
        return held;
    }

    /** Lets a job wait for its first permit if it is ready or waits, and for its time if it is scheduled. */
    Set<String> beginAnew(long id) {
        Set<String> dirty = of(id).givenBack();
        JobRow row = database.jobs.get(id);
        if (row == null || row.state == JobState.CLAIMED) {
            return new TreeSet<>();
        }
        block(row);
        put(id, of(id).each(permit -> permit.asleep().due(row.dueAt)));
        if (isIn(id, JobState.BLOCKED)) {
            put(id, of(id).each(permit -> permit.position() == 0 ? permit.waiting() : permit));
            dirty.addAll(of(id).names(permit -> permit.is(State.WAITING)));
        }
        return dirty;
    }

    /** Lets a job that is ready wait for its rates again. */
    Set<String> awaitRatesAgain(long id) {
        Optional<PermitRow> first = of(id).firstRate();
        JobRow row = database.jobs.get(id);
        if (first.isEmpty() || row == null || row.state != JobState.READY) {
            return Set.of();
        }
        put(id, of(id).each(permit -> permit.position() < first.get().position() ? permit : permit.asleep()));
        put(id, of(id).only(first.get().name(), PermitRow::waiting));
        block(row);
        return Set.of(first.get().name());
    }

    /** Lets a job that has all its permits wait for its rates again, behind all others; returns the limit for which it waits now. */
    Set<String> moveToEnd(long id) {
        Set<String> dirty = awaitRatesAgain(id);
        put(id, of(id).each(permit -> permit.is(State.WAITING) ? permit.last() : permit));
        return dirty;
    }

    private void block(JobRow row) {
        if (row.state == JobState.READY) {
            database.jobs.put(row.id, row.with(blocked -> blocked.state = JobState.BLOCKED));
        }
    }

    private boolean isIn(long id, JobState state) {
        JobRow row = database.jobs.get(id);
        return row != null && row.state == state;
    }

    void put(long id, JobPermits permits) {
        if (!permits.rows().isEmpty()) {
            database.permits.put(id, permits);
        }
    }
}
