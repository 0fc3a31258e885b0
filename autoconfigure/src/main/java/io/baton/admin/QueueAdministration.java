package io.baton.admin;

import io.baton.enqueue.CallersTransaction;
import io.baton.enqueue.SignalAfterCommit;
import io.baton.job.Due;
import io.baton.job.JobStore;
import io.baton.type.Names;
import org.jspecify.annotations.Nullable;

/** Where people pause queues and resume them. */
final class QueueAdministration {

    private final JobStore store;
    private final CallersTransaction transaction;
    private final SignalAfterCommit signal;

    QueueAdministration(JobStore store, CallersTransaction transaction, SignalAfterCommit signal) {
        this.store = store;
        this.transaction = transaction;
        this.signal = signal;
    }

    void pause(String queue, @Nullable Due until) {
        String name = Names.queue(queue);
        transaction.join(() -> {
            store.pause(name, until);
            signal.announcePausesChanged();
            return true;
        });
    }

    boolean resume(String queue) {
        String name = Names.queue(queue);
        return transaction.join(() -> {
            boolean paused = store.resume(name);
            signal.announcePausesChanged();
            return paused;
        });
    }
}
