package io.baton.test;

import io.baton.Jobs;
import io.baton.Steps;

/**
 * Entry point of assertions about jobs: {@code assertThat(jobs).enqueued(ProcessFile.class)}. Import {@link #assertThat} beside that of AssertJ.
 *
 * @since 0.1.0
 */
public final class BatonAssertions {

    private BatonAssertions() {}

    /** Creates an assertion about the stored jobs. */
    public static JobsAssert assertThat(Jobs jobs) {
        return new JobsAssert(jobs);
    }

    /** Creates an assertion about the recorded steps of jobs. */
    public static StepsAssert assertThat(Steps steps) {
        return new StepsAssert(steps);
    }
}
