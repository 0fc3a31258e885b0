package io.baton.worker.run;

import io.baton.job.JobSignal;
import io.baton.job.Outcome;
import io.baton.job.ReadyJobs;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Announces jobs that outcomes made ready again at once, where they are likely to be run: here if they are tried again, which takes no
 * more room than before; on other nodes if they were released, since this worker could not run them. A job that snoozes for no time
 * would be announced again and again, and is left to the poll. Used by the settler's thread only.
 */
public final class ReadySignals {

    private final JobSignal here;
    private final JobSignal otherNodes;
    private final Set<String> triedAgain = new HashSet<>();
    private final Set<String> givenBack = new HashSet<>();

    public ReadySignals(JobSignal here, JobSignal otherNodes) {
        this.here = here;
        this.otherNodes = otherNodes;
    }

    /** Records that this outcome of a job is written; its queue is null if it is unknown. */
    void written(@Nullable String queue, Outcome outcome) {
        if (queue == null) {
            return;
        }
        if (outcome instanceof Outcome.Retried retried && isNone(retried.delay())) {
            triedAgain.add(queue);
        } else if (outcome instanceof Outcome.HandedBack handedBack && isNone(handedBack.delay())) {
            givenBack.add(queue);
        }
    }

    private static boolean isNone(Duration delay) {
        return delay.isZero() || delay.isNegative();
    }

    /** Announces all that was written since this was called last, once for each queue. */
    void send() {
        triedAgain.forEach(queue -> here.jobsAvailable(ReadyJobs.outOfTurn(queue)));
        givenBack.forEach(queue -> otherNodes.jobsAvailable(ReadyJobs.outOfTurn(queue)));
        triedAgain.clear();
        givenBack.clear();
    }
}
