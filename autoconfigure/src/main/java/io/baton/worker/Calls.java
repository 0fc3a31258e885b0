package io.baton.worker;

import io.baton.Job;
import io.baton.handler.Handler;
import io.baton.handler.HandlerResult;
import io.baton.job.ClaimedJob;
import io.baton.job.Outcome;
import io.baton.job.Settlement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls a handler and turns what it returned or threw into outcomes. */
final class Calls {

    private static final Logger log = LoggerFactory.getLogger(Calls.class);
    private static final Duration UNTIL_THERE_ARE_TRANSACTIONS = Duration.ofSeconds(2);

    private final Verdict verdict;
    private final TransactionalCalls transactionalCalls;

    Calls(Verdict verdict, TransactionalCalls transactionalCalls) {
        this.verdict = verdict;
        this.transactionalCalls = transactionalCalls;
    }

    List<Settlement> call(Handler handler, Run run, List<ClaimedJob> claimed, List<Job<?>> jobs) {
        return handler.settings().transactional()
                ? inTransaction(handler, run, claimed, jobs)
                : outside(handler, run, claimed, jobs);
    }

    private List<Settlement> outside(Handler handler, Run run, List<ClaimedJob> claimed, List<Job<?>> jobs) {
        HandlerResult result;
        try {
            result = handler.invoke(jobs);
        } catch (Throwable failure) {
            return allFailed(handler, run, claimed, jobs, failure);
        }
        return outcomes(handler, run, claimed, jobs, result);
    }

    private List<Settlement> inTransaction(Handler handler, Run run, List<ClaimedJob> claimed, List<Job<?>> jobs) {
        try {
            transactionalCalls.call(
                    () -> outcomes(handler, run, claimed, jobs, handler.invoke(jobs)),
                    handler.settings().timeout());
            return List.of();
        } catch (TransactionalCalls.NotBegunException e) {
            return notStarted(claimed, e);
        } catch (Throwable failure) {
            return jobs.size() == 1 || run.stopping()
                    ? allFailed(handler, run, claimed, jobs, failure)
                    : oneByOne(handler, run, claimed, jobs);
        }
    }

    /** No attempt of these jobs, which a database that is away would use up one after the other. */
    private static List<Settlement> notStarted(List<ClaimedJob> claimed, TransactionalCalls.NotBegunException reason) {
        log.debug("Jobs are given back, because no transaction could be begun for them", reason);
        Outcome outcome = new Outcome.HandedBack(UNTIL_THERE_ARE_TRANSACTIONS, ErrorText.of(reason));
        return claimed.stream().map(job -> new Settlement(job.fence(), outcome)).toList();
    }

    /** Everything was rolled back: each job shows by itself whether it was the one that failed. */
    private List<Settlement> oneByOne(Handler handler, Run run, List<ClaimedJob> claimed, List<Job<?>> jobs) {
        List<Settlement> settlements = new ArrayList<>();
        for (int i = 0; i < jobs.size(); i++) {
            run.dropOwnInterrupt();
            settlements.addAll(inTransaction(handler, run, List.of(claimed.get(i)), List.of(jobs.get(i))));
        }
        return settlements;
    }

    private List<Settlement> outcomes(
            Handler handler, Run run, List<ClaimedJob> claimed, List<Job<?>> jobs, HandlerResult result) {
        List<Settlement> settlements = new ArrayList<>(jobs.size());
        for (int i = 0; i < jobs.size(); i++) {
            Throwable failure = result.failures().get(i);
            Outcome outcome = failure == null
                    ? completed(result)
                    : verdict.onFailure(handler, jobs.get(i).context(), failure, run);
            settlements.add(new Settlement(claimed.get(i).fence(), outcome));
        }
        return settlements;
    }

    private static Outcome completed(HandlerResult result) {
        return result.result() == null ? Outcome.Completed.PLAIN : new Outcome.Completed(result.result());
    }

    private List<Settlement> allFailed(
            Handler handler, Run run, List<ClaimedJob> claimed, List<Job<?>> jobs, Throwable failure) {
        List<Settlement> settlements = new ArrayList<>(jobs.size());
        for (int i = 0; i < jobs.size(); i++) {
            Outcome outcome = verdict.onFailure(handler, jobs.get(i).context(), failure, run);
            settlements.add(new Settlement(claimed.get(i).fence(), outcome));
        }
        return settlements;
    }
}
