package io.baton.job;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.springframework.core.Ordered;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Collects changes of the current transaction and acts on them once it has ended, before the callbacks of the application. Also acts on those of a
 * part that was rolled back to a savepoint: each is a hint or a count. Without a transaction, it acts at once.
 */
public final class AfterCommit<T> {

    private final Supplier<T> empty;
    private final Consumer<T> action;
    private final boolean evenIfUnknown;

    /** Creates a collector; {@code evenIfUnknown} is whether it acts also after a commit whose outcome is unknown. */
    public AfterCommit(Supplier<T> empty, Consumer<T> action, boolean evenIfUnknown) {
        this.empty = empty;
        this.action = action;
        this.evenIfUnknown = evenIfUnknown;
    }

    /** Returns a collector that notifies workers of jobs that became ready. */
    public static AfterCommit<Set<ReadyJobs>> announcing(JobSignal signal) {
        return new AfterCommit<>(LinkedHashSet::new, jobs -> jobs.forEach(signal::jobsAvailable), true);
    }

    /** Adds a change of the current transaction. */
    public void add(Consumer<T> change) {
        if (TransactionSynchronizationManager.isSynchronizationActive()) {
            change.accept(collected().changes);
        } else {
            T changes = empty.get();
            change.accept(changes);
            action.accept(changes);
        }
    }

    @SuppressWarnings("unchecked") // a synchronization with this owner collects changes of type T
    private Collected<T> collected() {
        for (TransactionSynchronization each : TransactionSynchronizationManager.getSynchronizations()) {
            if (each instanceof Collected<?> known && known.owner == this) {
                return (Collected<T>) known;
            }
        }
        Collected<T> fresh = new Collected<>(this);
        TransactionSynchronizationManager.registerSynchronization(fresh);
        return fresh;
    }

    private static final class Collected<T> implements TransactionSynchronization, Ordered {

        private final AfterCommit<T> owner;
        private final T changes;

        private Collected(AfterCommit<T> owner) {
            this.owner = owner;
            this.changes = owner.empty.get();
        }

        @Override
        public int getOrder() {
            return Ordered.HIGHEST_PRECEDENCE;
        }

        @Override
        public void afterCommit() {
            if (!owner.evenIfUnknown) {
                owner.action.accept(changes);
            }
        }

        @Override
        public void afterCompletion(int status) {
            if (owner.evenIfUnknown && status != STATUS_ROLLED_BACK) {
                owner.action.accept(changes);
            }
        }
    }
}
