package io.baton.permit.jdbc;

import io.baton.database.Database;
import io.baton.job.InsertStep;
import io.baton.job.Ties;
import io.baton.job.Transition;
import io.baton.job.TransitionStep;
import io.baton.permit.TouchedLimits;
import java.util.List;
import java.util.Set;

/**
 * What becomes of a job's permits when the job leaves its state: it keeps them as long as it stays ready or claimed, gives them back when it ends
 * or waits for its time, and begins anew when it comes back. Those of rates are used up by a claim, and asked for again after each.
 */
final class PermitStep implements TransitionStep {

    private static final int SCHEDULED = 0;
    private static final int DEAD = 5;

    private final PermitRows permits;
    private final PermitInserts inserts;
    private final TouchedLimits touched;

    PermitStep(Database database, KnownOrAsked limits, TouchedLimits touched) {
        this.permits = new PermitRows(database);
        this.inserts = new PermitInserts(database, limits, touched);
        this.touched = touched;
    }

    @Override
    public int tie() {
        return Ties.LIMITS;
    }

    @Override
    public InsertStep inserts() {
        return inserts;
    }

    @Override
    public void follow(Transition transition, List<TiedJob> jobs) {
        touched.touchAfterCommit(
                followed(transition, jobs.stream().map(TiedJob::id).toList()));
    }

    private Set<String> followed(Transition transition, List<Long> jobs) {
        return switch (transition) {
            // a blocked one gets all that it needs anew
            case COMPLETED, CANCELLED, REMOVED, BLOCKED -> permits.remove(jobs);
            case DEAD -> permits.giveBack(jobs, DEAD);
            // without a delay the job is ready again and runs next: to wait for semaphores anew would be a second turn
            case RETRIED, SNOOZED, HANDED_BACK -> {
                Set<String> touched = permits.giveBack(jobs, SCHEDULED);
                touched.addAll(permits.askRatesAgain(jobs));
                yield touched;
            }
            case PROMOTED, RELEASED, REVIVED, RESCHEDULED -> permits.beginAnew(jobs);
            case UNLOCKED -> permits.askRatesAgain(jobs);
        };
    }
}
