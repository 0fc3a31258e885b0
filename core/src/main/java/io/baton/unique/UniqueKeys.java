package io.baton.unique;

import io.baton.database.Database;
import io.baton.job.Capability;
import io.baton.job.Fence;
import io.baton.job.Settled;
import io.baton.job.Ties;
import io.baton.job.Transition;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Ties jobs to their unique keys. */
public final class UniqueKeys implements Capability {

    @Override
    public TransitionStep on(Database database) {
        return new Step(new KeysOfJobs(database));
    }

    /** Changes the key of a job that starts, waits again or ends. */
    private record Step(KeysOfJobs keys) implements TransitionStep {

        @Override
        public int tie() {
            return Ties.UNIQUE + Ties.UNIQUE_START;
        }

        @Override
        public void follow(Transition transition, List<TiedJob> jobs) {
            List<Long> ids = jobs.stream().map(TiedJob::id).toList();
            switch (transition) {
                case COMPLETED -> keys.finished(ids);
                case CANCELLED -> keys.remove(ids, ids(jobs, job -> !job.ties().has(Ties.UNIQUE_START)));
                case REMOVED -> keys.remove(ids, List.of());
                case DEAD -> keys.setAside(ids);
                case RETRIED, SNOOZED, BLOCKED, HANDED_BACK, UNLOCKED -> waiting(jobs);
                case PROMOTED, RELEASED, REVIVED, RESCHEDULED -> {}
            }
        }

        private void waiting(List<TiedJob> jobs) {
            List<Long> ids = ids(jobs, job -> job.ties().has(Ties.UNIQUE_START));
            if (!ids.isEmpty()) {
                keys.waiting(ids);
            }
        }

        private static List<Long> ids(List<TiedJob> jobs, Predicate<TiedJob> which) {
            return jobs.stream().filter(which).map(TiedJob::id).toList();
        }

        @Override
        public Set<Long> refused(Transition transition, List<TiedJob> jobs) {
            return transition == Transition.REVIVED
                    ? keys.restore(jobs.stream().map(TiedJob::id).toList())
                    : Set.of();
        }

        @Override
        public Map<Fence, Settled> start(Collection<Fence> jobs) {
            return keys.start(jobs);
        }
    }
}
