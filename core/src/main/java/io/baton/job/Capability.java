package io.baton.job;

import io.baton.database.Database;
import io.baton.job.JobReleases.Released;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A feature that jobs take part in. It has its own tables and statements, and joins each transaction in which a tied job leaves a state. */
@FunctionalInterface
public interface Capability {

    /** Returns the step that runs in transactions on this database. */
    TransitionStep on(Database database);

    /**
     * The work of a capability when jobs that are tied to it leave a state. Runs in the transaction that changes the jobs, under the locks of their
     * rows. It must lock only rows of these jobs, so that it never waits.
     */
    interface TransitionStep {

        /** Returns the bits of ties, each of which ties a job to the capability; steps run in the order of their bits. */
        int tie();

        /** Follows a transition of these jobs. The list is not empty, and each job is tied to the capability. */
        default void follow(Transition transition, List<TiedJob> jobs) {}

        /**
         * Follows a transition of these jobs, of which some may let others have their turn.
         *
         * @param turns makes jobs ready that wait for their turn, in the current transaction; skips locked rows
         */
        default void follow(Transition transition, List<TiedJob> jobs, Function<List<Long>, Released> turns) {
            follow(transition, jobs);
        }

        /** Returns the jobs that must not make this transition. Is called before the transition, under the locks of the jobs' rows. */
        default Set<Long> refused(Transition transition, List<TiedJob> jobs) {
            return Set.of();
        }

        /** Records in the current transaction that claimed jobs are about to start; returns a result for each job that must not start. */
        default Map<Fence, Settled> start(Collection<Fence> jobs) {
            return Map.of();
        }

        /** Returns the step for new jobs; null if jobs are not tied to the capability when they are stored. */
        default @Nullable InsertStep inserts() {
            return null;
        }

        /** A job whose row the transaction has locked; its result is null if it returned none or did not complete. */
        record TiedJob(long id, Ties ties, @Nullable String result) {}
    }

    /** Stores the rows of a capability about new jobs that are tied to it, in the transaction that stores the jobs. */
    interface InsertStep {

        /** Rejects jobs that the capability could never let run. */
        default void check(List<NewJob> jobs) {}

        /**
         * Returns the statement that writes the capability's rows about these jobs, within the INSERT of the jobs where the database supports it. Its
         * parameters come after those of the relation.
         *
         * @param stored a relation with the columns {@code job_number}, {@code id}, {@code queue}, {@code job_rank}, {@code due_at}, {@code state}
         *     (scheduled if the job waits for others) and {@code stored_state} of the jobs, which are numbered from 1 in their order
         */
        String insert(String stored, List<NewJob> jobs);

        /** Returns the parameters of that statement. */
        List<Object> parameters(List<NewJob> jobs);

        /** Returns the names of the permits that each of these jobs holds. */
        default Map<Long, Set<String>> held(Collection<Long> jobs) {
            return Map.of();
        }

        /** Is called after the current transaction has stored these jobs. */
        void stored(List<NewJob> jobs);
    }
}
