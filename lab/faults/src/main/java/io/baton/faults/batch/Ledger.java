package io.baton.faults.batch;

import io.baton.faults.Report;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** The batches that were opened, and what became of each by what their handlers committed. */
final class Ledger {

    private final List<Plan> plans = new CopyOnWriteArrayList<>();
    private final BatchTables tables;

    Ledger(BatchTables tables) {
        this.tables = tables;
    }

    /**
     * A batch.
     *
     * @param jobs how many of its items are jobs
     */
    record Plan(long batch, int jobs) {}

    void add(Plan plan) {
        plans.add(plan);
    }

    int size() {
        return plans.size();
    }

    void check(Report report) {
        zero(report, "lost", lost());
        zero(report, "double", doubled());
        zero(report, "early", early());
        zero(report, "left_acks", tables.acks());
        zero(report, "left_items", tables.openItems());
        zero(report, "left_jobs", tables.unfinished());
        zero(report, "incomplete", tables.incomplete());
        report.figures().put("batches", plans.size());
        report.figures().put("jobs", plans.stream().mapToLong(Plan::jobs).sum());
    }

    /** Returns how many items had no effect, and batches nothing that ran after them. */
    private long lost() {
        Map<Long, Long> effects = tables.effects();
        Map<Long, Long> callbacks = tables.callbacks("after");
        return plans.stream()
                .mapToLong(plan -> plan.jobs()
                        - effects.getOrDefault(plan.batch(), 0L)
                        + (callbacks.containsKey(plan.batch()) ? 0 : 1))
                .sum();
    }

    /** Returns how many effects and callbacks there are too many, and jobs that wait for batches. */
    private long doubled() {
        return tables.doubleEffects()
                + tooMany(tables.callbacks("after"))
                + tooMany(tables.callbacks("mourn"))
                + Math.abs(tables.waitingJobs() - plans.size());
    }

    private static long tooMany(Map<Long, Long> callbacks) {
        return callbacks.values().stream().mapToLong(count -> count - 1).sum();
    }

    /** Returns how many batches had something run after them before all of their items had. */
    private long early() {
        Map<Long, Long> effects = tables.effectsAtCallback();
        return plans.stream()
                .filter(plan -> effects.getOrDefault(plan.batch(), (long) plan.jobs()) < plan.jobs())
                .count();
    }

    private static void zero(Report report, String name, long count) {
        report.figures().put(name, count);
        report.check(count == 0, name + " is " + count);
    }
}
