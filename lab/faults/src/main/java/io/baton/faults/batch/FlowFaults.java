package io.baton.faults.batch;

import io.baton.Flow;
import io.baton.Flows;
import io.baton.faults.Report;
import io.baton.faults.scenario.Cluster;
import io.baton.faults.scenario.NodeProcess;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * The scenarios of flows.
 *
 * @param nodes creates the nodes of one scenario
 */
record FlowFaults(Supplier<BatchNodes> nodes, Flows flows, FlowTables tables, FlowScale scale, Report report) {

    private static final Duration PATIENCE = Duration.ofMinutes(15);

    void run() {
        tables.make();
        new CheckedGroup(this, nodes.get()).run();
        new BrokenRelease(this, nodes.get()).run();
        new CancelledRelease(this, nodes.get()).run();
    }

    /** Starts a flow whose second step has so many jobs, each of which takes this time; returns its id. */
    long startMany(int count, int millis) {
        return flows.start(Flow.of(new FlowWork.One())
                        .then(Flow.group(IntStream.range(0, count).mapToObj(item -> new FlowWork.Many(item, millis))))
                        .then(new FlowWork.Last()))
                .id()
                .value();
    }

    /** Starts a process that stops at a point of the release of a portion. */
    static NodeProcess trapped(BatchNodes nodes, ReleaseTrap.Point point, int portion) {
        return nodes.start("--release.point=" + point, "--release.portion=" + portion);
    }

    /** Starts a process that records how long a release takes. */
    static NodeProcess watched(BatchNodes nodes) {
        return trapped(nodes, ReleaseTrap.Point.AFTER_COMMIT, 0);
    }

    void await(BooleanSupplier condition, String otherwise) {
        if (!Cluster.await(condition, PATIENCE)) {
            throw new IllegalStateException(otherwise);
        }
    }

    void awaitTrap(BatchNodes nodes, NodeProcess node) {
        await(() -> nodes.isTrapped(node), "no release reached its trap in " + node.name());
    }

    void awaitEnd() {
        await(tables::complete, "a flow has not ended");
    }

    /** Writes down a figure, which has to be this. */
    void expect(String name, long expected, long count) {
        report.figures().put(name, count);
        report.check(count == expected, name + " is " + count + ", not " + expected);
    }
}
