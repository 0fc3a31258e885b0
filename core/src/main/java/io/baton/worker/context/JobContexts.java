package io.baton.worker.context;

import io.baton.PayloadCodec;
import io.baton.RunOutcome;
import io.baton.handler.Handler;
import io.baton.handler.HandlerRegistry;
import io.baton.job.ClaimedJob;
import io.baton.job.Memberships;
import io.baton.worker.QueuePauses;
import io.baton.worker.run.ActiveRun;
import io.baton.worker.run.JobResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The handlers of this node, and what they learn of their jobs.
 *
 * @param maxAttempts for jobs and handlers that say nothing
 * @param labels reads those of a job
 */
public record JobContexts(
        HandlerRegistry handlers,
        int maxAttempts,
        ProgressWriter progress,
        QueuePauses pauses,
        LackedPermits lacked,
        Memberships memberships,
        PayloadCodec codec,
        LongFunction<Map<String, String>> labels,
        ChunkWalks walks) {

    /** Returns the handler of a run; empty if this node has none. */
    public Optional<Handler> handler(ActiveRun run) {
        return handlers.find(run.type());
    }

    /** Returns how long the run's handler may take; null if that is not limited. */
    @Nullable
    public Duration timeout(ActiveRun run) {
        return handler(run).map(handler -> handler.settings().timeout()).orElse(null);
    }

    /** Returns what the handler is told of one of the run's jobs. */
    public RunningJobContext of(Handler handler, ClaimedJob job, ActiveRun run) {
        JobNotes notes = new JobNotes(job, run, handler.settings(), walks);
        return new RunningJobContext(
                job, maxAttempts(handler, job), run, notes, pauses, new JobPlace(job, memberships, codec, labels));
    }

    private int maxAttempts(Handler handler, ClaimedJob job) {
        if (job.maxAttempts() != null) {
            return job.maxAttempts();
        }
        int ofHandler = handler.settings().maxAttempts();
        return ofHandler > 0 ? ofHandler : maxAttempts;
    }

    /** Writes what the jobs said last of their progress if they are not completed, and forgets the rest. */
    public void close(List<JobResult> results) {
        progress.writeLast(results.stream()
                .filter(JobContexts::isUnfinished)
                .map(result -> result.job().fence())
                .toList());
        results.forEach(result -> progress.forget(result.job().fence()));
    }

    private static boolean isUnfinished(JobResult result) {
        return result instanceof JobResult.Unsettled && result.outcome() != RunOutcome.COMPLETED;
    }
}
