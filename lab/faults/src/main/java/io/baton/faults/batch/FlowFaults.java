package io.baton.faults.batch;

import io.baton.Flow;
import io.baton.Flows;
import io.baton.faults.Report;
import io.baton.faults.story.NodeProcess;
import io.baton.faults.story.Scene;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * What is tried with flows.
 *
 * @param crews makes one for each thing that is tried
 */
record FlowFaults(Supplier<Crew> crews, Flows flows, FlowTables tables, FlowScale scale, Report report) {

    private static final Duration PATIENCE = Duration.ofMinutes(15);

    void run() {
        tables.make();
        new CheckedGroup(this, crews.get()).run();
        new BrokenRelease(this, crews.get()).run();
        new CancelledRelease(this, crews.get()).run();
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
    static NodeProcess trapped(Crew crew, ReleaseTrap.Point point, int portion) {
        return crew.start("--release.point=" + point, "--release.portion=" + portion);
    }

    /** Starts a process that tells how long it takes to release. */
    static NodeProcess watched(Crew crew) {
        return trapped(crew, ReleaseTrap.Point.AFTER_COMMIT, 0);
    }

    void await(BooleanSupplier condition, String otherwise) {
        if (!Scene.await(condition, PATIENCE)) {
            throw new IllegalStateException(otherwise);
        }
    }

    void awaitTrap(Crew crew, NodeProcess node) {
        await(() -> crew.isTrapped(node), "no release came to its trap in " + node.name());
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
