package io.baton.worker;

import io.baton.job.Fence;
import io.baton.job.JobStore;
import io.baton.job.Outcome;
import io.baton.job.Settlement;
import io.baton.job.Transactions;
import io.baton.loop.Step;
import io.baton.loop.Ticker;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers for jobs that are claimed for this worker though it does not know of them, because the answer to a claim was lost: it gives
 * them back. Only what was unknown twice in a row counts, since a claim is committed before it is known.
 */
final class Orphans implements Step {

    private static final Logger log = LoggerFactory.getLogger(Orphans.class);
    private static final Duration INTERVAL = Duration.ofSeconds(20);

    private final JobStore store;
    private final Transactions transactions;
    private final Identity identity;
    private final Holdings holdings;
    private final Settler settler;
    private final BooleanSupplier holding;
    private final Ticker ticker;
    private Set<Fence> unknownBefore = Set.of();
    private long next;

    Orphans(Engine engine, Identity identity, Holdings holdings, Settler settler, BooleanSupplier holding) {
        this.store = engine.store();
        this.transactions = engine.transactions();
        this.ticker = engine.ticker();
        this.identity = identity;
        this.holdings = holdings;
        this.settler = settler;
        this.holding = holding;
        this.next = ticker.nanos() + INTERVAL.toNanos();
    }

    @Override
    public Duration turn() {
        Long id = identity.known();
        if (id != null && holding.getAsBoolean() && ticker.nanos() - next >= 0) {
            look(id);
            next = ticker.nanos() + INTERVAL.toNanos();
        }
        return INTERVAL;
    }

    private void look(long id) {
        Set<Fence> unknown = new HashSet<>(transactions.single(() -> store.heldBy(id)));
        unknown.removeIf(holdings::holds);
        Set<Fence> orphans = new HashSet<>(unknown);
        orphans.retainAll(unknownBefore);
        unknownBefore = unknown;
        if (!orphans.isEmpty()) {
            log.info("Gives back {} jobs that were claimed for this worker without its knowledge", orphans.size());
            settler.settle(orphans.stream()
                    .map(fence -> new Settlement(fence, Outcome.HandedBack.UNSTARTED))
                    .toList());
        }
    }
}
