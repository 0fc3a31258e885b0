package io.baton.wakeup;

import io.baton.job.JobSignal;
import io.baton.job.Ring;
import java.util.List;

/** Rings in several places, or nowhere. */
public record Bells(List<JobSignal> bells) implements JobSignal {

    @Override
    public void jobsAvailable(Ring ring) {
        bells.forEach(bell -> bell.jobsAvailable(ring));
    }

    @Override
    public void jobsScheduled() {
        bells.forEach(JobSignal::jobsScheduled);
    }
}
