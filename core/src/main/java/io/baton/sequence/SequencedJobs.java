package io.baton.sequence;

import static java.util.Objects.requireNonNull;

import io.baton.database.Database;
import io.baton.job.AfterCommit;
import io.baton.job.Capability;
import io.baton.job.Capability.InsertStep;
import io.baton.job.DirtySet;
import io.baton.job.Due;
import io.baton.job.JobReleases.Released;
import io.baton.job.JobSignal;
import io.baton.job.NewJob;
import io.baton.job.NewJob.Sequence;
import io.baton.job.ReadyJobs;
import io.baton.job.Ties;
import io.baton.job.Transition;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The capability of jobs that are part of a sequence.
 *
 * @param signal receives the jobs that got their turn
 */
public record SequencedJobs(DirtySet<String> dirty, JobSignal signal) implements Capability {

    @Override
    public TransitionStep on(Database database) {
        return new Step(
                new SequenceRows(database),
                new SequenceInserts(database, dirty),
                dirty,
                AfterCommit.announcing(signal));
    }

    /** Ends turns, and gives them to the next jobs in the same transaction. A job without its turn waits for it whenever it would become ready. */
    private record Step(
            SequenceRows rows, SequenceInserts inserts, DirtySet<String> dirty, AfterCommit<Set<ReadyJobs>> ready)
            implements TransitionStep {

        @Override
        public int tie() {
            return Ties.SEQUENCE | Ties.TURN;
        }

        /** Refuses a turn to jobs that do not wait for it any more, or whose sequence has a head. */
        @Override
        public Set<Long> refused(Transition transition, List<TiedJob> jobs) {
            if (transition != Transition.RELEASED) {
                return Set.of();
            }
            Set<Long> refused = new HashSet<>(ids(jobs));
            refused.removeAll(rows.candidates(refused));
            return refused;
        }

        @Override
        public void follow(Transition transition, List<TiedJob> jobs, Function<List<Long>, Released> turns) {
            switch (transition) {
                case COMPLETED -> passOn(rows.remove(ids(jobs)), turns);
                // in a transaction of the application, which must lock no further job
                case CANCELLED, REMOVED -> leave(rows.remove(ids(jobs)));
                case DEAD -> {
                    passOn(rows.died(ids(jobs)), turns);
                    dirty.markAfterCommit(rows.inState(ids(jobs), "state = 4").values());
                }
                case RELEASED -> rows.takeTurns(ids(jobs));
                case REVIVED -> {
                    rows.revive(ids(jobs));
                    enter(jobs);
                }
                case PROMOTED, RESCHEDULED, HANDED_BACK, UNLOCKED -> enter(jobs);
                case RETRIED, SNOOZED, SUSPENDED, BLOCKED -> {}
            }
        }

        private void enter(List<TiedJob> jobs) {
            dirty.markAfterCommit(rows.enter(
                    ids(jobs.stream().filter(job -> !job.ties().has(Ties.TURN)).toList())));
        }

        /** Gives the turn to the next job of each of these sequences. Marks those where it could not, or where the next one is not seen yet. */
        private void passOn(Set<String> names, Function<List<Long>, Released> turns) {
            Map<Long, String> next = rows.first(names);
            Released released = turns.apply(List.copyOf(next.keySet()));
            if (!released.ready().isEmpty()) {
                ready.add(jobs -> jobs.addAll(released.ready()));
            }
            next.keySet().removeAll(released.busy());
            Set<String> left = new TreeSet<>(names);
            left.removeAll(next.values());
            leave(left);
        }

        /** Leaves it to the follow-up to give the turns of these sequences. */
        private void leave(Set<String> free) {
            rows.dropFree(free);
            dirty.markAfterCommit(free);
        }

        private static List<Long> ids(Collection<TiedJob> jobs) {
            return jobs.stream().map(TiedJob::id).toList();
        }
    }

    /** Inserts the rows of new jobs of sequences. Locks nothing that other jobs of a sequence need: a transaction of an application may stay open for long. */
    private record SequenceInserts(Database database, DirtySet<String> dirty) implements InsertStep {

        private static final String ROWS =
                "SELECT j.id, n.name, n.on_dead, CASE WHEN j.stored_state = 3 THEN 1 ELSE 0 END FROM %s j, (%s) n"
                        + " WHERE n.job_number = j.job_number";

        private static final String OF_ARRAYS =
                "SELECT u.* FROM unnest(CAST(? AS text[]), CAST(? AS integer[])) WITH ORDINALITY AS u (name, on_dead, job_number)";

        /** Databases without a bulk insert store jobs one by one. */
        private static final String OF_ONE = "SELECT 1 AS job_number, {?varchar(200)} AS name, {?integer} AS on_dead";

        @Override
        public String insert(String stored, List<NewJob> jobs) {
            String rows = ROWS.formatted(stored, database.dialect().verbsAreStatements() ? OF_ARRAYS : OF_ONE);
            return database.dialect().insertOrReplace("baton_sequence", "job_id", "job_id, name, on_dead, state", rows);
        }

        @Override
        public List<Object> parameters(List<NewJob> jobs) {
            String[] names = jobs.stream().map(job -> of(job).name()).toArray(String[]::new);
            Integer[] codes = jobs.stream()
                    .map(job -> SequenceRows.ON_DEAD.indexOf(of(job).onDead()))
                    .toArray(Integer[]::new);
            return database.dialect().verbsAreStatements() ? List.of(names, codes) : List.of(names[0], codes[0]);
        }

        @Override
        public void stored(List<NewJob> jobs) {
            dirty.markAfterCommit(jobs.stream()
                    .filter(job -> !(job.due() instanceof Due.After))
                    .map(job -> of(job).name())
                    .collect(Collectors.toSet()));
        }

        private static Sequence of(NewJob job) {
            return requireNonNull(job.sequence());
        }
    }
}
