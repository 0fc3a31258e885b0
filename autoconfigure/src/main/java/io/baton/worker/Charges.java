package io.baton.worker;

import io.baton.database.Transactions;
import io.baton.job.ClaimedJob;
import io.baton.job.Fence;
import io.baton.job.JobStore;
import io.baton.job.Outcome;
import io.baton.job.Settled;
import io.baton.loop.LoggedFailure;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts a crash against every careful job before it starts, so that one that is its workers' end comes to an end itself. Jobs that no dead
 * worker held cost nothing.
 */
final class Charges {

    private static final Logger log = LoggerFactory.getLogger(Charges.class);
    private static final Duration UNTIL_IT_CAN_BE_WRITTEN = Duration.ofSeconds(2);

    private final JobStore store;
    private final Transactions transactions;

    /**
     * Charges on this engine's store.
     *
     * @param transactions of which not so many run at once that claims and settlements have to wait for connections
     */
    Charges(JobStore store, Transactions transactions) {
        this.store = store;
        this.transactions = transactions;
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
        Set<Fence> charged = charged(run, careful, results);
        return run.jobs().stream()
                .filter(job -> !job.isCareful() || charged.contains(job.fence()))
                .toList();
    }

    private Set<Fence> charged(ActiveRun run, Set<Fence> careful, List<JobResult> results) {
        run.charged();
        Map<Fence, Settled> answers = charge(careful);
        Outcome later = new Outcome.HandedBack(UNTIL_IT_CAN_BE_WRITTEN, null);
        for (ClaimedJob job : run.jobs()) {
            Settled answer = answers.get(job.fence());
            if (answer == Settled.BUSY) {
                results.add(run.result(job, later));
            } else if (answer == Settled.FENCED) {
                results.add(new JobResult.NotOurs(job));
            }
        }
        return careful.stream()
                .filter(fence -> answers.get(fence) == Settled.DONE)
                .collect(Collectors.toSet());
    }

    /** What cannot be written now may be later, whoever holds the rows or whatever ails the database. */
    private Map<Fence, Settled> charge(Set<Fence> careful) {
        try {
            Map<Fence, Settled> answers = transactions.run(() -> store.charge(careful));
            if (answers.containsValue(Settled.BUSY)) {
                log.debug("Jobs are handed back, because somebody holds their rows: {}", answers);
            }
            return answers;
        } catch (RuntimeException e) {
            log.debug("Jobs are handed back, because it cannot be written that they start", LoggedFailure.of(e));
            return careful.stream().collect(Collectors.toMap(fence -> fence, fence -> Settled.BUSY));
        }
    }
}
