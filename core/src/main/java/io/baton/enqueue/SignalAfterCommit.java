package io.baton.enqueue;

import io.baton.job.AfterCommit;
import io.baton.job.Due;
import io.baton.job.JobSignal;
import io.baton.job.NewJob;
import io.baton.job.ReadyJobs;
import io.baton.job.ShareNames;
import io.baton.loop.FailureText;
import io.baton.loop.LoggedFailure;
import io.baton.loop.SeldomLog;
import io.baton.loop.Ticker;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Notifies workers of queues with new work after the commit of the current transaction, once per queue, and never after a rollback. */
public final class SignalAfterCommit {

    private static final Logger log = LoggerFactory.getLogger(SignalAfterCommit.class);
    private static final long LATE_NANOS = ReadyJobs.LATE.toNanos();

    private final SeldomLog failures = new SeldomLog(log);
    private final JobSignal signal;
    private final List<EnqueueListener> listeners;
    private final Ticker ticker;
    private final AfterCommit<Changes> afterCommit;

    /** Creates an instance that notifies workers, and notifies these listeners of enqueued jobs. */
    public SignalAfterCommit(JobSignal signal, List<EnqueueListener> listeners) {
        this(signal, listeners, Ticker.SYSTEM);
    }

    SignalAfterCommit(JobSignal signal, List<EnqueueListener> listeners, Ticker ticker) {
        this.signal = signal;
        this.listeners = List.copyOf(listeners);
        this.ticker = ticker;
        this.afterCommit = new AfterCommit<>(() -> new Changes(ticker.nanos()), this::send, false);
    }

    /** Announces a job that the current transaction stores. */
    public void announce(NewJob job) {
        announce(List.of(job));
    }

    /** Announces jobs that the current transaction stores. */
    public void announce(Collection<NewJob> jobs) {
        afterCommit.add(changes -> jobs.forEach(job -> {
            if (!(job.due() instanceof Due.After) && !job.isLimited() && !job.awaits()) {
                // a job with a due time may have been due for a long time, and so may be anywhere among ready jobs
                boolean anywhere = job.due() instanceof Due.At;
                changes.ready(anywhere ? ReadyJobs.outOfTurn(job.queue()) : ReadyJobs.of(job.queue(), job.priority()));
            }
            changes.scheduled |= !(job.due() instanceof Due.Now);
            count(changes, job, false);
        }));
    }

    /** Reports a job that the current transaction does not store, because an existing job has its unique key. */
    public void announceKept(NewJob job) {
        afterCommit.add(changes -> count(changes, job, true));
    }

    /** Announces jobs that the current transaction makes ready. */
    public void announce(ReadyJobs ready) {
        afterCommit.add(changes -> changes.ready(ready));
    }

    /** Announces that the current transaction schedules jobs, one of which may be due before all others. */
    public void announceScheduled() {
        afterCommit.add(changes -> changes.scheduled = true);
    }

    /** Announces that the current transaction pauses or resumes queues. */
    public void announcePausesChanged() {
        afterCommit.add(changes -> changes.pausesChanged = true);
    }

    private void count(Changes changes, NewJob job, boolean kept) {
        if (!listeners.isEmpty()) {
            changes.enqueued.merge(new Enqueuing(job.type(), ShareNames.queue(job.queue()), kept), 1L, Long::sum);
        }
    }

    private void send(Changes changes) {
        String failure = "Workers were not notified of new jobs; they find them with their next poll";
        // claims have meanwhile taken jobs of the same priority that were enqueued later
        boolean late = ticker.nanos() - changes.sinceNanos > LATE_NANOS;
        changes.readyJobs
                .values()
                .forEach(ready -> send(failure, () -> signal.jobsAvailable(late ? ready.anywhere() : ready)));
        if (changes.scheduled) {
            send(failure, signal::jobsScheduled);
        }
        if (changes.pausesChanged) {
            send(
                    "Workers were not notified that queues were paused or resumed; their next heartbeat reads it",
                    signal::pausesChanged);
        }
        for (EnqueueListener listener : listeners) {
            changes.enqueued.forEach((what, jobs) -> send("A listener of enqueued jobs failed", () -> {
                if (what.kept()) {
                    listener.kept(what.type(), what.queue(), jobs);
                } else {
                    listener.enqueued(what.type(), what.queue(), jobs);
                }
            }));
        }
    }

    // the caller's data is committed, so that a failure must not reach the caller
    private void send(String failure, Runnable signalling) {
        try {
            signalling.run();
        } catch (RuntimeException e) {
            failures.warn(failure, "{}: {}", failure, FailureText.of(e));
            log.debug("{}", failure, LoggedFailure.of(e));
        }
    }

    private record Enqueuing(String type, String queue, boolean kept) {}

    private static final class Changes {

        private final Map<String, ReadyJobs> readyJobs = new LinkedHashMap<>();
        private final Map<Enqueuing, Long> enqueued = new LinkedHashMap<>();
        private final long sinceNanos;
        private boolean scheduled;
        private boolean pausesChanged;

        private Changes(long sinceNanos) {
            this.sinceNanos = sinceNanos;
        }

        private void ready(ReadyJobs ready) {
            readyJobs.merge(ready.queue(), ready, ReadyJobs::and);
        }
    }
}
