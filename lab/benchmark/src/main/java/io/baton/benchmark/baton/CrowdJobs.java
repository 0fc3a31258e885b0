package io.baton.benchmark.baton;

import io.baton.InSequence;
import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.JobRejectedException;
import io.baton.JobType;
import io.baton.RequiresPermit;
import io.baton.benchmark.node.Payload;
import io.baton.benchmark.node.StartTimes;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/**
 * Jobs of five kinds in one queue, by their index: plain ones, which do nothing; those with a permit of which there are enough; those that need the
 * one permit of a key that the first of them never gives back; those of sequences, the first of which becomes dead; and those that wait for a signal.
 */
@Component
@Profile("crowd")
class CrowdJobs implements PayloadFactory {

    /** As it is in the names of the driver, which adds these to an index. */
    private static final int LIMITED = 10_000_000;

    private static final int SATURATED = 20_000_000;
    private static final int BLOCKED = 30_000_000;
    private static final int WAITING = 40_000_000;

    private final int keys;

    CrowdJobs(@Value("${keys.count:1}") int keys) {
        this.keys = keys;
    }

    @JobType(name = "plain", queue = "work")
    record Plain(int index, String filler) {}

    @JobType(name = "limited", queue = "work")
    @RequiresPermit("few")
    record Limited(int index, String filler) {}

    @JobType(name = "saturated", queue = "work")
    @RequiresPermit(value = "key", key = "'saturated'")
    record Saturated(int index, String filler) {}

    @JobType(name = "blocked", queue = "work")
    @InSequence("'key:' + #payload.key")
    record Blocked(int index, int key, String filler) {}

    @JobType(name = "waiting", queue = "work")
    record Waiting(int index, String filler) {}

    @JobHandler
    void run(Plain plain) {
        StartTimes.OF_THIS_JVM.ran(plain.index());
    }

    @JobHandler
    void runLimited(Limited limited) {
        StartTimes.OF_THIS_JVM.ran(limited.index());
    }

    @JobHandler
    void runSaturated(Saturated saturated) throws InterruptedException {
        new CountDownLatch(1).await();
    }

    @JobHandler
    void runBlocked(Blocked blocked) {
        throw new JobRejectedException("blocks sequence " + blocked.key());
    }

    @JobHandler
    void runWaiting(Waiting waiting, JobContext job) {
        job.await("go", Duration.ofDays(7));
    }

    @Override
    public Object payload(int index) {
        if (index >= WAITING) {
            return new Waiting(index - WAITING, Payload.FILLER);
        }
        if (index >= BLOCKED) {
            return new Blocked(index - BLOCKED, (index - BLOCKED) % keys, Payload.FILLER);
        }
        if (index >= SATURATED) {
            return new Saturated(index - SATURATED, Payload.FILLER);
        }
        return index >= LIMITED ? new Limited(index - LIMITED, Payload.FILLER) : new Plain(index, Payload.FILLER);
    }
}
