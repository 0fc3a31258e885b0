package io.baton.benchmark.baton;

import io.baton.JobHandler;
import io.baton.JobType;
import io.baton.benchmark.node.Payload;
import io.baton.benchmark.node.StartTimes;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/** Jobs that do nothing. */
@Component
@Profile("noop")
class NoopJobs implements PayloadFactory {

    @JobType(name = "noop", queue = "work")
    record Noop(int index, String filler) {}

    @JobHandler
    void run(Noop noop) {
        StartTimes.OF_THIS_JVM.ran(noop.index());
    }

    @Override
    public Object payload(int index) {
        return new Noop(index, Payload.FILLER);
    }
}
