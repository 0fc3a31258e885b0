package io.baton.benchmark.baton;

import io.baton.JobHandler;
import io.baton.JobType;
import io.baton.benchmark.node.Payload;
import io.baton.benchmark.node.StartTimes;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/** Jobs of many shares, in turns, or of none; and of 99 further shares, as often as they come. */
@Component
@Profile("shared")
class SharedJobs implements PayloadFactory {

    /** As it is in the names of the driver, which adds this to an index. */
    private static final int WAVE = 10_000_000;

    private static final int NEW_SHARES = 99;

    private final int count;
    private final int millis;

    SharedJobs(@Value("${shares.count}") int count, @Value("${shares.millis:0}") int millis) {
        this.count = count;
        this.millis = millis;
    }

    @JobType(name = "shared", queue = "work", fairBy = "#payload.tenant")
    record Shared(int index, String tenant, String filler) {}

    @JobType(name = "unshared", queue = "work")
    record Unshared(int index, String tenant, String filler) {}

    @JobHandler
    void run(Shared shared) throws InterruptedException {
        run(shared.index());
    }

    @JobHandler
    void runUnshared(Unshared unshared) throws InterruptedException {
        run(unshared.index());
    }

    private void run(int index) throws InterruptedException {
        StartTimes.OF_THIS_JVM.ran(index);
        if (millis > 0) {
            Thread.sleep(millis);
        }
    }

    @Override
    public Object payload(int index) {
        int wave = index / WAVE;
        if (wave > 0) {
            int job = index % WAVE;
            return new Shared(job, "new:" + wave + ":" + job % NEW_SHARES, Payload.FILLER);
        }
        return count == 0
                ? new Unshared(index, "tenant:" + index, Payload.FILLER)
                : new Shared(index, "tenant:" + index % count, Payload.FILLER);
    }
}
