package io.baton.benchmark.baton;

import io.baton.JobHandler;
import io.baton.JobType;
import io.baton.RequiresPermit;
import io.baton.benchmark.node.Payload;
import io.baton.benchmark.node.StartTimes;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/** Jobs that do nothing, for which they need a permit. */
@Component
@Profile("limited")
class LimitedJobs implements PayloadFactory {

    @JobType(name = "limited", queue = "work")
    @RequiresPermit("few")
    record Limited(int index, String filler) {}

    @JobHandler
    void run(Limited limited) {
        StartTimes.OF_THIS_JVM.ran(limited.index());
    }

    @Override
    public Object payload(int index) {
        return new Limited(index, Payload.FILLER);
    }
}
