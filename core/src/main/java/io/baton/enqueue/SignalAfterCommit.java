package io.baton.enqueue;

import io.baton.job.Due;
import io.baton.job.JobSignal;
import io.baton.job.NewJob;
import io.baton.job.ReadyJobs;
import io.baton.loop.FailureText;
import io.baton.loop.LoggedFailure;
import io.baton.loop.SeldomLog;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Tells of queues with new work once the current transaction has committed, each queue once, and never after a rollback. */
public final class SignalAfterCommit {

    private static final Logger log = LoggerFactory.getLogger(SignalAfterCommit.class);

    private final SeldomLog failures = new SeldomLog(log);
    private final JobSignal signal;
    private final List<EnqueueListener> listeners;

    /** Creates one that tells workers only. */
    public SignalAfterCommit(JobSignal signal) {
        this(signal, List.of());
    }

    /** Creates one that tells workers, and these listeners of what was enqueued. */
    public SignalAfterCommit(JobSignal signal, List<EnqueueListener> listeners) {
        this.signal = signal;
        this.listeners = List.copyOf(listeners);
    }

    /** The current transaction stores this job. */
    public void announce(NewJob job) {
        announce(List.of(job));
    }

    /** The current transaction stores these jobs. */
    public void announce(Collection<NewJob> jobs) {
        Map<String, ReadyJobs> readyJobs = new LinkedHashMap<>();
        boolean scheduled = false;
        for (NewJob job : jobs) {
            if (!(job.due() instanceof Due.After) && !job.isLimited() && !job.awaits()) {
                readyJobs.compute(job.queue(), (queue, known) -> with(known, job));
            }
            scheduled |= !(job.due() instanceof Due.Now);
        }
        readyJobs.values().forEach(this::announce);
        if (scheduled) {
            announceScheduled();
        }
        if (!listeners.isEmpty()) {
            jobs.stream()
                    .collect(Collectors.groupingBy(
                            job -> new Enqueuing(job.type(), job.queue(), false), Collectors.counting()))
                    .forEach(this::announceEnqueued);
        }
    }

    /** The current transaction is answered by another job than this one, which is not stored. */
    public void announceKept(NewJob job) {
        if (!listeners.isEmpty()) {
            announceEnqueued(new Enqueuing(job.type(), job.queue(), true), 1L);
        }
    }

    private void announceEnqueued(Enqueuing what, long jobs) {
        if (TransactionSynchronizationManager.isSynchronizationActive()) {
            pending().enqueued.merge(what, jobs, Long::sum);
        } else {
            tell(what, jobs);
        }
    }

    private void tell(Enqueuing what, long jobs) {
        for (EnqueueListener listener : listeners) {
            afterCommit("A listener of enqueued jobs failed", () -> {
                if (what.kept()) {
                    listener.kept(what.type(), what.queue(), jobs);
                } else {
                    listener.enqueued(what.type(), what.queue(), jobs);
                }
            });
        }
    }

    private record Enqueuing(String type, String queue, boolean kept) {}

    /** A job that is due at a given time may have been due for long. */
    private static ReadyJobs with(@Nullable ReadyJobs known, NewJob job) {
        if (job.due() instanceof Due.At) {
            return ReadyJobs.outOfTurn(job.queue());
        }
        return known == null ? ReadyJobs.of(job.queue(), job.priority()) : known.and(job.priority());
    }

    /** The current transaction makes jobs ready. */
    public void announce(ReadyJobs ready) {
        if (TransactionSynchronizationManager.isSynchronizationActive()) {
            pending().readyJobs.merge(ready.queue(), ready, ReadyJobs::and);
        } else {
            send(() -> signal.jobsAvailable(ready));
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

    /** The current transaction pauses or resumes queues. */
    public void announcePausesChanged() {
        if (TransactionSynchronizationManager.isSynchronizationActive()) {
            pending().pausesChanged = true;
        } else {
            sendPausesChanged();
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

    private void sendPausesChanged() {
        afterCommit(
                "Workers were not told that queues were paused or resumed; they learn it with their next beat",
                signal::pausesChanged);
    }

    private void send(Runnable signalling) {
        afterCommit("Workers were not told of new jobs; they find them with their next poll", signalling);
    }

    // the caller's data is committed: nothing that goes wrong here is the caller's
    private void afterCommit(String failure, Runnable telling) {
        try {
            telling.run();
        } catch (RuntimeException e) {
            failures.warn(failure, "{}: {}", failure, FailureText.of(e));
            log.debug("{}", failure, LoggedFailure.of(e));
        }
    }

    private final class Pending implements TransactionSynchronization, Ordered {

        private final Map<String, ReadyJobs> readyJobs = new LinkedHashMap<>();
        private final Map<Enqueuing, Long> enqueued = new LinkedHashMap<>();
        private final Map<Object, Map<Enqueuing, Long>> enqueuedBefore = new HashMap<>();
        private boolean scheduled;
        private boolean pausesChanged;

        private SignalAfterCommit owner() {
            return SignalAfterCommit.this;
        }

        // before the callbacks of the application, which may take their time or throw
        @Override
        public int getOrder() {
            return Ordered.HIGHEST_PRECEDENCE;
        }

        @Override
        public void savepoint(Object savepoint) {
            enqueuedBefore.put(savepoint, Map.copyOf(enqueued));
        }

        // what workers look for in vain does no harm, so only the counts are taken back
        @Override
        public void savepointRollback(Object savepoint) {
            enqueued.clear();
            enqueued.putAll(enqueuedBefore.getOrDefault(savepoint, Map.of()));
        }

        @Override
        public void afterCommit() {
            readyJobs.values().forEach(ready -> send(() -> signal.jobsAvailable(ready)));
            if (scheduled) {
                send(signal::jobsScheduled);
            }
            if (pausesChanged) {
                sendPausesChanged();
            }
            enqueued.forEach(SignalAfterCommit.this::tell);
        }
    }
}
