package io.baton.worker.call;

import io.baton.database.Transactions;
import io.baton.job.ClaimedJob;
import io.baton.job.Fence;
import io.baton.job.JobSettlements;
import io.baton.worker.run.ActiveRun;
import io.baton.worker.run.JobResult;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Counts a crash against every careful job before it starts, so that one that is its workers' end comes to an end itself. Jobs that no dead
 * worker held cost nothing.
 */
public final class Charges {

    private static final Duration UNTIL_IT_CAN_BE_WRITTEN = Duration.ofSeconds(2);

    private final JobSettlements store;
    private final StartWrites writes;

    /**
     * Charges on this engine's store.
     *
     * @param transactions of which not so many run at once that claims and settlements have to wait for connections
     */
    public Charges(JobSettlements store, Transactions transactions) {
        this.store = store;
        this.writes = new StartWrites(transactions, UNTIL_IT_CAN_BE_WRITTEN);
    }

    /** Returns the jobs of a run that may start now, and adds what the others came to. */
    List<ClaimedJob> startable(ActiveRun run, List<JobResult> results) {
        Set<Fence> careful = run.jobs().stream()
                .filter(ClaimedJob::isCareful)
                .map(ClaimedJob::fence)
                .collect(Collectors.toSet());
        if (careful.isEmpty()) {
            return run.jobs();
        }
        run.charged();
        return writes.startable(run, run.jobs(), job -> job, writes.write(careful, store::charge), results);
    }
}
