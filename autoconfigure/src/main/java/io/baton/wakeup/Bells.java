package io.baton.wakeup;

import io.baton.job.JobSignal;
import java.util.List;

/** Rings in several places. */
public record Bells(List<JobSignal> bells) implements JobSignal {

    @Override
    public void jobsAvailable(String queue) {
        bells.forEach(bell -> bell.jobsAvailable(queue));
    }

    @Override
    public void jobsScheduled() {
        bells.forEach(JobSignal::jobsScheduled);
    }
}
