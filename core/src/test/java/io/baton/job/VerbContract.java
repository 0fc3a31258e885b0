package io.baton.job;

import io.baton.JobDetails;
import io.baton.JobState;
import java.util.List;

/** What the contracts of the verbs share: a store on a database that holds no job. */
abstract class VerbContract {

    abstract TestedStore database();

    JobStore store() {
        return database().store;
    }

    long insert(JobDraft job) {
        return database().insert(job);
    }

    List<ClaimedJob> claim(int limit) {
        return database().claim(limit);
    }

    ClaimedJob claimOne() {
        return database().claimOne();
    }

    Settled settle(ClaimedJob job, Outcome outcome) {
        return database().settle(job, outcome);
    }

    JobDetails find(long id) {
        return database().find(id);
    }

    JobState state(long id) {
        return database().state(id);
    }
}
