package io.baton.worker;

import io.baton.job.Transactions;
import io.baton.job.WorkerInfo;
import io.baton.job.WorkerStore;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Who this worker is at the moment: registered before its first claim, and anew under a fresh epoch once it was taken for dead. */
final class Identity {

    private static final Logger log = LoggerFactory.getLogger(Identity.class);

    private final WorkerStore workers;
    private final Transactions transactions;
    private final Function<UUID, WorkerInfo> info;
    private @Nullable Long id;

    Identity(WorkerStore workers, Transactions transactions, Function<UUID, WorkerInfo> info) {
        this.workers = workers;
        this.transactions = transactions;
        this.info = info;
    }

    /** The id to claim under; registers the worker if it has none. */
    synchronized long current() {
        if (id == null) {
            WorkerInfo fresh = info.apply(UUID.randomUUID());
            id = transactions.run(() -> workers.register(fresh));
            log.info(
                    "Worker {} is registered as {} and serves {}",
                    fresh.name(),
                    id,
                    fresh.capacities().keySet());
        }
        return id;
    }

    /** The id, if there is one. */
    synchronized @Nullable Long known() {
        return id;
    }

    /** This id is dead; the next claim needs another. Answers whether it was this worker's until now. */
    synchronized boolean lost(long dead) {
        boolean ours = id != null && id == dead;
        if (ours) {
            id = null;
        }
        return ours;
    }

    /** Ends the worker's life in good order. */
    synchronized void giveUp() {
        Long current = id;
        if (current != null) {
            transactions.run(() -> {
                workers.deregister(current);
                return null;
            });
            id = null;
        }
    }
}
