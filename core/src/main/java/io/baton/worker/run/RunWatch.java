package io.baton.worker.run;

import io.baton.job.ClaimedJob;
import io.baton.job.Fence;
import io.baton.loop.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Measures one run and tells of it: of every job that was started that it ended, and of no other. Written by the run's thread. */
final class RunWatch {

    private final RunListener listener;
    private final Ticker ticker;
    private final Function<Fence, Duration> sinceClaim;
    private volatile long sinceNanos;
    private volatile Set<Fence> started = Set.of();

    /** Creates a watch over a run that nobody listens to. */
    RunWatch() {
        this(RunListener.NONE, Ticker.SYSTEM, job -> Duration.ZERO);
    }

    RunWatch(RunListener listener, Ticker ticker, Function<Fence, Duration> sinceClaim) {
        this.listener = listener;
        this.ticker = ticker;
        this.sinceClaim = sinceClaim;
        this.sinceNanos = ticker.nanos();
    }

    void begin() {
        sinceNanos = ticker.nanos();
    }

    long nanos() {
        return ticker.nanos() - sinceNanos;
    }

    void started(List<ClaimedJob> jobs) {
        if (!isListenedTo()) {
            return;
        }
        started = jobs.stream().map(ClaimedJob::fence).collect(Collectors.toUnmodifiableSet());
        jobs.forEach(job -> listener.started(job, job.waited().plus(sinceClaim.apply(job.fence()))));
    }

    boolean isListenedTo() {
        return listener != RunListener.NONE;
    }

    void ended(List<JobResult> results) {
        if (!isListenedTo()) {
            return;
        }
        Duration duration = Duration.ofNanos(nanos());
        results.stream()
                .filter(result -> started.contains(result.job().fence()))
                .forEach(result -> listener.ended(result.job(), result.outcome(), duration));
    }
}
