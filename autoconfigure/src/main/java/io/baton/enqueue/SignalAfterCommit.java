package io.baton.enqueue;

import io.baton.job.Due;
import io.baton.job.JobSignal;
import io.baton.job.NewJob;
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

    /** The current transaction stores this job. */
    public void announce(NewJob job) {
        if (job.due() instanceof Due.Now) {
            announce(job.queue());
        } else if (job.due() instanceof Due.After) {
            announceScheduled();
        } else {
            announce(job.queue());
            announceScheduled();
        }
    }

    /** The current transaction gives this queue work. */
    public void announce(String queue) {
        if (TransactionSynchronizationManager.isSynchronizationActive()) {
            pending().queues.add(queue);
        } else {
            send(() -> signal.jobsAvailable(queue));
        }
    }

    /** The current transaction schedules jobs, of which one may be due before all others. */
    public void announceScheduled() {
        if (TransactionSynchronizationManager.isSynchronizationActive()) {
            pending().scheduled = true;
        } else {
            send(signal::jobsScheduled);
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
    private static void send(Runnable hint) {
        try {
            hint.run();
        } catch (RuntimeException e) {
            log.warn("Workers were not told of new jobs; they find them with their next poll", e);
        }
    }

    private final class Pending implements TransactionSynchronization, Ordered {

        private final Set<String> queues = new LinkedHashSet<>();
        private boolean scheduled;

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
            queues.forEach(queue -> send(() -> signal.jobsAvailable(queue)));
            if (scheduled) {
                send(signal::jobsScheduled);
            }
        }
    }
}
