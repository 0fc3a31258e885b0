package io.baton.worker.life;

import io.baton.job.Fence;
import io.baton.loop.Step;
import io.baton.worker.Engine;
import io.baton.worker.WorkerIdentity;
import io.baton.worker.run.ActiveRun.StopReason;
import io.baton.worker.run.Holdings;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/** Stops runs whose jobs were cancelled. It queries only runs that existed at its last turn too, so that short ones cost nothing. */
final class CancelWatch implements Step {

    private static final Duration INTERVAL = Duration.ofMillis(500);

    private final Engine engine;
    private final WorkerIdentity identity;
    private final Holdings holdings;
    private Set<Fence> lastSeen = Set.of();

    CancelWatch(Engine engine, WorkerIdentity identity, Holdings holdings) {
        this.engine = engine;
        this.identity = identity;
        this.holdings = holdings;
    }

    @Override
    public Duration turn() {
        Set<Fence> running = holdings.running();
        Set<Fence> lasting = new HashSet<>(running);
        lasting.retainAll(lastSeen);
        lastSeen = running;
        Long id = identity.known();
        if (id != null && !lasting.isEmpty()) {
            holdings.stop(
                    engine.transactions().single(() -> engine.claims().cancelRequested(id, lasting)),
                    StopReason.CANCELLED);
        }
        return INTERVAL;
    }
}
