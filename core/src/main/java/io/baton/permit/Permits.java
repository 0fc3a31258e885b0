package io.baton.permit;

import io.baton.JobState;
import io.baton.database.Database;
import io.baton.job.AfterCommit;
import io.baton.job.Capability;
import io.baton.job.JobSignal;
import io.baton.job.ReadyJobs;
import io.baton.job.Ties;
import io.baton.job.Transition;
import io.baton.type.Names;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.ConcurrencyFailureException;

/**
 * The capability of jobs that need permits.
 *
 * @param signal receives the jobs that got their permits when others ended
 * @param ofWorker the connections on which a worker settles jobs; null if they are those of the application
 */
public record Permits(
        DirtyLimits dirty, JobSignal signal, @Nullable DataSource ofWorker) implements Capability {

    private static final int PASSED_ON_AT_ONCE = 100;

    @Override
    public TransitionStep on(Database database) {
        PermitStatements statements = PermitStore.statements(database);
        boolean settles = ofWorker != null && database.runsOn(ofWorker);
        return new Step(
                new PermitRows(database, statements),
                new PermitInserts(database, statements, dirty),
                dirty,
                AfterCommit.announcing(signal),
                settles && statements instanceof PostgresPermitStatements postgres ? postgres : null);
    }

    /**
     * Changes the permits of jobs that leave their state. A job keeps its permits while it is ready or claimed, releases them when it ends or waits
     * for a time, and begins anew when it returns. A claim uses up the permits of rates, so that a job needs them again after each claim.
     *
     * @param passing gives the permits of completed jobs to the next ones; null in transactions of applications, which must lock no further job
     */
    private record Step(
            PermitRows permits,
            PermitInserts inserts,
            DirtyLimits dirty,
            AfterCommit<Set<ReadyJobs>> ready,
            @Nullable PostgresPermitStatements passing)
            implements TransitionStep {

        @Override
        public int tie() {
            return Ties.LIMITS;
        }

        @Override
        public void follow(Transition transition, List<TiedJob> jobs) {
            Set<String> free =
                    followed(transition, jobs.stream().map(TiedJob::id).toList());
            if (passing != null && dirty.passing && transition == Transition.COMPLETED) {
                passOn(passing, free, jobs.size());
            }
            dirty.markAfterCommit(free);
        }

        /**
         * Gives permits of keys to the next jobs in this transaction; leaves the names where more is to be done. A failure fails the transaction, which
         * is repeated at once without it, as after a collision: it must not fail completed jobs.
         */
        private void passOn(PostgresPermitStatements statements, Set<String> free, int completed) {
            Set<String> keys = free.stream()
                    .filter(name -> !Names.family(name).equals(name))
                    .limit(PASSED_ON_AT_ONCE)
                    .collect(Collectors.toSet());
            if (keys.isEmpty()) {
                return;
            }
            try {
                Admitted admitted = statements.passOn(keys, dirty.open, completed);
                free.removeAll(keys);
                free.addAll(admitted.further());
                free.addAll(admitted.busy());
                free.addAll(admitted.otherQueues());
                ready.add(jobs -> admitted.queues().forEach(queue -> jobs.add(ReadyJobs.outOfTurn(queue))));
            } catch (RuntimeException e) {
                dirty.passing = false;
                throw new ConcurrencyFailureException("The permits of completed jobs could not be passed on", e);
            }
        }

        private Set<String> followed(Transition transition, List<Long> jobs) {
            return switch (transition) {
                // a job that lacks a permit gets all its permits anew
                case COMPLETED, CANCELLED, REMOVED, BLOCKED -> permits.remove(jobs);
                case DEAD -> permits.giveBack(jobs, JobState.DEAD);
                case SUSPENDED -> permits.giveBack(jobs, JobState.WAITING);
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
