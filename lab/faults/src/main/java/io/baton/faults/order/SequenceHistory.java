package io.baton.faults.order;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Decides from the runs of sequences whether their jobs ran one at a time, in the order of their ids. A job has its turn from its first run until the end of
 * its last one, also between its runs. What a run does after its claim was lost counts for nothing: it counts until its end if its claim held then, and else
 * until its process was killed or the next run of its job began.
 *
 * <p>A job got its turn after it was committed and after the job before it had ended. An id that became visible later than that is a late commit, and no
 * inversion.
 */
final class SequenceHistory {

    /** The end of time. */
    static final long NEVER = Long.MAX_VALUE;

    private static final int SHOWN = 10;

    private final List<String> violations = new ArrayList<>();
    private int inversions;
    private int overlaps;
    private int stuck;
    private int late;
    private int fenced;

    /**
     * A job that was committed.
     *
     * @param before a time before the commit
     * @param visible a time after it
     */
    record Sent(long job, int sequence, String share, long before, long visible) {

        Sent visibleAt(long time) {
            return new Sent(job, sequence, share, before, time);
        }

        /** Returns a plain job as the only one of a sequence of its own. */
        Sent alone() {
            return sequence == OrderWork.NO_SEQUENCE
                    ? new Sent(job, Math.toIntExact(-job), share, before, visible)
                    : this;
        }

        /** Returns whether this job is visible to all that see another one after a time: its commit came before that time, or is the same. */
        boolean isVisibleTo(Sent other, long time) {
            return visible < time || (before == other.before && visible == other.visible);
        }
    }

    /**
     * A run of a handler.
     *
     * @param held whether its claim held when it began
     * @param left when it ended; {@link #NEVER} if that is not known
     * @param heldAtEnd whether its claim held then
     * @param killed when its process was killed; {@link #NEVER} if it was not
     */
    record Run(long job, long entered, boolean held, long left, boolean heldAtEnd, long killed) {}

    /** A time in which a job runs, or has its turn. */
    private record Span(Sent job, long from, long to) {}

    /**
     * Judges a history.
     *
     * @param sent all jobs
     * @param runs of these and of other jobs
     * @param completed the ids of jobs that are completed
     */
    SequenceHistory(Collection<Sent> sent, Collection<Run> runs, Set<Long> completed) {
        fenced = (int) runs.stream()
                .filter(run -> !run.held() || (run.left() < NEVER && !run.heldAtEnd()))
                .count();
        Map<Long, List<Run>> held = runs.stream()
                .filter(Run::held)
                .sorted(Comparator.comparingLong(Run::entered))
                .collect(Collectors.groupingBy(Run::job));
        Map<Integer, List<Span>> turns = new TreeMap<>();
        Set<Integer> unfinished = new HashSet<>();
        for (Sent each : sent) {
            Sent job = each.alone();
            boolean isCompleted = completed.contains(job.job());
            List<Span> own = spans(job, held.getOrDefault(job.job(), List.of()));
            overlap("run", own);
            turns.computeIfAbsent(job.sequence(), sequence -> new ArrayList<>()).add(turn(job, own, isCompleted));
            if (!isCompleted) {
                unfinished.add(job.sequence());
            }
        }
        stuck = unfinished.size();
        turns.values().forEach(this::judge);
    }

    private static List<Span> spans(Sent job, List<Run> runs) {
        List<Span> spans = new ArrayList<>();
        for (int i = 0; i < runs.size(); i++) {
            Run run = runs.get(i);
            long next = i + 1 < runs.size() ? runs.get(i + 1).entered() : NEVER;
            spans.add(new Span(job, run.entered(), run.heldAtEnd() ? run.left() : Math.min(next, run.killed())));
        }
        return spans;
    }

    private static Span turn(Sent job, List<Span> runs, boolean isCompleted) {
        long to = runs.stream().mapToLong(Span::to).max().orElse(NEVER);
        return new Span(job, runs.isEmpty() ? NEVER : runs.get(0).from(), isCompleted ? to : NEVER);
    }

    private void judge(List<Span> turns) {
        turns.sort(Comparator.comparingLong(turn -> turn.job().job()));
        List<Span> earlier = new ArrayList<>();
        for (Span turn : turns) {
            if (turn.from() < NEVER) {
                invert(turn, earlier, admitted(turn, turns));
            }
            earlier.add(turn);
        }
        overlap("turn", turns.stream().filter(turn -> turn.from() < NEVER).toList());
    }

    /** Returns the latest time at which a job had not got its turn for certain. */
    private static long admitted(Span turn, List<Span> all) {
        return all.stream()
                .mapToLong(Span::to)
                .filter(end -> end <= turn.from())
                .reduce(turn.job().before(), Math::max);
    }

    private void invert(Span turn, List<Span> earlier, long admitted) {
        boolean isLate = false;
        for (Span before : earlier) {
            if (before.to() > turn.from()) {
                if (before.job().isVisibleTo(turn.job(), admitted)) {
                    inversions++;
                    found(
                            turn.job(),
                            "started at " + turn.from() + " before job "
                                    + before.job().job() + " had ended");
                    return;
                }
                isLate = true;
            }
        }
        late += isLate ? 1 : 0;
    }

    private void overlap(String what, List<Span> spans) {
        long latest = 0;
        for (Span span :
                spans.stream().sorted(Comparator.comparingLong(Span::from)).toList()) {
            if (span.from() < latest) {
                overlaps++;
                found(span.job(), "started at " + span.from() + " within another " + what + ", until " + latest);
            }
            latest = Math.max(latest, span.to());
        }
    }

    private void found(Sent job, String text) {
        if (violations.size() < SHOWN) {
            violations.add("job " + job.job() + " of sequence " + job.sequence() + " " + text);
        }
    }

    /** Returns how many jobs started before one with a lower id that was visible had ended. */
    int inversions() {
        return inversions;
    }

    /** Returns how many turns and runs began within another one of their sequence. */
    int overlaps() {
        return overlaps;
    }

    /** Returns how many sequences have jobs that are not completed. */
    int stuck() {
        return stuck;
    }

    /** Returns how many jobs started before one with a lower id that was committed late. */
    int late() {
        return late;
    }

    /** Returns how many runs began or ended without their claim. */
    int fenced() {
        return fenced;
    }

    /** Returns the first inversions and overlaps. */
    List<String> violations() {
        return violations;
    }
}
