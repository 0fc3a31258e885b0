package io.baton.worker.call;

import io.baton.database.Transactions;
import io.baton.job.ClaimedJob;
import io.baton.job.Fence;
import io.baton.job.JobSettlements;
import io.baton.job.Settled;
import io.baton.job.Ties;
import io.baton.worker.context.HandlerCall.StartedJob;
import io.baton.worker.run.ActiveRun;
import io.baton.worker.run.JobResult;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Lets a job with a unique key start only when it is written that it does: an enqueue that is not over may rely on its waiting. Jobs without such a
 * key cost nothing.
 */
public final class UniqueStarts {

    private static final Duration UNTIL_IT_CAN_BE_WRITTEN = Duration.ofSeconds(1);
    private static final long SHORTEST_PAUSE = 5;
    private static final long LONGEST_PAUSE = 160;

    private final JobSettlements store;
    private final StartWrites writes;

    /**
     * Writes to this store.
     *
     * @param transactions of which not so many run at once that claims and settlements have to wait for connections
     */
    public UniqueStarts(JobSettlements store, Transactions transactions) {
        this.store = store;
        this.writes = new StartWrites(transactions, UNTIL_IT_CAN_BE_WRITTEN);
    }

    /** Returns those of the jobs that may start now, and adds what the others came to. */
    List<StartedJob> startable(ActiveRun run, List<StartedJob> jobs, List<JobResult> results) {
        Set<Fence> unique = jobs.stream()
                .map(StartedJob::claimed)
                .filter(job -> job.ties().has(Ties.UNIQUE_START))
                .map(ClaimedJob::fence)
                .collect(Collectors.toSet());
        if (unique.isEmpty()) {
            return jobs;
        }
        return writes.startable(run, jobs, StartedJob::claimed, start(unique), results);
    }

    /** Most enqueues are over in a moment. */
    private Map<Fence, Settled> start(Set<Fence> unique) {
        Map<Fence, Settled> answers = new HashMap<>();
        Set<Fence> left = unique;
        for (long pause = SHORTEST_PAUSE; !left.isEmpty(); pause *= 2) {
            answers.putAll(writes.write(left, store::start));
            left = left.stream()
                    .filter(fence -> answers.get(fence) == Settled.BUSY)
                    .collect(Collectors.toSet());
            if (left.isEmpty() || pause > LONGEST_PAUSE || !paused(pause)) {
                break;
            }
        }
        return answers;
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
}
