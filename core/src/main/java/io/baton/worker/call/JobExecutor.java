package io.baton.worker.call;

import io.baton.Job;
import io.baton.JobContext;
import io.baton.database.Transactions;
import io.baton.handler.Handler;
import io.baton.job.ClaimedJob;
import io.baton.job.CurrentJob;
import io.baton.job.Fence;
import io.baton.job.JobSettlements;
import io.baton.job.LatestStart;
import io.baton.job.Outcome;
import io.baton.job.Settled;
import io.baton.job.Ties;
import io.baton.loop.LoggedFailure;
import io.baton.loop.SeldomLog;
import io.baton.type.PackingCodec;
import io.baton.worker.WorkerIdentity;
import io.baton.worker.call.FailureOutcomes.JobTimeoutException;
import io.baton.worker.call.HandlerEnvironment.JobContexts;
import io.baton.worker.call.HandlerInvoker.HandlerCall;
import io.baton.worker.call.HandlerInvoker.StartedJob;
import io.baton.worker.run.ActiveRun;
import io.baton.worker.run.ActiveRun.JobResult;
import io.baton.worker.run.ActiveRun.StopReason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** Runs claimed jobs of one type from their payloads to their results. Whatever a handler does, every job gets a result. */
public record JobExecutor(
        JobContexts contexts,
        StartGuard starts,
        LargePayloads largePayloads,
        HandlerInvoker invoker,
        WorkerIdentity identity) {

    private static final Logger log = LoggerFactory.getLogger(JobExecutor.class);
    private static final SeldomLog late = new SeldomLog(log);
    private static final Outcome UNTIL_READABLE = new Outcome.HandedBack(Duration.ofSeconds(2), null);
    private static final String JOB_ID = "baton.job.id";
    private static final String JOB_TYPE = "baton.job.type";

    /** Returns whether no other node can have declared this worker dead and run its jobs. */
    public boolean mayStart() {
        return identity.holdsLease();
    }

    public boolean mayStart(long now) {
        return identity.holdsLease(now);
    }

    /**
     * Names the jobs in the logs of this thread, and reads payloads that the claim did not bring. Returns the results of the jobs if none can
     * start; otherwise empty.
     */
    public Optional<List<JobResult>> prepare(ActiveRun run) {
        nameInLogs(run);
        if (!run.hasAny(ClaimedJob::isUnread)) {
            return Optional.empty();
        }
        try {
            largePayloads.read(run);
            return run.jobs().isEmpty() ? Optional.of(run.gone()) : Optional.empty();
        } catch (InterruptedException e) {
            return Optional.of(run.results(Outcome.HandedBack.UNSTARTED));
        } catch (RuntimeException e) {
            log.debug("Jobs are released, because their payloads could not be read", LoggedFailure.of(e));
            return Optional.of(run.results(run.stopping() ? Outcome.HandedBack.UNSTARTED : UNTIL_READABLE));
        } catch (Error e) {
            // such as too little memory: the job must end if its own payload is the cause
            return Optional.of(failed(run, e));
        }
    }

    public List<JobResult> run(ActiveRun run) {
        Handler handler = contexts.handler(run);
        if (handler == null) {
            return run.results(Outcome.HandedBack.UNSTARTED);
        }
        List<JobResult> results = new ArrayList<>(run.gone());
        List<ClaimedJob> startable = starts.countCrashes(run, results);
        List<StartedJob> readable = readable(handler, run, startable, results);
        HandlerCall call = new HandlerCall(handler, run, readable);
        if (run.hasAny(StartGuard::recordsStart)) {
            call = call.of(starts.start(run, call.claimed(), results));
        }
        // as late as possible: the process may have been paused while it recorded starts and read payloads
        long now = run.now();
        if (!mayStart(now) || run.isOver() || run.stopReason() == StopReason.LOST) {
            results.addAll(call.results(Outcome.HandedBack.UNSTARTED));
        } else {
            run.started(startable, now);
            // a listener may have taken so long that the run was given up: another node may run its jobs
            results.addAll(run.isOver() ? call.results(Outcome.HandedBack.UNSTARTED) : called(call));
        }
        contexts.progress().close(results);
        return results;
    }

    private List<StartedJob> readable(
            Handler handler, ActiveRun run, List<ClaimedJob> startable, List<JobResult> results) {
        List<StartedJob> readable = new ArrayList<>(startable.size());
        for (ClaimedJob claimed : startable) {
            RunningJobContext context = new RunningJobContext(contexts, handler, claimed, run);
            try {
                Optional<Outcome> untimely = untimely(claimed, context, run);
                if (untimely.isPresent()) {
                    results.add(run.result(claimed, untimely.get()));
                    continue;
                }
                if (contexts.handling().codec() instanceof PackingCodec packing) {
                    PackingCodec.requireKey(packing);
                }
                Object payload = handler.readPayload(claimed.payload());
                List<String> needed = handler.permitsBeyond(claimed.ties().permits(), payload);
                if (needed.isEmpty()) {
                    readable.add(new StartedJob(claimed, context, new Job<>(payload, context)));
                } else {
                    results.add(run.result(claimed, new Outcome.Blocked(needed)));
                }
            } catch (Throwable e) {
                // the payload's own class runs here too, and may throw anything
                results.add(run.result(claimed, invoker.failures.onUnreadable(handler, context, e, run)));
            }
        }
        return readable;
    }

    /**
     * Returns the outcome of a job of which no run may begin any more, by the clock of the database, or of which that could not be read. What has
     * recorded a step goes on.
     */
    private static Optional<Outcome> untimely(ClaimedJob job, RunningJobContext context, ActiveRun run) {
        if (!job.ties().has(Ties.START_BEFORE) || job.ties().has(Ties.STEPS)) {
            return Optional.empty();
        }
        Map<String, String> labels;
        try {
            labels = context.labels();
        } catch (RuntimeException e) {
            log.debug("{} is released, because its labels could not be read", job, LoggedFailure.of(e));
            return Optional.of(run.stopping() ? Outcome.HandedBack.UNSTARTED : UNTIL_READABLE);
        }
        Instant now = job.dueAt().plus(run.waited(job, run.now()));
        if (!LatestStart.isOver(labels, job.enqueuedAt(), now)) {
            return Optional.empty();
        }
        late.info(job.type(), "{} is too late and cancelled: {}", job.title(), labels.get(LatestStart.LABEL));
        return Optional.of(new Outcome.Cancelled());
    }

    /** Puts the job into the MDC of the thread, where it stays until the next run or {@link #leave}. */
    private static void nameInLogs(ActiveRun run) {
        long first = run.jobs().get(0).id();
        int others = run.jobs().size() - 1;
        MDC.put(JOB_ID, others == 0 ? Long.toString(first) : first + "+" + others);
        MDC.put(JOB_TYPE, run.type());
    }

    /** Removes the job from the MDC, since the current thread runs no more jobs. */
    public void leave() {
        MDC.remove(JOB_ID);
        MDC.remove(JOB_TYPE);
    }

    private List<JobResult> called(HandlerCall call) {
        if (call.jobs().isEmpty()) {
            return List.of();
        }
        CurrentJob.begin(call.jobs().get(0).fence());
        try {
            return invoker.invoke(call);
        } finally {
            CurrentJob.end();
        }
    }

    /** Returns how long the jobs' handler may take; null if that is not limited. */
    @Nullable
    public Duration timeout(ActiveRun run) {
        Handler handler = contexts.handler(run);
        return handler == null ? null : handler.settings().timeout();
    }

    /** Returns the results of jobs whose handler ignored its interruption. */
    public List<JobResult> givenUp(ActiveRun run) {
        return failed(run, new JobTimeoutException(timeout(run), null));
    }

    private List<JobResult> failed(ActiveRun run, Throwable failure) {
        Handler handler = contexts.handler(run);
        if (handler == null) {
            return run.results(Outcome.HandedBack.UNSTARTED);
        }
        List<JobResult> results = new ArrayList<>(run.gone());
        for (ClaimedJob job : run.jobs()) {
            JobContext context = new RunningJobContext(contexts, handler, job, run);
            results.add(run.result(job, invoker.failures.onFailure(handler, context, failure, run)));
        }
        return results;
    }

    /**
     * Records the start of some jobs before they start. A crash is counted against each careful job ({@link ClaimedJob#isCareful}), so that a job
     * that kills its workers dies. The start of a job with a unique key is recorded, since an open enqueue may rely on it not having started. Jobs
     * are released if the store does not confirm the record. Other jobs cost nothing.
     *
     * @param transactions run only a few at once, so that claims and settlements need not wait for connections
     */
    public record StartGuard(JobSettlements store, Transactions transactions) {

        private static final Duration UNTIL_CHARGEABLE = Duration.ofSeconds(2);
        private static final Duration UNTIL_UNIQUE = Duration.ofSeconds(1);
        private static final long SHORTEST_PAUSE = 5;
        private static final long LONGEST_PAUSE = 160;

        /** Counts a crash against the careful jobs of a run; returns the jobs that may start, and adds the results of the others. */
        List<ClaimedJob> countCrashes(ActiveRun run, List<JobResult> results) {
            if (!run.hasAny(ClaimedJob::isCareful)) {
                return run.jobs();
            }
            Set<Fence> careful = fences(run.jobs(), ClaimedJob::isCareful);
            run.crashCounted();
            return startable(run, run.jobs(), record(careful, store::countCrash), UNTIL_CHARGEABLE, results);
        }

        /** Records the start of jobs with unique keys; returns the claims of all that may start, and adds the results of the others. */
        Set<Fence> start(ActiveRun run, List<ClaimedJob> jobs, List<JobResult> results) {
            Map<Fence, Settled> recorded = startUnique(fences(jobs, StartGuard::recordsStart));
            return fences(startable(run, jobs, recorded, UNTIL_UNIQUE, results), any -> true);
        }

        static boolean recordsStart(ClaimedJob job) {
            return job.ties().has(Ties.UNIQUE_START);
        }

        private static Set<Fence> fences(List<ClaimedJob> jobs, Predicate<ClaimedJob> condition) {
            return jobs.stream().filter(condition).map(ClaimedJob::fence).collect(Collectors.toSet());
        }

        /** Records the starts; it tries again for a moment, in which most enqueues end. */
        private Map<Fence, Settled> startUnique(Set<Fence> unique) {
            Map<Fence, Settled> recorded = record(unique, store::start);
            for (long millis = SHORTEST_PAUSE;
                    millis <= LONGEST_PAUSE
                            && recorded.containsValue(Settled.BUSY)
                            && !Thread.currentThread().isInterrupted();
                    millis *= 2) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
                Set<Fence> busy = recorded.keySet().stream()
                        .filter(fence -> recorded.get(fence) == Settled.BUSY)
                        .collect(Collectors.toSet());
                recorded.putAll(record(busy, store::start));
            }
            return recorded;
        }

        /** Records starts; returns a result for each of the jobs, which is BUSY if its start was not recorded. */
        private Map<Fence, Settled> record(Set<Fence> starting, Function<Set<Fence>, Map<Fence, Settled>> write) {
            Map<Fence, Settled> recorded = new HashMap<>();
            starting.forEach(fence -> recorded.put(fence, Settled.BUSY));
            if (starting.isEmpty()) {
                return recorded;
            }
            try {
                recorded.putAll(transactions.run(() -> write.apply(starting)));
            } catch (RuntimeException e) {
                log.debug("The start of jobs cannot be recorded", LoggedFailure.of(e));
            }
            return recorded;
        }

        private static List<ClaimedJob> startable(
                ActiveRun run,
                List<ClaimedJob> jobs,
                Map<Fence, Settled> recorded,
                Duration delay,
                List<JobResult> results) {
            List<ClaimedJob> startable = new ArrayList<>();
            for (ClaimedJob job : jobs) {
                switch (recorded.getOrDefault(job.fence(), Settled.DONE)) {
                    case DONE, WOKEN -> startable.add(job);
                    case FENCED -> results.add(JobResult.lost(job));
                    case BUSY -> results.add(run.result(job, new Outcome.HandedBack(delay, null)));
                }
            }
            return startable;
        }
    }
}
