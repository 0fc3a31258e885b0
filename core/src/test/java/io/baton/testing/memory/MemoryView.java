package io.baton.testing.memory;

import io.baton.JobState;
import io.baton.testing.memory.PermitRow.State;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** What one statement sees of jobs and their permits: what was committed when it began, and what its transaction changed. */
public record MemoryView(Map<Long, JobRow> jobs, Map<Long, JobPermits> permits) {

    /** A permit of a job. */
    record Line(long job, PermitRow permit) {

        /** Those that hold other permits first, then by priority, then by age. */
        static final Comparator<Line> ORDER = Comparator.comparingInt((Line line) -> line.permit.place())
                .thenComparingInt(line -> line.permit.rank())
                .thenComparing(line -> line.permit.due())
                .thenComparingLong(Line::job);
    }

    private Stream<Line> permits(String name, State state) {
        return permits.entrySet().stream().flatMap(job -> job.getValue().rows().stream()
                .filter(row -> row.name().equals(name) && row.is(state))
                .map(row -> new Line(job.getKey(), row)));
    }

    /** The jobs that have a permit in this state, as far as they are there and will run or do. */
    List<Long> jobs(String name, State state) {
        return permits(name, state).map(Line::job).filter(this::counts).toList();
    }

    private boolean counts(long id) {
        JobRow row = jobs.get(id);
        return row != null
                && row.ties.limited()
                && (row.state == JobState.READY || row.state == JobState.CLAIMED || row.state == JobState.BLOCKED);
    }

    /** How many permits of a limit are held. */
    public int held(String name) {
        return jobs(name, State.HELD).size();
    }

    /** How many jobs hold a permit and have not been claimed. */
    int unstarted(String name) {
        return (int) jobs(name, State.HELD).stream()
                .filter(id -> Objects.requireNonNull(jobs.get(id)).state != JobState.CLAIMED)
                .count();
    }

    /** Those that wait for a limit, whatever their jobs are, in their order. */
    List<Line> waiting(String name, Set<String> queues) {
        return permits(name, State.WAITING)
                .filter(line -> queues.contains(line.permit().queue()))
                .sorted(Line.ORDER)
                .toList();
    }

    /** How many jobs wait for a permit of a limit. */
    public int awaiting(String name) {
        return jobs(name, State.WAITING).size();
    }

    /** Whether a job of another queue waits for a limit. */
    boolean isAwaitedBeside(String name, String queue) {
        return permits(name, State.WAITING)
                .anyMatch(line -> !line.permit().queue().equals(queue));
    }

    boolean isAwaited(String name) {
        return permits(name, State.WAITING).findAny().isPresent();
    }
}
