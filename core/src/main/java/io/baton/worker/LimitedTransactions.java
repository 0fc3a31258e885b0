package io.baton.worker;

import io.baton.database.Transactions;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.TransientDataAccessResourceException;

/** Runs only a few transactions at once, so that starting and running jobs leave connections for claims, settlements and heartbeats. */
public final class LimitedTransactions implements Transactions {

    private static final long PATIENCE_SECONDS = 5;

    private final Transactions transactions;
    private final Semaphore permits;

    /** Allows this many of these transactions at once; the others wait their turn. */
    public LimitedTransactions(Transactions transactions, int atOnce) {
        this.transactions = transactions;
        this.permits = new Semaphore(atOnce, true);
    }

    @Override
    public <T extends @Nullable Object> T run(Supplier<T> work) {
        if (!acquired()) {
            throw new TransientDataAccessResourceException(
                    "Too many jobs that start or run are written at once; this one had no turn within "
                            + PATIENCE_SECONDS + " s");
        }
        try {
            return transactions.run(work);
        } finally {
            permits.release();
        }
    }

    private boolean acquired() {
        try {
            return permits.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
