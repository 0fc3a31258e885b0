package io.baton.faults.cluster;

import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.Retry;
import io.baton.faults.cluster.ClusterWork.Items;
import io.baton.faults.cluster.ClusterWork.Kind;

/** Handlers of batches and flows. Those that run after others count the effects that exist by then. */
final class GroupHandlers {

    private final Runs runs;

    GroupHandlers(Runs runs) {
        this.runs = runs;
    }

    @JobHandler(transactional = true)
    @Retry(delay = "500ms", maxDelay = "3s")
    void member(ClusterWork.Member work, JobContext job) {
        runs.run(job, work.item(), run -> runs.write(run, job, work.item()));
    }

    @JobHandler(transactional = true)
    @Retry(delay = "500ms", maxDelay = "3s")
    void after(ClusterWork.After work, JobContext job) {
        after(job, work.item(), Kind.MEMBER, work.members());
    }

    @JobHandler
    @Retry(delay = "500ms", maxDelay = "3s")
    void stepOne(ClusterWork.StepOne work, JobContext job) {
        runs.run(job, work.item(), run -> runs.write(run, job, work.item()));
    }

    @JobHandler(transactional = true)
    @Retry(delay = "500ms", maxDelay = "3s")
    void stepTwo(ClusterWork.StepTwo work, JobContext job) {
        after(job, work.item(), Kind.STEP_ONE, work.before());
    }

    @JobHandler(transactional = true)
    @Retry(delay = "500ms", maxDelay = "3s")
    void stepThree(ClusterWork.StepThree work, JobContext job) {
        after(job, work.item(), Kind.STEP_TWO, work.before());
    }

    private void after(JobContext job, long item, Kind kind, Items before) {
        runs.run(job, item, run -> runs.writeAfter(run, job, item, kind, before));
    }
}
