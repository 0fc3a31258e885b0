package io.baton.worker.call;

import io.baton.database.Transactions;
import io.baton.job.ClaimedJob;
import io.baton.job.Fence;
import io.baton.job.JobSettlements;
import io.baton.job.Outcome;
import io.baton.job.Settled;
import io.baton.job.Ties;
import io.baton.loop.LoggedFailure;
import io.baton.worker.call.HandlerCall.StartedJob;
import io.baton.worker.run.ActiveRun;
import io.baton.worker.run.JobResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records that some jobs start before they do: a crash is counted against each careful job, so that one that ends its workers ends
 * itself, and the start of a job with a unique key is recorded, since an open enqueue may rely on its waiting. Releases jobs whose start cannot
 * be recorded, and those of which the store returns nothing. Other jobs cost nothing.
 *
 * @param transactions limited in number, so that claims and settlements need not wait for connections
 */
public record StartGuard(JobSettlements store, Transactions transactions) {

    private static final Logger log = LoggerFactory.getLogger(StartGuard.class);
    private static final Duration UNTIL_CHARGEABLE = Duration.ofSeconds(2);
    private static final Duration UNTIL_UNIQUE = Duration.ofSeconds(1);
    private static final long SHORTEST_PAUSE = 5;
    private static final long LONGEST_PAUSE = 160;

    /** Counts a crash against the careful jobs of a run; returns the jobs that may start, and adds the results of the others. */
    List<ClaimedJob> countCrashes(ActiveRun run, List<JobResult> results) {
        if (!run.hasAny(ClaimedJob::isCareful)) {
            return run.jobs();
        }
        Set<Fence> careful = fences(run.jobs(), job -> job, ClaimedJob::isCareful);
        run.crashCounted();
        Map<Fence, Settled> recorded = record(careful, store::countCrash);
        return startable(run, run.jobs(), job -> job, recorded, UNTIL_CHARGEABLE, results);
    }

    /** Records the start of jobs with unique keys; returns the jobs that may start, and adds the results of the others. */
    List<StartedJob> start(ActiveRun run, List<StartedJob> jobs, List<JobResult> results) {
        if (!run.hasAny(StartGuard::recordsStart)) {
            return jobs;
        }
        Set<Fence> unique = fences(jobs, StartedJob::claimed, StartGuard::recordsStart);
        return startable(run, jobs, StartedJob::claimed, startUnique(unique), UNTIL_UNIQUE, results);
    }

    private static boolean recordsStart(ClaimedJob job) {
        return job.ties().has(Ties.UNIQUE_START);
    }

    private static <T> Set<Fence> fences(
            List<T> jobs, Function<T, ClaimedJob> claimed, Predicate<ClaimedJob> condition) {
        return jobs.stream()
                .map(claimed)
                .filter(condition)
                .map(ClaimedJob::fence)
                .collect(Collectors.toSet());
    }

    /** Tries again for a moment, in which most enqueues end. */
    private Map<Fence, Settled> startUnique(Set<Fence> unique) {
        Map<Fence, Settled> recorded = new HashMap<>();
        Set<Fence> left = unique;
        for (long pause = SHORTEST_PAUSE; !left.isEmpty(); pause *= 2) {
            recorded.putAll(record(left, store::start));
            left = left.stream()
                    .filter(fence -> recorded.get(fence) == Settled.BUSY)
                    .collect(Collectors.toSet());
            if (left.isEmpty() || pause > LONGEST_PAUSE || !paused(pause)) {
                break;
            }
        }
        return recorded;
    }

    private static boolean paused(long millis) {
        try {
            Thread.sleep(millis);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Returns a result for each of the jobs; BUSY is that of one whose start was not recorded. */
    private Map<Fence, Settled> record(Set<Fence> starting, Function<Set<Fence>, Map<Fence, Settled>> write) {
        Map<Fence, Settled> recorded = new HashMap<>();
        starting.forEach(fence -> recorded.put(fence, Settled.BUSY));
        try {
            recorded.putAll(transactions.run(() -> write.apply(starting)));
        } catch (RuntimeException e) {
            log.debug("The start of jobs cannot be recorded", LoggedFailure.of(e));
        }
        return recorded;
    }

    private static <T> List<T> startable(
            ActiveRun run,
            List<T> jobs,
            Function<T, ClaimedJob> claimed,
            Map<Fence, Settled> recorded,
            Duration delay,
            List<JobResult> results) {
        List<T> startable = new ArrayList<>();
        for (T each : jobs) {
            ClaimedJob job = claimed.apply(each);
            switch (recorded.getOrDefault(job.fence(), Settled.DONE)) {
                case DONE -> startable.add(each);
                case FENCED -> results.add(JobResult.lost(job));
                case BUSY -> results.add(run.result(job, new Outcome.HandedBack(delay, null)));
            }
        }
        return startable;
    }
}
