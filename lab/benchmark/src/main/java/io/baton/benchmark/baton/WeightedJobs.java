package io.baton.benchmark.baton;

import io.baton.JobHandler;
import io.baton.JobType;
import io.baton.benchmark.node.Payload;
import io.baton.benchmark.node.StartTimes;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/** Jobs of a millisecond, or of 10 and 100, of shares with different weights. */
@Component
@Profile("weighted")
class WeightedJobs implements PayloadFactory {

    private final boolean mixed;

    WeightedJobs(@Value("${weighted.mixed:false}") boolean mixed) {
        this.mixed = mixed;
    }

    @JobType(name = "weighted", queue = "work", fairBy = "'weight-' + #payload.weight")
    record Weighted(int index, int weight, int millis, String filler) {}

    /** A job has two numbers: when it begins, and when it ends. */
    @JobHandler
    void run(Weighted weighted) throws InterruptedException {
        StartTimes.OF_THIS_JVM.ran(2 * weighted.index());
        Thread.sleep(weighted.millis());
        StartTimes.OF_THIS_JVM.ran(2 * weighted.index() + 1);
    }

    @Override
    public Object payload(int index) {
        return new Weighted(
                index, WeightedShares.weight(index, mixed), WeightedShares.millis(index, mixed), Payload.FILLER);
    }
}
