package io.baton.benchmark.baton;

import io.baton.JobHandler;
import io.baton.JobType;
import io.baton.benchmark.node.Payload;
import io.baton.benchmark.node.StartTimes;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/** Jobs that wait for something else. */
@Component
@Profile("sleep")
class SleepJobs implements PayloadFactory {

    private static final long MILLIS = 5;

    @JobType(name = "sleep", queue = "work")
    record Sleep(int index, String filler) {}

    @JobHandler
    void run(Sleep sleep) {
        StartTimes.OF_THIS_JVM.ran(sleep.index());
        sleep();
    }

    static void sleep() {
        try {
            Thread.sleep(MILLIS);
        } catch (InterruptedException e) {
            throw new IllegalStateException("Nothing interrupts this", e);
        }
    }

    @Override
    public Object payload(int index) {
        return new Sleep(index, Payload.FILLER);
    }
}
