package io.baton.simulation;

import io.baton.JobState;
import org.jspecify.annotations.Nullable;

/** What is known of a job. */
final class Account {

    final long id;
    final Behavior plan;
    /** Where it is a job of a batch, or waits for one. */
    final @Nullable Stage stage;

    int runs;
    int failures;
    int completions;
    int effects;
    int deathsWhileStarted;
    int deathsWhileCharged;
    boolean cancelAsked;
    boolean hasDied;
    boolean revived;
    boolean ended;
    JobState state = JobState.READY;

    Account(long id, Behavior plan, @Nullable Stage stage) {
        this.id = id;
        this.plan = plan;
        this.stage = stage;
    }

    /** A new life, or a sign that it was not the job's fault. */
    void forgiveCrashes() {
        deathsWhileStarted = 0;
        deathsWhileCharged = 0;
    }
}
