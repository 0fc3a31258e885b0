package io.baton.worker.call;

import io.baton.database.Transactions;
import io.baton.job.ClaimedJob;
import io.baton.job.Fence;
import io.baton.job.JobSettlements;
import io.baton.job.Outcome;
import io.baton.job.Settled;
import io.baton.job.Ties;
import io.baton.loop.LoggedFailure;
import io.baton.worker.run.ActiveRun;
import io.baton.worker.run.ActiveRun.JobResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records the start of some jobs before they start. A crash is counted against each careful job ({@link ClaimedJob#isCareful}), so that a job that
 * kills its workers dies. The start of a job with a unique key is recorded, since an open enqueue may rely on it not having started. Jobs are
 * released if the store does not confirm the record. Other jobs cost nothing.
 *
 * @param transactions run only a few at once, so that claims and settlements need not wait for connections
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
        Set<Fence> careful = fences(run.jobs(), ClaimedJob::isCareful);
        run.crashCounted();
        return startable(run, run.jobs(), record(careful, store::countCrash), UNTIL_CHARGEABLE, results);
    }

    /** Records the start of those of these jobs that have unique keys; returns the claims of all that may start, and adds the results of the others. */
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
                case DONE -> startable.add(job);
                case FENCED -> results.add(JobResult.lost(job));
                case BUSY -> results.add(run.result(job, new Outcome.HandedBack(delay, null)));
            }
        }
        return startable;
    }
}
