package io.baton.worker.life;

import io.baton.job.Fence;
import io.baton.job.Outcome;
import io.baton.job.Settled;
import io.baton.job.Settlement;
import io.baton.loop.Step;
import io.baton.worker.Engine;
import io.baton.worker.WorkerIdentity;
import io.baton.worker.run.ActiveRun.StopReason;
import io.baton.worker.run.Holdings;
import io.baton.worker.run.Settler;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Releases jobs that are claimed for this worker but unknown to it, since the response to a claim was lost, or a write met a server that did not have
 * the claim yet. Stops runs whose claims are missing, since a failover did not keep them. A job must be unknown, or a claim missing, in two scans in
 * a row, since a claim is committed before it is known. Scans are frequent after a claim failed, a heartbeat was missed or a job was dropped, and
 * otherwise seldom: a scan reads all rows that the worker ever held and that the database has not cleaned up yet. Also stops cancelled runs.
 */
final class Orphans implements Step {

    private static final Logger log = LoggerFactory.getLogger(Orphans.class);
    private static final Duration CANCELS = Duration.ofMillis(500);
    private static final Duration OFTEN = Duration.ofSeconds(20);
    private static final Duration SELDOM = Duration.ofMinutes(5);

    /** The number of frequent scans after a failure. The limits of the server end a claim that was cut off before the last of them. */
    private static final int SCANS_AFTER_FAILURE = 3;

    private final Engine engine;
    private final WorkerIdentity identity;
    private final Holdings holdings;
    private final Settler settler;
    private final Predicate<Fence> mayBeTaken;
    private volatile boolean suspected;
    private Set<Fence> unknownBefore = Set.of();
    private Set<Fence> missingBefore = Set.of();
    private Set<Fence> lastRunning = Set.of();
    private int scansLeft;
    private long next;

    /** Creates the watch; {@code mayBeTaken} is false for a claimed job that is held, or will never be accepted. */
    Orphans(Engine engine, WorkerIdentity identity, Holdings holdings, Settler settler, Predicate<Fence> mayBeTaken) {
        this.engine = engine;
        this.identity = identity;
        this.holdings = holdings;
        this.settler = settler;
        this.mayBeTaken = mayBeTaken;
        this.next = engine.ticker().nanos() + SELDOM.toNanos();
    }

    /** Makes scans frequent, since there may be orphans. Any thread may call it. */
    void suspect() {
        suspected = true;
    }

    @Override
    public Duration turn() {
        Long id = identity.known();
        if (suspected) {
            suspected = false;
            scansLeft = SCANS_AFTER_FAILURE;
            next = Math.min(next - engine.ticker().nanos(), OFTEN.toNanos())
                    + engine.ticker().nanos();
        }
        if (id != null && engine.ticker().nanos() - next >= 0) {
            scan(id);
            scansLeft = unknownBefore.isEmpty() ? Math.max(0, scansLeft - 1) : Math.max(1, scansLeft - 1);
            next = engine.ticker().nanos() + (scansLeft > 0 ? OFTEN : SELDOM).toNanos();
        }
        return OFTEN;
    }

    private void scan(long id) {
        Set<Fence> missing = holdings.held();
        Set<Fence> claimed = engine.transactions().single(() -> engine.claims().heldBy(id));
        missing.removeAll(claimed);
        missing.removeIf(fence -> !holdings.holds(fence));
        forget(missing);
        release(new HashSet<>(claimed));
    }

    private void release(Set<Fence> unknown) {
        // in this order: a job that may no longer be accepted is held by now
        unknown.removeIf(mayBeTaken);
        unknown.removeIf(holdings::holds);
        unknown.removeAll(holdings.running());
        Set<Fence> orphans = new HashSet<>(unknown);
        orphans.retainAll(unknownBefore);
        unknownBefore = unknown;
        if (!orphans.isEmpty()) {
            log.info("Releases {} jobs that were claimed for this worker without its knowledge", orphans.size());
            // they may have ties, which were never read here
            settler.settle(orphans.stream()
                    .map(fence -> new Settlement(fence, Outcome.HandedBack.UNSTARTED, true, null))
                    .toList());
        }
    }

    /** Stops runs whose claims are missing twice. The claim of a job that was settled meanwhile is missing in one scan only. */
    private void forget(Set<Fence> missing) {
        Set<Fence> twice = new HashSet<>(missing);
        twice.retainAll(missingBefore);
        missingBefore = missing;
        if (twice.isEmpty()) {
            return;
        }
        Map<Fence, Settled> found =
                engine.transactions().run(() -> engine.settlements().lock(twice));
        twice.removeIf(fence -> found.get(fence) != Settled.FENCED);
        int stopped = holdings.lost(twice);
        if (stopped > 0) {
            log.warn(
                    "Stops {} runs whose claims are lost, such as by a failover to a server that does not have them; other runs of their jobs"
                            + " decide",
                    stopped);
        }
    }

    /** Stops runs whose jobs were cancelled. It queries only runs that existed at its last call too, so that short ones cost nothing. */
    Duration stopCancelled() {
        Set<Fence> running = holdings.running();
        Set<Fence> lasting = new HashSet<>(running);
        lasting.retainAll(lastRunning);
        lastRunning = running;
        Long id = identity.known();
        if (id != null && !lasting.isEmpty()) {
            holdings.stop(
                    engine.transactions().single(() -> engine.claims().cancelRequested(id, lasting)),
                    StopReason.CANCELLED);
        }
        return CANCELS;
    }
}
