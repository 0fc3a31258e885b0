package io.baton.worker.call;

import io.baton.BatonException;
import io.baton.InvalidPayloadException;
import io.baton.Job;
import io.baton.JobInterceptor;
import io.baton.JobRejectedException;
import io.baton.RunOutcome;
import io.baton.database.ThreadBindings;
import io.baton.handler.Handler;
import io.baton.handler.Handler.HandlerResult;
import io.baton.job.ClaimedJob;
import io.baton.job.Fence;
import io.baton.job.Outcome;
import io.baton.job.Ties;
import io.baton.loop.FailureText;
import io.baton.loop.LogText;
import io.baton.loop.LoggedFailure;
import io.baton.loop.SeldomLog;
import io.baton.worker.WorkerIdentity;
import io.baton.worker.call.FailureOutcomes.ErrorText;
import io.baton.worker.call.HandlerEnvironment.CallObserver;
import io.baton.worker.call.HandlerEnvironment.JobContexts;
import io.baton.worker.call.TransactionalExecution.ClaimLookup;
import io.baton.worker.call.TransactionalExecution.LeakedTransactionException;
import io.baton.worker.run.ActiveRun;
import io.baton.worker.run.ActiveRun.JobResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls a handler and turns its return value or exception into results. */
public final class HandlerInvoker {

    private static final Logger log = LoggerFactory.getLogger(HandlerInvoker.class);
    private static final Duration RELEASED_FOR = Duration.ofSeconds(2);

    private final SeldomLog seldom = new SeldomLog(log);
    private final JobContexts node;
    private final ClaimLookup lookup;
    private final WorkerIdentity identity;
    final FailureOutcomes failures;

    public HandlerInvoker(JobContexts node, WorkerIdentity identity) {
        this.node = node;
        this.lookup = node.handling().transactions().lookup(node.engine());
        this.identity = identity;
        this.failures = new FailureOutcomes(node.handling().retries());
    }

    /** A job as it was claimed, and as its handler sees it. */
    record StartedJob(ClaimedJob claimed, RunningJobContext context, Job<?> job) {

        Fence fence() {
            return claimed.fence();
        }
    }

    /**
     * A call of a handler with some of the jobs of a run.
     *
     * @param jobs the jobs in the order in which the handler gets them
     */
    record HandlerCall(Handler handler, ActiveRun run, List<StartedJob> jobs) {

        private List<Job<?>> given() {
            List<Job<?>> given = new ArrayList<>(jobs.size());
            for (StartedJob job : jobs) {
                given.add(job.job());
            }
            return given;
        }

        private boolean undoes() {
            return jobs.get(0).claimed().ties().has(Ties.UNDOING)
                    && !handler.settings().list();
        }

        /** Calls the handler, or undoes what it did. */
        private HandlerResult invoke() throws Throwable {
            return undoes() ? undone(jobs.get(0).context()) : handler.invoke(given());
        }

        /** Calls a handler to find out what undoes its steps, and undoes them; its failure is none of the job then. */
        private HandlerResult undone(RunningJobContext context) throws Throwable {
            HandlerResult result;
            try {
                result = handler.invoke(given());
            } catch (Throwable e) {
                context.undo(e);
                throw e;
            }
            context.undo(null);
            return result;
        }

        List<ClaimedJob> claimed() {
            return jobs.stream().map(StartedJob::claimed).toList();
        }

        /** Returns the same call with only those of its jobs whose claims are among these. */
        HandlerCall of(Set<Fence> claims) {
            return with(
                    jobs.stream().filter(job -> claims.contains(job.fence())).toList());
        }

        private HandlerCall without(Set<Fence> claims) {
            return with(
                    jobs.stream().filter(job -> !claims.contains(job.fence())).toList());
        }

        private HandlerCall with(List<StartedJob> some) {
            return new HandlerCall(handler, run, some);
        }

        List<JobResult> results(Outcome outcome) {
            return jobs.stream().map(job -> run.result(job.claimed(), outcome)).toList();
        }
    }

    List<JobResult> invoke(HandlerCall call) {
        CallObserver observer = node.handling().observer();
        return observer != null && observer.observes() ? observed(call, observer.begin(call.claimed())) : results(call);
    }

    private List<JobResult> observed(HandlerCall call, CallObserver.Call observed) {
        List<JobResult> results = List.of();
        try {
            results = results(call);
            return results;
        } finally {
            Set<RunOutcome> outcomes = results.stream().map(JobResult::outcome).collect(Collectors.toSet());
            observed.end(outcomes, call.run().failure());
        }
    }

    private List<JobResult> results(HandlerCall call) {
        ThreadBindings before = before(call);
        return call.handler().settings().transactional() ? inTransaction(call, before) : outside(call, before);
    }

    private List<JobResult> outside(HandlerCall call, ThreadBindings before) {
        HandlerResult result;
        try {
            result = checked(call);
        } catch (Throwable failure) {
            rollBackLeft(call, before);
            return allFailed(call, failure);
        }
        return rollBackLeft(call, before) ? allFailed(call, new LeakedTransactionException()) : results(call, result);
    }

    /** Rolls back what other code, such as a JobListener, left on the thread. Returns the bindings that remain. */
    private ThreadBindings before(HandlerCall call) {
        ThreadBindings bound = ThreadBindings.now();
        rollBackLeft(call, bound);
        return bound;
    }

    /**
     * Rolls back and unbinds what the call left on the thread, since the next job's writes would be lost in an open transaction; returns whether
     * there was one.
     */
    private boolean rollBackLeft(HandlerCall call, ThreadBindings before) {
        boolean left = !node.engine().joins().getAsBoolean() && before.restore();
        if (left) {
            seldom.warn(
                    call.run().type(),
                    "A transaction was left open on the thread of job {} ({}); it is rolled back. {}",
                    call.jobs().get(0).claimed().id(),
                    LogText.of(call.run().type()),
                    LeakedTransactionException.ADVICE);
        }
        return left;
    }

    /** Calls a handler. Bindings that are left then do not belong to its transaction; otherwise the job would have failed. */
    private List<JobResult> inTransaction(HandlerCall call, ThreadBindings before) {
        try {
            return inTransaction(call);
        } finally {
            rollBackLeft(call, before);
        }
    }

    private List<JobResult> inTransaction(HandlerCall call) {
        try {
            return node.handling()
                    .transactions()
                    .execute(
                            () -> {
                                HandlerResult result = checked(call);
                                call.run().settles();
                                return results(call, result);
                            },
                            call.handler().settings().timeout());
        } catch (TransactionalExecution.NotBegunException e) {
            // a database that is away would use up one attempt after the other
            log.debug("Jobs are released, because no transaction could be begun for them", LoggedFailure.of(e));
            return call.results(new Outcome.HandedBack(RELEASED_FOR, ErrorText.of(e)));
        } catch (TransactionalExecution.CommitFailedException e) {
            return inDoubt(call, e.getCause() == null ? e : e.getCause());
        } catch (TransactionalExecution.FencedException e) {
            return fenced(call, e);
        } catch (Throwable failure) {
            return rolledBack(call, failure);
        }
    }

    private List<JobResult> rolledBack(HandlerCall call, Throwable failure) {
        return call.jobs().size() == 1 || failure instanceof TransactionalExecution.BusyException
                ? allFailed(call, failure)
                : oneByOne(call, failure);
    }

    /** Returns the results after a failed commit. Only claims that still stand prove that nothing took effect. */
    private List<JobResult> inDoubt(HandlerCall call, Throwable failure) {
        Set<Fence> standing = lookup.standing(call.claimed(), call.run());
        List<JobResult> results = new ArrayList<>(
                call.without(standing).claimed().stream().map(JobResult::lost).toList());
        if (standing.isEmpty()) {
            warnUncertain(call, failure);
        } else {
            results.addAll(rolledBack(call.of(standing), failure));
        }
        return results;
    }

    private static void warnUncertain(HandlerCall call, Throwable failure) {
        long first = call.jobs().get(0).claimed().id();
        log.warn(
                "The commit of job {} ({}){} ended in {}, but took effect, or the claims were lost; this worker does not"
                        + " run them again",
                first,
                LogText.of(call.run().type()),
                LogText.andOthers(call.jobs().size()),
                FailureText.of(failure));
        log.debug("The commit of job {} failed", first, LoggedFailure.of(failure));
    }

    /** Returns the results after a refused completion. The settler counts the jobs whose claims are over; the others, if several, run one by one. */
    private List<JobResult> fenced(HandlerCall call, Throwable failure) {
        Set<Fence> standing = lookup.standing(call.claimed(), call.run());
        List<JobResult> results = new ArrayList<>(call.without(standing).results(Outcome.HandedBack.UNSTARTED));
        HandlerCall rest = call.of(standing);
        results.addAll(call.jobs().size() == 1 ? allFailed(rest, failure) : oneByOne(rest, failure));
        return results;
    }

    /**
     * Calls the handler for each job alone after everything was rolled back, to find the one that fails. Calls it no more once the run is to stop, or
     * others may run the jobs.
     */
    private List<JobResult> oneByOne(HandlerCall call, Throwable failure) {
        if (call.run().stopping()) {
            return allFailed(call, failure);
        }
        List<JobResult> results = new ArrayList<>();
        for (StartedJob job : call.jobs()) {
            HandlerCall alone = call.with(List.of(job));
            if (call.run().stopping()) {
                results.addAll(alone.results(Outcome.HandedBack.UNSTARTED));
            } else if (!identity.holdsLease()) {
                results.addAll(alone.results(new Outcome.HandedBack(RELEASED_FOR, null)));
            } else {
                call.run().dropOwnInterrupt();
                // it was rolled back
                job.context().snoozed = null;
                results.addAll(inTransaction(alone, before(alone)));
            }
        }
        return results;
    }

    private List<JobResult> results(HandlerCall call, HandlerResult result) {
        List<JobResult> results = new ArrayList<>(call.jobs().size());
        for (int i = 0; i < call.jobs().size(); i++) {
            StartedJob job = call.jobs().get(i);
            Throwable failure = result.failures().get(i);
            results.add(failure == null ? succeeded(call, job, result) : failed(call, job, failure));
        }
        return results;
    }

    /** Calls the handler. Refuses a result that another step waits for if it cannot be stored: the step would continue without it, unnoticed. */
    private HandlerResult checked(HandlerCall call) throws Throwable {
        ClaimedJob job = call.jobs().get(0).claimed();
        if (call.handler().settings().follows() != null
                && !call.undoes()
                && call.jobs().get(0).context().failure().isEmpty()) {
            // the dead job was revived or removed, or has died again
            return HandlerResult.NONE;
        }
        List<JobInterceptor> interceptors = node.handling().interceptors();
        HandlerResult result = interceptors.isEmpty() ? call.invoke() : intercepted(call, interceptors);
        if (job.ties().has(Ties.RESULT)) {
            check(job, result);
        }
        return result;
    }

    /** Calls the handler between interceptors. One that rejects the job does not end an undo. */
    private static HandlerResult intercepted(HandlerCall call, List<JobInterceptor> interceptors) throws Throwable {
        boolean undoes = call.undoes();
        AtomicBoolean begun = new AtomicBoolean();
        try {
            return new InterceptedCall(interceptors, List.copyOf(call.given()), undoes, () -> {
                        begun.set(true);
                        return call.invoke();
                    })
                    .run();
        } catch (JobRejectedException e) {
            if (undoes && !begun.get()) {
                throw new BatonException("A JobInterceptor rejected a job whose steps are to be undone", e);
            }
            throw e;
        }
    }

    private void check(ClaimedJob job, HandlerResult result) {
        Throwable unwritten = result.unwritten();
        String what =
                "The result of job " + job.id() + " (" + job.type() + "), for which the next step of its flow waits,";
        if (unwritten != null) {
            throw new InvalidPayloadException(
                    what + " cannot be written. Return a value that the payload codec can write, or void", unwritten);
        }
        String text = result.result();
        if (text != null) {
            node.progress().requireFitting(what, text, ". Store it in a table or file of your own and return its key");
        }
    }

    private JobResult succeeded(HandlerCall call, StartedJob job, HandlerResult result) {
        Outcome postponed = job.context().postponed(null);
        if (postponed == null && job.claimed().ties().has(Ties.UNDOING)) {
            return failed(
                    call,
                    job,
                    new BatonException(job.claimed().title() + " has steps, which a List handler cannot undo"));
        }
        boolean anew = postponed != null && job.context().beginsAnew();
        return call.run().result(job.claimed(), postponed == null ? completed(result) : postponed, anew);
    }

    private static Outcome completed(HandlerResult result) {
        return result.result() == null ? Outcome.Completed.PLAIN : new Outcome.Completed(result.result());
    }

    private List<JobResult> allFailed(HandlerCall call, Throwable failure) {
        return call.jobs().stream().map(job -> failed(call, job, failure)).toList();
    }

    /** Returns the result of a failure. A job that is to wait does, even if the handler caught what ends its run. */
    private JobResult failed(HandlerCall call, StartedJob job, Throwable failure) {
        Outcome postponed = job.context().postponed(failure);
        Outcome outcome =
                postponed == null ? failures.onFailure(call.handler(), job.context(), failure, call.run()) : postponed;
        return call.run().result(job.claimed(), outcome, job.context().beginsAnew());
    }
}
