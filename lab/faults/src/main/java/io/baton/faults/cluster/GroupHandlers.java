package io.baton.faults.cluster;

import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.Retry;

/** Handlers of batches and flows. Those that run after others count the effects that exist by then. */
record GroupHandlers(Effects effects) {

    @JobHandler(transactional = true)
    @Retry(delay = "500ms", maxDelay = "3s")
    void member(ClusterWork.Member work, JobContext job) {
        effects.run(job, () -> effects.write(job, work.item()));
    }

    @JobHandler(transactional = true)
    @Retry(delay = "500ms", maxDelay = "3s")
    void after(ClusterWork.After work, JobContext job) {
        effects.run(job, () -> effects.writeAfter(job, work.item(), "member", work.members()));
    }

    @JobHandler
    @Retry(delay = "500ms", maxDelay = "3s")
    void stepOne(ClusterWork.StepOne work, JobContext job) {
        effects.run(job, () -> effects.write(job, work.item()));
    }

    @JobHandler(transactional = true)
    @Retry(delay = "500ms", maxDelay = "3s")
    void stepTwo(ClusterWork.StepTwo work, JobContext job) {
        effects.run(job, () -> effects.writeAfter(job, work.item(), "step-one", work.before()));
    }

    @JobHandler(transactional = true)
    @Retry(delay = "500ms", maxDelay = "3s")
    void stepThree(ClusterWork.StepThree work, JobContext job) {
        effects.run(job, () -> effects.writeAfter(job, work.item(), "step-two", work.before()));
    }
}
