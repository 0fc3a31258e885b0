package io.baton.test;

import io.baton.JobId;
import io.baton.Steps;
import org.assertj.core.api.AbstractAssert;

/**
 * Assertions about the recorded steps of jobs. They see what the test's own transaction has recorded.
 *
 * @since 0.1.0
 */
public final class StepsAssert extends AbstractAssert<StepsAssert, Steps> {

    StepsAssert(Steps steps) {
        super(steps, StepsAssert.class);
    }

    /** Selects the steps of this job. */
    public JobStepsAssert ofJob(JobId job) {
        return new JobStepsAssert(actual.list(job), job).describedAs(info.description());
    }
}
