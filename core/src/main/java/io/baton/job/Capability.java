package io.baton.job;

import io.baton.database.Database;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A feature that jobs take part in. It has tables and statements of its own, and joins each transaction in which its jobs leave a state. */
@FunctionalInterface
public interface Capability {

    /** Returns the step that runs in transactions on this database. */
    TransitionStep on(Database database);

    /**
     * The work of a capability when jobs that are tied to it leave a state. Runs in the transaction that changes the jobs, under the locks of their
     * rows. It must lock only rows of these jobs, so that it never waits.
     */
    interface TransitionStep {

        /** Returns the bits that tie jobs to the capability, any of which is enough; steps run in the order of their bits. */
        int tie();

        /** Follows the transition of these jobs, which are all tied to the capability and not empty. */
        void follow(Transition transition, List<TiedJob> jobs);

        /** Returns those of the jobs that must not make this transition; called before it, under the locks of their rows. */
        default Set<Long> refused(Transition transition, List<TiedJob> jobs) {
            return Set.of();
        }

        /** Records in the current transaction that claimed jobs are about to start; returns the result for those of them that may not. */
        default Map<Fence, Settled> start(Collection<Fence> jobs) {
            return Map.of();
        }

        /** Returns the step for new jobs; null if jobs are not tied to the capability when they are stored. */
        default @Nullable InsertStep inserts() {
            return null;
        }

        /**
         * A job that is tied to a capability.
         *
         * @param result its result, if it completed and returned one
         */
        record TiedJob(long id, Ties ties, @Nullable String result) {}
    }

    /** Stores the rows of a capability about new jobs that are tied to it, in the transaction that stores the jobs. */
    interface InsertStep {

        /**
         * Rejects jobs that it could never let run.
         *
         * @throws io.baton.BatonException if it rejects one
         */
        void check(List<NewJob> jobs);

        /**
         * Returns the statement that writes its rows about these jobs, as part of the one that stores them where the database supports it. Its
         * parameters come after those of the relation.
         *
         * @param stored a relation with the columns {@code job_number}, {@code id}, {@code queue}, {@code job_rank}, {@code due_at} and {@code state}
         *     of the jobs, which are numbered from 1 in their order
         */
        String insert(String stored, List<NewJob> jobs);

        /** Returns the parameters of that statement. */
        List<Object> parameters(List<NewJob> jobs);

        /** Returns the names of the permits that each of these jobs holds. */
        Map<Long, Set<String>> held(Collection<Long> jobs);

        /** Is called after the current transaction has stored these jobs. */
        void stored(List<NewJob> jobs);
    }
}
