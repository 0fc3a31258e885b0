package io.baton.benchmark.baton;

import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.JobType;
import io.baton.benchmark.node.Payload;
import io.baton.benchmark.node.StartTimes;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/** Jobs that wait for a signal and note when they are called after it, and plain ones. */
@Component
@Profile("resumed")
class ResumedJobs implements PayloadFactory {

    private final Set<Long> waiting = ConcurrentHashMap.newKeySet();

    @JobType(name = "resumed", queue = "work")
    record Resumed(int index, String filler) {}

    @JobType(name = "started", queue = "work")
    record Started(int index, String filler) {}

    @JobHandler
    void run(Resumed resumed, JobContext job) {
        if (!waiting.add(job.id().value())) {
            StartTimes.OF_THIS_JVM.ran(resumed.index());
        }
        job.await("go", Duration.ofHours(1));
    }

    @JobHandler
    void run(Started started) {
        StartTimes.OF_THIS_JVM.ran(started.index());
    }

    @Override
    public Object payload(int index) {
        return new Resumed(index, Payload.FILLER);
    }
}
