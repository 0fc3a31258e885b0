package io.baton.simulation;

import io.baton.JobState;

/** What is known of a job. */
final class Account {

    final Behavior plan;
    int runs;
    int failures;
    int completions;
    int effects;
    int deathsWhileStarted;
    int deathsWhileCharged;
    boolean cancelAsked;
    boolean ended;
    JobState state = JobState.READY;

    Account(Behavior plan) {
        this.plan = plan;
    }

    /** A new life, or a sign that it was not the job's fault. */
    void forgiveCrashes() {
        deathsWhileStarted = 0;
        deathsWhileCharged = 0;
    }
}
