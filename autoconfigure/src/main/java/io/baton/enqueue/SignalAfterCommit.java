package io.baton.enqueue;

import io.baton.job.JobSignal;
import java.util.LinkedHashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Tells of queues with new work once the current transaction has committed, each queue once, and never after a rollback. */
public final class SignalAfterCommit {

    private static final Logger log = LoggerFactory.getLogger(SignalAfterCommit.class);

    private final JobSignal signal;

    public SignalAfterCommit(JobSignal signal) {
        this.signal = signal;
    }

    /** The current transaction gives this queue work. */
    public void announce(String queue) {
        if (TransactionSynchronizationManager.isSynchronizationActive()) {
            pending().queues.add(queue);
        } else {
            send(queue);
        }
    }

    private Pending pending() {
        for (TransactionSynchronization each : TransactionSynchronizationManager.getSynchronizations()) {
            if (each instanceof Pending known && known.owner() == this) {
                return known;
            }
        }
        Pending fresh = new Pending();
        TransactionSynchronizationManager.registerSynchronization(fresh);
        return fresh;
    }

    // the caller's data is committed: nothing that goes wrong here is the caller's
    private void send(String queue) {
        try {
            signal.jobsAvailable(queue);
        } catch (RuntimeException e) {
            log.warn(
                    "Workers were not told of new jobs in the queue {}; they find them with their next poll", queue, e);
        }
    }

    private final class Pending implements TransactionSynchronization, Ordered {

        private final Set<String> queues = new LinkedHashSet<>();

        private SignalAfterCommit owner() {
            return SignalAfterCommit.this;
        }

        // before the callbacks of the application, which may take their time or throw
        @Override
        public int getOrder() {
            return Ordered.HIGHEST_PRECEDENCE;
        }

        @Override
        public void afterCommit() {
            queues.forEach(SignalAfterCommit.this::send);
        }
    }
}
