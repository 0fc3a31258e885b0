package io.baton.recurring;

import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Notifies of schedules that were changed on this node, after the commit: one may have a tick before all others. */
public final class ScheduleChanges {

    private volatile Runnable listener = () -> {};

    /** Calls this after changes. */
    public void onChange(Runnable told) {
        this.listener = told;
    }

    /** The transaction under way, if there is one, changes schedules. */
    void announce() {
        if (TransactionSynchronizationManager.isSynchronizationActive()) {
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCommit() {
                    listener.run();
                }
            });
        } else {
            listener.run();
        }
    }
}
