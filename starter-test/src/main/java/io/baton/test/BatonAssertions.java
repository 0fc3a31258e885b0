package io.baton.test;

import io.baton.Jobs;

/**
 * Where assertions about jobs begin: {@code assertThat(jobs).enqueued(ProcessFile.class)}. Import {@link #assertThat} beside that of AssertJ.
 *
 * @since 0.1.0
 */
public final class BatonAssertions {

    private BatonAssertions() {}

    /** Begins an assertion about the jobs that are stored. */
    public static JobsAssert assertThat(Jobs jobs) {
        return new JobsAssert(jobs);
    }
}
