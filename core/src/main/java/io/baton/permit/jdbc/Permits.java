package io.baton.permit.jdbc;

import io.baton.database.Database;
import io.baton.job.Capability;
import io.baton.job.Ties;
import io.baton.job.Transition;
import io.baton.job.TransitionStep;
import io.baton.permit.KnownLimits;
import io.baton.permit.TouchedLimits;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Ties jobs to the permits that they need.
 *
 * @param apart with connections that no transaction of an application is bound to, by which limits are looked up that a transaction would
 *     lock; null if there are none
 */
public record Permits(
        TouchedLimits touched, KnownLimits known, @Nullable DataSource apart) implements Capability {

    /** Creates the capability without connections apart. */
    public Permits(TouchedLimits touched, KnownLimits known) {
        this(touched, known, null);
    }

    @Override
    public TransitionStep on(Database database) {
        LimitLookup limits = new LimitLookup(known, database, apart == null ? null : database.on(apart));
        return new Step(new PermitRows(database), new PermitInserts(database, limits, touched), touched);
    }

    /**
     * What becomes of a job's permits when the job leaves its state: it keeps them as long as it stays ready or claimed, gives them back when it ends
     * or waits for its time, and begins anew when it comes back. Those of rates are used up by a claim, and asked for again after each.
     */
    private record Step(PermitRows permits, PermitInserts inserts, TouchedLimits touched) implements TransitionStep {

        private static final int SCHEDULED = 0;
        private static final int DEAD = 5;

        @Override
        public int tie() {
            return Ties.LIMITS;
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
                // without a delay the job is ready again and runs next: to wait for semaphores anew would be a second
                // turn
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
}
