package io.baton.benchmark.baton;

import io.baton.JobHandler;
import io.baton.JobType;
import io.baton.benchmark.node.Payload;
import io.baton.benchmark.node.StartTimes;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/** Jobs that do nothing with much. */
@Component
@Profile("large")
class LargeJobs implements PayloadFactory {

    private final String filler;

    LargeJobs(@Value("${benchmark.filler:10000}") int length) {
        filler = Payload.filler(length);
    }

    @JobType(name = "large", queue = "work")
    record Large(int index, String filler) {}

    @JobHandler
    void run(Large large) {
        StartTimes.OF_THIS_JVM.ran(large.index());
    }

    @Override
    public Object payload(int index) {
        return new Large(index, filler);
    }
}
