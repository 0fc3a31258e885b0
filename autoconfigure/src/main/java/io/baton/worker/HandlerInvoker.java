package io.baton.worker;

import io.baton.Job;
import io.baton.handler.Handler;
import io.baton.handler.HandlerResult;
import io.baton.job.ClaimedJob;
import io.baton.job.Fence;
import io.baton.job.Outcome;
import io.baton.job.Settlement;
import io.baton.loop.FailureText;
import io.baton.loop.LogText;
import io.baton.loop.LoggedFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls a handler and turns what it returned or threw into outcomes. */
final class HandlerInvoker {

    private static final Logger log = LoggerFactory.getLogger(HandlerInvoker.class);
    private static final Duration UNTIL_THERE_ARE_TRANSACTIONS = Duration.ofSeconds(2);

    private final FailureOutcomes verdict;
    private final TransactionalExecution transactionalCalls;
    private final ClaimLookup lookup;

    HandlerInvoker(FailureOutcomes verdict, TransactionalExecution transactionalCalls, ClaimLookup lookup) {
        this.verdict = verdict;
        this.transactionalCalls = transactionalCalls;
        this.lookup = lookup;
    }

    List<Settlement> call(Handler handler, ActiveRun run, List<ClaimedJob> claimed, List<Job<?>> jobs) {
        return handler.settings().transactional()
                ? inTransaction(handler, run, claimed, jobs)
                : outside(handler, run, claimed, jobs);
    }

    private List<Settlement> outside(Handler handler, ActiveRun run, List<ClaimedJob> claimed, List<Job<?>> jobs) {
        HandlerResult result;
        try {
            result = handler.invoke(jobs);
        } catch (Throwable failure) {
            return allFailed(handler, run, claimed, jobs, failure);
        }
        return outcomes(handler, run, claimed, jobs, result);
    }

    private List<Settlement> inTransaction(
            Handler handler, ActiveRun run, List<ClaimedJob> claimed, List<Job<?>> jobs) {
        try {
            transactionalCalls.call(
                    () -> outcomes(handler, run, claimed, jobs, handler.invoke(jobs)),
                    handler.settings().timeout());
            return List.of();
        } catch (TransactionalExecution.NotBegunException e) {
            return notStarted(run, claimed, e);
        } catch (TransactionalExecution.CommitFailedException e) {
            return inDoubt(handler, run, claimed, jobs, e.getCause() == null ? e : e.getCause());
        } catch (TransactionalExecution.FencedException e) {
            return fenced(handler, run, claimed, jobs, e);
        } catch (Throwable failure) {
            return rolledBack(handler, run, claimed, jobs, failure);
        }
    }

    private List<Settlement> rolledBack(
            Handler handler, ActiveRun run, List<ClaimedJob> claimed, List<Job<?>> jobs, Throwable failure) {
        return jobs.size() == 1 || run.stopping() || failure instanceof TransactionalExecution.BusyException
                ? allFailed(handler, run, claimed, jobs, failure)
                : oneByOne(handler, run, claimed, jobs);
    }

    /** Only claims that still stand show that nothing took effect. */
    private List<Settlement> inDoubt(
            Handler handler, ActiveRun run, List<ClaimedJob> claimed, List<Job<?>> jobs, Throwable failure) {
        Set<Fence> standing = lookup.standing(claimed, run).orElse(Set.of());
        if (standing.isEmpty()) {
            log.warn(
                    "The commit of job {} ({}) and {} others ended in {}, but did take effect, or the jobs are not this worker's any"
                            + " more: they are not run again",
                    claimed.get(0).id(),
                    LogText.of(run.type()),
                    claimed.size() - 1,
                    FailureText.of(failure));
            log.debug("The commit of job {} failed", claimed.get(0).id(), LoggedFailure.of(failure));
            return List.of();
        }
        List<Integer> places = places(claimed, standing);
        return rolledBack(handler, run, at(places, claimed), at(places, jobs), failure);
    }

    /** Rolled back. Jobs whose claims are over are refused again when they are settled, and counted there; the others start anew. */
    private List<Settlement> fenced(
            Handler handler, ActiveRun run, List<ClaimedJob> claimed, List<Job<?>> jobs, Throwable failure) {
        Set<Fence> standing = lookup.standing(claimed, run).orElse(Set.of());
        List<Settlement> settlements = new ArrayList<>();
        claimed.stream()
                .filter(job -> !standing.contains(job.fence()))
                .forEach(job -> settlements.add(run.settlement(job, Outcome.HandedBack.UNSTARTED)));
        List<Integer> places = places(claimed, standing);
        if (claimed.size() == 1 || run.stopping()) {
            settlements.addAll(allFailed(handler, run, at(places, claimed), at(places, jobs), failure));
        } else {
            settlements.addAll(oneByOne(handler, run, at(places, claimed), at(places, jobs)));
        }
        return settlements;
    }

    private static List<Integer> places(List<ClaimedJob> claimed, Set<Fence> standing) {
        return IntStream.range(0, claimed.size())
                .filter(i -> standing.contains(claimed.get(i).fence()))
                .boxed()
                .toList();
    }

    private static <T> List<T> at(List<Integer> places, List<T> all) {
        return places.stream().map(all::get).toList();
    }

    /** No attempt of these jobs, which a database that is away would use up one after the other. */
    private static List<Settlement> notStarted(
            ActiveRun run, List<ClaimedJob> claimed, TransactionalExecution.NotBegunException reason) {
        log.debug("Jobs are handed back, because no transaction could be begun for them", LoggedFailure.of(reason));
        Outcome outcome = new Outcome.HandedBack(UNTIL_THERE_ARE_TRANSACTIONS, ErrorText.of(reason));
        return claimed.stream().map(job -> run.settlement(job, outcome)).toList();
    }

    /** Everything was rolled back: each job shows by itself whether it was the one that failed. */
    private List<Settlement> oneByOne(Handler handler, ActiveRun run, List<ClaimedJob> claimed, List<Job<?>> jobs) {
        List<Settlement> settlements = new ArrayList<>();
        for (int i = 0; i < jobs.size(); i++) {
            run.dropOwnInterrupt();
            run.forgetSnooze(claimed.get(i).fence());
            settlements.addAll(inTransaction(handler, run, List.of(claimed.get(i)), List.of(jobs.get(i))));
        }
        return settlements;
    }

    private List<Settlement> outcomes(
            Handler handler, ActiveRun run, List<ClaimedJob> claimed, List<Job<?>> jobs, HandlerResult result) {
        List<Settlement> settlements = new ArrayList<>(jobs.size());
        for (int i = 0; i < jobs.size(); i++) {
            Throwable failure = result.failures().get(i);
            Duration snooze = run.snoozed(claimed.get(i).fence());
            Outcome completed = snooze == null ? completed(result) : new Outcome.Snoozed(snooze);
            settlements.add(
                    failure == null
                            ? Settlement.of(claimed.get(i), completed)
                            : failed(handler, run, claimed.get(i), jobs.get(i), failure));
        }
        return settlements;
    }

    private static Outcome completed(HandlerResult result) {
        return result.result() == null ? Outcome.Completed.PLAIN : new Outcome.Completed(result.result());
    }

    private List<Settlement> allFailed(
            Handler handler, ActiveRun run, List<ClaimedJob> claimed, List<Job<?>> jobs, Throwable failure) {
        List<Settlement> settlements = new ArrayList<>(jobs.size());
        for (int i = 0; i < jobs.size(); i++) {
            settlements.add(failed(handler, run, claimed.get(i), jobs.get(i), failure));
        }
        return settlements;
    }

    /** A job that asked to wait does so, whatever became of the exception that carried its wish. */
    private Settlement failed(Handler handler, ActiveRun run, ClaimedJob claimed, Job<?> job, Throwable failure) {
        Duration snooze = run.snoozed(claimed.fence());
        Outcome outcome =
                snooze == null ? verdict.onFailure(handler, job.context(), failure, run) : new Outcome.Snoozed(snooze);
        return run.settlement(claimed, outcome);
    }
}
