package io.baton.worker;

import io.baton.Job;
import io.baton.handler.Handler;
import io.baton.handler.HandlerRegistry;
import io.baton.job.ClaimedJob;
import io.baton.job.Fence;
import io.baton.job.Outcome;
import io.baton.job.Settlement;
import io.baton.loop.LoggedFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** Runs claimed jobs of one type from their payloads to their outcomes. Whatever a handler does, every job comes to an outcome. */
final class JobExecutor {

    private static final Logger log = LoggerFactory.getLogger(JobExecutor.class);
    private static final Outcome UNTIL_READABLE = new Outcome.HandedBack(Duration.ofSeconds(2), null);
    private static final String JOB_ID = "baton.job.id";
    private static final String JOB_TYPE = "baton.job.type";

    private final HandlerRegistry handlers;
    private final Charges charges;
    private final HandlerInvoker calls;
    private final FailureOutcomes verdict;
    private final ProgressWriter notes;
    private final LargePayloads largePayloads;
    private final int maxAttempts;
    private final Lease lease;

    JobExecutor(
            HandlerRegistry handlers,
            Charges charges,
            HandlerInvoker calls,
            FailureOutcomes verdict,
            ProgressWriter notes,
            LargePayloads largePayloads,
            int maxAttempts,
            Lease lease) {
        this.handlers = handlers;
        this.charges = charges;
        this.calls = calls;
        this.verdict = verdict;
        this.notes = notes;
        this.largePayloads = largePayloads;
        this.maxAttempts = maxAttempts;
        this.lease = lease;
    }

    /**
     * Reads payloads that the claim did not bring. Returns what the jobs came to if they cannot start; otherwise empty, and those that are not
     * ours any more have left the run.
     */
    Optional<List<Settlement>> prepare(ActiveRun run) {
        if (run.jobs().stream().noneMatch(ClaimedJob::isUnread)) {
            return Optional.empty();
        }
        try {
            largePayloads.read(run);
            return run.jobs().isEmpty() ? Optional.of(List.of()) : Optional.empty();
        } catch (InterruptedException e) {
            return Optional.of(run.settlements(Outcome.HandedBack.UNSTARTED));
        } catch (RuntimeException e) {
            log.debug("Jobs are handed back, because their payloads could not be read", LoggedFailure.of(e));
            return Optional.of(run.settlements(run.stopping() ? Outcome.HandedBack.UNSTARTED : UNTIL_READABLE));
        } catch (Error e) {
            // such as too little memory: it must end, if it is this job's payload
            return Optional.of(failed(run, e));
        }
    }

    /** What the jobs came to; those not in the answer were settled by their own transaction or are not ours any more. */
    List<Settlement> run(ActiveRun run) {
        Optional<Handler> handler = handlers.find(run.type());
        return handler.isEmpty() ? run.settlements(Outcome.HandedBack.UNSTARTED) : run(handler.get(), run);
    }

    private List<Settlement> run(Handler handler, ActiveRun run) {
        List<Settlement> settlements = new ArrayList<>();
        List<ClaimedJob> readable = new ArrayList<>();
        List<Job<?>> jobs = new ArrayList<>();
        for (ClaimedJob claimed : charges.startable(run, settlements)) {
            RunningJobContext context = context(handler, claimed, run);
            try {
                jobs.add(new Job<>(handler.readPayload(claimed.payload()), context));
                readable.add(claimed);
            } catch (Throwable e) {
                // the payload's own class runs here too, and may throw anything
                settlements.add(run.settlement(claimed, verdict.onUnreadable(handler, context, e, run)));
            }
        }
        if (!isSurelyOurs(run)) {
            readable.forEach(job -> settlements.add(run.settlement(job, Outcome.HandedBack.UNSTARTED)));
        } else if (!jobs.isEmpty()) {
            settlements.addAll(described(readable, () -> calls.call(handler, run, readable, jobs)));
        }
        notes.writeLast(unfinished(settlements));
        run.jobs().forEach(job -> notes.forget(job.fence()));
        return settlements;
    }

    /** As late as can be: to charge and to read takes time, in which the process may have been paused. */
    private boolean isSurelyOurs(ActiveRun run) {
        return lease.isValid() && run.stopReason() != StopReason.LOST;
    }

    private static List<Fence> unfinished(List<Settlement> settlements) {
        return settlements.stream()
                .filter(settlement -> !(settlement.outcome() instanceof Outcome.Completed))
                .map(Settlement::fence)
                .toList();
    }

    /** How long the jobs' handler may take; null if that is not limited. */
    @Nullable
    Duration timeout(ActiveRun run) {
        return handlers.find(run.type())
                .map(handler -> handler.settings().timeout())
                .orElse(null);
    }

    /** What jobs come to whose handler was asked to stop and ignored its interruption. */
    List<Settlement> givenUp(ActiveRun run) {
        return failed(run, new JobTimeoutException(timeout(run)));
    }

    private List<Settlement> failed(ActiveRun run, Throwable failure) {
        return handlers.find(run.type()).stream()
                .flatMap(handler -> run.jobs().stream()
                        .map(job -> run.settlement(
                                job, verdict.onFailure(handler, context(handler, job, run), failure, run))))
                .toList();
    }

    private RunningJobContext context(Handler handler, ClaimedJob job, ActiveRun run) {
        return new RunningJobContext(job, maxAttempts(handler, job), run, notes);
    }

    private int maxAttempts(Handler handler, ClaimedJob job) {
        if (job.maxAttempts() != null) {
            return job.maxAttempts();
        }
        int ofHandler = handler.settings().maxAttempts();
        return ofHandler > 0 ? ofHandler : maxAttempts;
    }

    private static List<Settlement> described(List<ClaimedJob> jobs, Call call) {
        ClaimedJob first = jobs.get(0);
        MDC.put(JOB_ID, ids(first, jobs.size()));
        MDC.put(JOB_TYPE, first.type());
        try {
            return call.run();
        } finally {
            MDC.remove(JOB_ID);
            MDC.remove(JOB_TYPE);
        }
    }

    private static String ids(ClaimedJob first, int jobs) {
        return jobs == 1 ? Long.toString(first.id()) : first.id() + "+" + (jobs - 1);
    }

    /** The call of a handler. */
    @FunctionalInterface
    private interface Call {

        List<Settlement> run();
    }
}
