package io.baton.worker.call;

import io.baton.database.Transactions;
import io.baton.job.ClaimedJob;
import io.baton.job.Fence;
import io.baton.job.JobSettlements;
import io.baton.job.Settled;
import io.baton.loop.LoggedFailure;
import io.baton.worker.run.ActiveRun;
import io.baton.worker.run.ActiveRun.StopReason;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads which claims still stand if their end is uncertain. It queries the database until it responds, and never guesses.
 *
 * @param transactions Baton's own transactions
 * @param pause waits for this many nanoseconds
 */
public record ClaimLookup(JobSettlements store, Transactions transactions, LongConsumer pause) {

    private static final Logger log = LoggerFactory.getLogger(ClaimLookup.class);
    private static final long POLL_NANOS = 20_000_000;
    private static final long AFTER_FAILURE_NANOS = 250_000_000;

    /**
     * Returns those claims of a run that still stand, so that nothing of the run has taken effect for them. Returns none if the worker loses its
     * jobs, ends or gives up the run before the database responds; another node reclaims the jobs then.
     */
    Set<Fence> standing(List<ClaimedJob> jobs, ActiveRun run) {
        List<Fence> claims = jobs.stream().map(ClaimedJob::fence).toList();
        long whileBusy = POLL_NANOS;
        while (true) {
            // an interrupt would end every pause at once; the reason for it stays with the run
            Thread.interrupted();
            long rest;
            try {
                Map<Fence, Settled> found = transactions.run(() -> store.lock(claims));
                if (!found.containsValue(Settled.BUSY)) {
                    return held(found);
                }
                rest = whileBusy;
                whileBusy = Math.min(2 * whileBusy, AFTER_FAILURE_NANOS);
            } catch (RuntimeException e) {
                log.debug(
                        "The state of {} claims is not known yet; the query is repeated",
                        claims.size(),
                        LoggedFailure.of(e));
                rest = AFTER_FAILURE_NANOS;
            }
            if (run.isOver() || run.stopReason() == StopReason.LOST || run.stopReason() == StopReason.SHUTDOWN) {
                return Set.of();
            }
            pause.accept(rest);
        }
    }

    private static Set<Fence> held(Map<Fence, Settled> found) {
        return found.entrySet().stream()
                .filter(each -> each.getValue() == Settled.DONE)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }
}
