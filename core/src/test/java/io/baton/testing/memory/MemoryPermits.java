package io.baton.testing.memory;

import io.baton.BatonException;
import io.baton.JobState;
import io.baton.job.Due;
import io.baton.job.NewJob;
import io.baton.job.Ties;
import io.baton.job.Transition;
import io.baton.testing.memory.PermitRow.State;
import io.baton.type.Names;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What becomes of a job's permits in the transactions that store or move the job. Not final, so that a mutant of it can show that somebody would
 * notice.
 */
public class MemoryPermits {

    private final MemoryDatabase database;
    private final Consumer<Set<String>> dirty;
    private final MemoryPermitRows rows;

    /** Creates the permits of jobs in this database; {@code dirty} is told of limits once what dirty them is committed. */
    public MemoryPermits(MemoryDatabase database, Consumer<Set<String>> dirty) {
        this.database = database;
        this.dirty = dirty;
        this.rows = new MemoryPermitRows(database);
    }

    void check(NewJob job) {
        MemoryLimits limits = new MemoryLimits(database);
        for (String name : job.permits()) {
            if (!limits.knows(name)) {
                throw new BatonException("There is no limit \"" + Names.shownLimit(name) + '"');
            }
        }
    }

    /** Returns the names of what these jobs hold. */
    Map<Long, Set<String>> held(Collection<Long> jobs) {
        Map<Long, Set<String>> held = new HashMap<>();
        jobs.forEach(job -> held.put(job, rows.of(job).held()));
        return held;
    }

    /** The job was stored. */
    void stored(JobRow row) {
        write(row, row.job.permits());
        if (!(row.job.due() instanceof Due.After) && !row.job.awaits()) {
            touch(Set.of(row.job.permits().get(0)));
        }
    }

    /** The job lacks some of these permits, has given back all, and waits for them now. */
    void tied(JobRow row, List<String> names) {
        write(row, names);
        touch(Set.of(names.get(0)));
    }

    private void write(JobRow row, List<String> names) {
        List<PermitRow> permits = new ArrayList<>();
        for (String name : names) {
            State state = permits.isEmpty() && row.state == JobState.BLOCKED && !row.ties.has(Ties.AWAITS)
                    ? State.WAITING
                    : State.ASLEEP;
            permits.add(new PermitRow(name, permits.size(), state, 0, row.queue(), row.rank(), row.dueAt));
        }
        database.permits.put(row.id, new JobPermits(permits));
    }

    /** The job has left its state, in the transaction under way. */
    protected void follow(Transition transition, long id) {
        Set<String> free = followed(transition, id);
        if (tells(transition)) {
            touch(free);
        }
    }

    /** Whether somebody is told of the limits that a transition dirty. */
    protected boolean tells(Transition transition) {
        return true;
    }

    private Set<String> followed(Transition transition, long id) {
        return switch (transition) {
            case COMPLETED, CANCELLED, REMOVED, BLOCKED -> rows.remove(id);
            case DEAD -> rows.giveBack(id, JobState.DEAD);
            case SUSPENDED -> rows.giveBack(id, JobState.WAITING);
            case RETRIED, SNOOZED, HANDED_BACK -> {
                Set<String> free = rows.giveBack(id, JobState.SCHEDULED);
                free.addAll(rows.awaitRatesAgain(id));
                yield free;
            }
            case PROMOTED, RELEASED, REVIVED, RESCHEDULED -> rows.beginAnew(id);
            case UNLOCKED -> rows.awaitRatesAgain(id);
        };
    }

    private void touch(Set<String> names) {
        if (!names.isEmpty()) {
            database.afterCommit(() -> dirty.accept(names));
        }
    }
}
