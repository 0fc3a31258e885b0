package io.baton.worker.call;

import io.baton.PayloadCodec;
import io.baton.RunOutcome;
import io.baton.chunk.PortionReader;
import io.baton.handler.Handler;
import io.baton.handler.HandlerRegistry;
import io.baton.job.Memberships;
import io.baton.worker.PausedQueues;
import io.baton.worker.run.ActiveRun;
import io.baton.worker.run.JobResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The handlers of this node, and what their contexts work on.
 *
 * @param maxAttempts for jobs and handlers that set none
 */
public record JobContexts(
        HandlerRegistry handlers,
        int maxAttempts,
        ProgressWriter progress,
        PausedQueues pauses,
        Memberships memberships,
        PayloadCodec codec,
        ClaimReads reads,
        PortionReader portions,
        TransactionalExecution transactions) {

    /** Returns the handler of a run; null if this node has none. */
    public @Nullable Handler handler(ActiveRun run) {
        return handlers.find(run.type()).orElse(null);
    }

    /** Writes the last progress that the jobs reported if they are not completed, and forgets the rest. */
    public void close(List<JobResult> results) {
        if (!haveReported(results)) {
            return;
        }
        progress.writeLast(results.stream()
                .filter(JobContexts::isUnfinished)
                .map(result -> result.job().fence())
                .toList());
        results.forEach(result -> progress.forget(result.job().fence()));
    }

    private boolean haveReported(List<JobResult> results) {
        for (JobResult result : results) {
            if (progress.has(result.job().fence())) {
                return true;
            }
        }
        return false;
    }

    private static boolean isUnfinished(JobResult result) {
        return result.unwritten() != null && result.outcome() != RunOutcome.COMPLETED;
    }
}
