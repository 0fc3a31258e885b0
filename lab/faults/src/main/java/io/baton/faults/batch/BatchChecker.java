package io.baton.faults.batch;

import io.baton.faults.Report;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** The batches that were opened, and what became of each by what their handlers committed. */
final class BatchChecker {

    private final List<Opened> opened = new CopyOnWriteArrayList<>();
    private final BatchTables tables;

    BatchChecker(BatchTables tables) {
        this.tables = tables;
    }

    /**
     * A batch.
     *
     * @param jobs how many of its items are jobs
     */
    record Opened(long batch, int jobs) {}

    void add(Opened one) {
        opened.add(one);
    }

    void check(Report report) {
        zero(report, "lost", lost());
        zero(report, "double", doubled());
        zero(report, "early", early());
        zero(report, "left_acks", tables.acks());
        zero(report, "left_items", tables.openItems());
        zero(report, "left_jobs", tables.unfinished());
        zero(report, "incomplete", tables.incomplete());
        report.figures().put("batches", opened.size());
        report.figures().put("jobs", opened.stream().mapToLong(Opened::jobs).sum());
    }

    /** Returns how many items had no effect, and batches nothing that ran after them. */
    private long lost() {
        Map<Long, Long> effects = tables.effects();
        Map<Long, Long> callbacks = tables.callbacks("after");
        return opened.stream()
                .mapToLong(one -> one.jobs()
                        - effects.getOrDefault(one.batch(), 0L)
                        + (callbacks.containsKey(one.batch()) ? 0 : 1))
                .sum();
    }

    /** Returns how many effects and callbacks there are too many, and jobs that wait for batches. */
    private long doubled() {
        return tables.doubleEffects()
                + tooMany(tables.callbacks("after"))
                + tooMany(tables.callbacks("on-dead"))
                + Math.abs(tables.waitingJobs() - opened.size());
    }

    private static long tooMany(Map<Long, Long> callbacks) {
        return callbacks.values().stream().mapToLong(count -> count - 1).sum();
    }

    /** Returns how many batches had something run after them before all of their items had. */
    private long early() {
        Map<Long, Long> effects = tables.effectsAtCallback();
        return opened.stream()
                .filter(one -> effects.getOrDefault(one.batch(), (long) one.jobs()) < one.jobs())
                .count();
    }

    private static void zero(Report report, String name, long count) {
        report.figures().put(name, count);
        report.check(count == 0, name + " is " + count);
    }
}
