package io.baton.faults.limit;

import io.baton.faults.Report;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What became of the jobs that needed permits. */
record PermitFigures(RunHistory history, Tables tables, Report report) {

    /** The most that ran at once, before a time, after another, and while the semaphore had shrunk. */
    void most(long calmUntil, long faultyFrom, List<LimitNodes.Span> shrunk) {
        reached("most_at_once", history.most(LimitWork.GATE, 0, calmUntil));
        reached("most_at_once_in_faults", history.most(LimitWork.GATE, faultyFrom, Long.MAX_VALUE));
        atMost(
                "most_at_once_shrunk",
                Permits.SHRUNK,
                shrunk.stream()
                        .mapToInt(span -> history.most(LimitWork.GATE, span.from(), span.to()))
                        .max()
                        .orElseThrow());
        atMost(
                "most_at_once_of_a_key",
                Permits.PER_ACCOUNT,
                history.permits(LimitWork.ACCOUNT + ":").stream()
                        .mapToInt(history::most)
                        .max()
                        .orElseThrow());
        atMost("most_at_once_of_two", Permits.RIGHT, history.most(LimitWork.RIGHT));
        report.figures().put("most_with_fenced", history.mostWithFenced(LimitWork.GATE));
    }

    private void reached(String name, int most) {
        atMost(name, Permits.CAPACITY, most);
        report.check(most >= Permits.CAPACITY, name + " is " + most + ": the permits were never all used");
    }

    private void atMost(String name, int capacity, int most) {
        report.figures().put(name, most);
        report.check(most <= capacity, name + ": " + most + " ran at once with " + capacity + " permits");
    }

    void leftovers(List<Long> enqueued) {
        zero("left_held", tables.held());
        zero("left_waiting", tables.waiting());
        zero("dead", tables.dead());
        zero("lost", lost(enqueued));
        zero("double", tables.doubleEffects() + history.doubled());
        report.figures().put("jobs", enqueued.size());
        report.figures().put("runs", history.count());
        report.figures().put("fenced", history.fenced());
    }

    private int lost(List<Long> enqueued) {
        Set<Long> lost = new TreeSet<>(enqueued);
        lost.removeAll(tables.completed());
        return lost.size();
    }

    private void zero(String name, long count) {
        report.figures().put(name, count);
        report.check(count == 0, name + " is " + count);
    }
}
