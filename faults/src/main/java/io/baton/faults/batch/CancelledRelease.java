package io.baton.faults.batch;

import io.baton.BatchId;
import io.baton.BatchState;
import io.baton.FlowStatus;
import io.baton.faults.batch.ReleaseTrap.Point;
import io.baton.faults.chaos.Traces;
import io.baton.faults.story.NodeProcess;
import io.baton.faults.story.Scene;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Flows that are cancelled while a step of very many jobs is released: between two portions, during one, and by a process that is killed then. */
final class CancelledRelease {

    /** So that few of those that are released start before the flow is cancelled. */
    private static final int MILLIS = 20;

    private static final int PORTION = 2;
    private static final Duration MOMENT = Duration.ofMillis(300);

    private final FlowFaults faults;
    private final Crew crew;
    private long left;
    private long lost;
    private long ran;
    private long afterCancel;
    private long claimedAfterCancel;
    private long afterEnd;

    CancelledRelease(FlowFaults faults, Crew crew) {
        this.faults = faults;
        this.crew = crew;
    }

    void run() {
        cancelled(Point.AFTER_COMMIT, false);
        cancelled(Point.BEFORE_COMMIT, false);
        cancelled(Point.AFTER_COMMIT, true);
        faults.expect("left", 0, left);
        faults.expect("cancelled_lost", 0, lost);
        faults.report().figures().put("started_of_cancelled", ran);
        faults.report().figures().put("started_after_cancel", afterCancel);
        faults.report().figures().put("claimed_after_cancel", claimedAfterCancel);
        faults.expect("started_after_end", 0, afterEnd);
        faults.expect("last_runs_of_cancelled", 0, crew.noted("last").count());
    }

    private void cancelled(Point point, boolean kills) {
        NodeProcess victim = FlowFaults.trapped(crew, point, PORTION);
        long flow = faults.startMany(faults.scale().cancelled(), MILLIS);
        faults.awaitTrap(crew, victim);
        FlowFaults.watched(crew);
        // waits for the portion that is under way
        CompletableFuture<Long> cancel = CompletableFuture.supplyAsync(() -> cancel(flow));
        Scene.pause(MOMENT);
        if (kills) {
            crew.kill(victim);
        } else {
            crew.release(victim);
        }
        long cancelledAt = cancel.join();
        faults.awaitEnd();
        long endedAt = System.nanoTime();
        Scene.pause(MOMENT);
        crew.killAll();
        count(flow, cancelledAt, endedAt);
    }

    private long cancel(long flow) {
        faults.flows().cancel(new BatchId(flow));
        return System.nanoTime();
    }

    private void count(long flow, long cancelledAt, long endedAt) {
        FlowTables tables = faults.tables();
        left += tables.left();
        long completed = tables.ended(flow, 4);
        lost += Math.abs(faults.scale().cancelled() + 2 - completed - tables.ended(flow, 6));
        ran += completed;
        afterCancel += startsAfter(cancelledAt);
        claimedAfterCancel += tables.claimedAfterCancel(flow);
        afterEnd += startsAfter(endedAt) + tables.endedAfter(flow);
        FlowStatus status = faults.flows().find(new BatchId(flow)).orElseThrow();
        faults.report().check(status.state() == BatchState.CANCELLED, "a cancelled flow is " + status.state());
    }

    /** All processes of flows before have ended by then. */
    private long startsAfter(long nanos) {
        return crew.all().stream()
                .flatMap(node -> Traces.read(node.name(), StepHandlers.starts(node.trace())).stream())
                .filter(line -> line.nanos() > nanos)
                .count();
    }
}
