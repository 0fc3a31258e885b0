package io.baton.faults.batch;

import io.baton.BatchId;
import io.baton.BatchState;
import io.baton.FlowStatus;
import io.baton.faults.batch.ReleaseTrap.Point;
import io.baton.faults.chaos.Traces;
import io.baton.faults.scenario.Cluster;
import io.baton.faults.scenario.NodeProcess;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Flows that are cancelled while a step of very many jobs is released: between two portions, during one, and by a process that is killed then. */
final class CancelledRelease {

    /** So that few of those that are released start before the flow is cancelled. */
    private static final int MILLIS = 100;

    private static final int PORTION = 2;
    private static final Duration MOMENT = Duration.ofMillis(300);

    private final FlowFaults faults;
    private final BatchNodes nodes;
    private long flow;
    private long left;
    private long lost;
    private long ran;
    private long lastRuns;
    private long afterCancel;
    private long claimedAfterCancel;
    private long afterEnd;

    CancelledRelease(FlowFaults faults, BatchNodes nodes) {
        this.faults = faults;
        this.nodes = nodes;
    }

    void run() {
        betweenPortions();
        if (faults.scale().everyWay()) {
            duringPortion();
            withKill();
        }
        faults.expect("left", 0, left);
        faults.expect("cancelled_lost", 0, lost);
        faults.report().figures().put("completed_of_cancelled", ran);
        faults.report().figures().put("started_after_cancel", afterCancel);
        faults.report().figures().put("claimed_after_cancel", claimedAfterCancel);
        faults.expect("started_after_end", 0, afterEnd);
        faults.expect("last_runs_of_cancelled", 0, lastRuns);
    }

    /** The process that releases sees it when it goes on. */
    private void betweenPortions() {
        NodeProcess victim = trapped(Point.AFTER_COMMIT);
        long cancelled = cancel();
        nodes.release(victim);
        end(cancelled);
    }

    /** Waits for the portion that is under way. */
    private void duringPortion() {
        NodeProcess victim = trapped(Point.BEFORE_COMMIT);
        FlowFaults.watched(nodes);
        CompletableFuture<Long> cancel = CompletableFuture.supplyAsync(this::cancel);
        Cluster.pause(MOMENT);
        nodes.release(victim);
        end(cancel.join());
    }

    /** Another process releases by then. */
    private void withKill() {
        NodeProcess victim = trapped(Point.AFTER_COMMIT);
        FlowFaults.watched(nodes);
        long cancelled = cancel();
        nodes.kill(victim);
        end(cancelled);
    }

    private NodeProcess trapped(Point point) {
        NodeProcess victim = FlowFaults.trapped(nodes, point, PORTION);
        flow = faults.startMany(faults.scale().cancelled(), MILLIS);
        faults.awaitTrap(nodes, victim);
        return victim;
    }

    private long cancel() {
        faults.flows().cancel(new BatchId(flow));
        return System.nanoTime();
    }

    private void end(long cancelledAt) {
        faults.awaitEnd();
        long endedAt = System.nanoTime();
        Cluster.pause(MOMENT);
        nodes.killAll();
        count(cancelledAt, endedAt);
    }

    private void count(long cancelledAt, long endedAt) {
        FlowTables tables = faults.tables();
        left += tables.left();
        long completed = tables.ended(flow, 4);
        lost += Math.abs(faults.scale().cancelled() + 2 - completed - tables.ended(flow, 6));
        ran += completed;
        lastRuns += tables.completions(flow, "last");
        afterCancel += startsAfter(cancelledAt);
        claimedAfterCancel += tables.claimedAfterCancel(flow);
        afterEnd += startsAfter(endedAt) + tables.endedAfter(flow);
        FlowStatus status = faults.flows().find(new BatchId(flow)).orElseThrow();
        faults.report().check(status.state() == BatchState.CANCELLED, "a cancelled flow is " + status.state());
    }

    /** All processes of flows before have ended by then. */
    private long startsAfter(long nanos) {
        return nodes.all().stream()
                .flatMap(node -> Traces.read(node.name(), StepHandlers.starts(node.trace())).stream())
                .filter(line -> line.nanos() > nanos)
                .count();
    }
}
