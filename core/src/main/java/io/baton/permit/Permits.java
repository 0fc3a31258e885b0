package io.baton.permit;

import io.baton.JobState;
import io.baton.database.Database;
import io.baton.job.Capability;
import io.baton.job.Ties;
import io.baton.job.Transition;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The capability of jobs that need permits.
 *
 * @param apart opens connections outside of the application's transactions, to look up limits that such a transaction would lock; null if there are
 *     no such connections
 */
public record Permits(DirtyLimits dirty, @Nullable DataSource apart) implements Capability {

    @Override
    public TransitionStep on(Database database) {
        PermitStatements statements = JdbcPermitStore.statements(database);
        PermitInserts inserts =
                new PermitInserts(database, statements, apart == null ? null : database.on(apart), dirty);
        return new Step(new PermitRows(database, statements), inserts, dirty);
    }

    /**
     * Changes the permits of jobs that leave their state. A job keeps its permits while it is ready or claimed, releases them when it ends or waits
     * for a time, and begins anew when it returns. A claim uses up the permits of rates, so that a job needs them again after each claim.
     */
    private record Step(PermitRows permits, PermitInserts inserts, DirtyLimits dirty) implements TransitionStep {

        @Override
        public int tie() {
            return Ties.LIMITS;
        }

        @Override
        public void follow(Transition transition, List<TiedJob> jobs) {
            dirty.markAfterCommit(
                    followed(transition, jobs.stream().map(TiedJob::id).toList()));
        }

        private Set<String> followed(Transition transition, List<Long> jobs) {
            return switch (transition) {
                // a job that lacks a permit gets all its permits anew
                case COMPLETED, CANCELLED, REMOVED, BLOCKED -> permits.remove(jobs);
                case DEAD -> permits.giveBack(jobs, JobState.DEAD);
                // without a delay the job is ready again and keeps its semaphores: it would otherwise wait in their
                // lines a second time
                case RETRIED, SNOOZED, HANDED_BACK -> {
                    Set<String> dirty = permits.giveBack(jobs, JobState.SCHEDULED);
                    dirty.addAll(permits.awaitRatesAgain(jobs));
                    yield dirty;
                }
                case PROMOTED, RELEASED, REVIVED, RESCHEDULED -> permits.beginAnew(jobs);
                case UNLOCKED -> permits.awaitRatesAgain(jobs);
            };
        }
    }
}
