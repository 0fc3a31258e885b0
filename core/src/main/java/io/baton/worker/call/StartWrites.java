package io.baton.worker.call;

import io.baton.database.Transactions;
import io.baton.job.ClaimedJob;
import io.baton.job.Fence;
import io.baton.job.Outcome;
import io.baton.job.Settled;
import io.baton.loop.LoggedFailure;
import io.baton.worker.run.ActiveRun;
import io.baton.worker.run.JobResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is written about jobs before they start; those for which it cannot be written are handed back.
 *
 * @param transactions of which not so many run at once that claims and settlements have to wait for connections
 * @param later when what is handed back may be claimed again
 */
record StartWrites(Transactions transactions, Duration later) {

    private static final Logger log = LoggerFactory.getLogger(StartWrites.class);

    /**
     * Returns an answer for each of the jobs. What cannot be written now may be later, whoever holds the rows or whatever ails the database; nor does a
     * job start of which the store says nothing.
     */
    Map<Fence, Settled> write(Set<Fence> starting, Function<Set<Fence>, Map<Fence, Settled>> write) {
        Map<Fence, Settled> written = written(starting, write);
        return starting.stream()
                .collect(Collectors.toMap(fence -> fence, fence -> written.getOrDefault(fence, Settled.BUSY)));
    }

    private Map<Fence, Settled> written(Set<Fence> starting, Function<Set<Fence>, Map<Fence, Settled>> write) {
        try {
            return transactions.run(() -> write.apply(starting));
        } catch (RuntimeException e) {
            log.debug("It cannot be written that jobs start", LoggedFailure.of(e));
            return Map.of();
        }
    }

    /** Returns those of the jobs that may start by these answers, or were not asked about, and adds what the others came to. */
    <T> List<T> startable(
            ActiveRun run,
            List<T> jobs,
            Function<T, ClaimedJob> claimed,
            Map<Fence, Settled> answers,
            List<JobResult> results) {
        List<T> startable = new ArrayList<>();
        for (T each : jobs) {
            ClaimedJob job = claimed.apply(each);
            switch (answers.getOrDefault(job.fence(), Settled.DONE)) {
                case DONE -> startable.add(each);
                case FENCED -> results.add(new JobResult.NotOurs(job));
                case BUSY -> results.add(run.result(job, new Outcome.HandedBack(later, null)));
            }
        }
        return startable;
    }
}
