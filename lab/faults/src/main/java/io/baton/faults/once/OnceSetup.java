package io.baton.faults.once;

import io.baton.faults.Report;
import io.baton.faults.scenario.Cluster;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * What each scenario needs.
 *
 * @param context a node without a worker
 */
record OnceSetup(
        Cluster cluster,
        ConfigurableApplicationContext context,
        OnceTables tables,
        OnceScale scale,
        long seed,
        Report report) {

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    OnceNodes nodes(String... options) {
        return new OnceNodes(cluster, seed, options);
    }

    void await(BooleanSupplier condition, String otherwise) {
        if (!Cluster.await(condition, PATIENCE)) {
            throw new IllegalStateException(otherwise);
        }
    }

    /** Waits until all jobs have ended well, which dead ones have not. */
    void awaitEnd() {
        await(() -> tables.unfinished() == tables.dead(), "jobs have not ended: " + tables.unfinished());
        expect("dead", 0, tables.dead());
    }

    /** Writes down a figure, which has to be this. */
    void expect(String name, long expected, long count) {
        report.figures().put(name, count);
        report.check(count == expected, name + " is " + count + ", not " + expected);
    }

    /** Writes down a figure, which has to be this at least. */
    void atLeast(String name, long least, long count) {
        report.figures().put(name, count);
        report.check(count >= least, name + " is " + count + ", less than " + least);
    }
}
