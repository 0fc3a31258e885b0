package io.baton.autoconfigure;

import io.baton.Batches;
import io.baton.Flows;
import io.baton.batch.BatchReducer;
import io.baton.batch.BatchWork;
import io.baton.batch.BatonBatches;
import io.baton.batch.DirtyGroups;
import io.baton.batch.Members;
import io.baton.enqueue.CallersTransaction;
import io.baton.enqueue.Enqueuer;
import io.baton.enqueue.SignalAfterCommit;
import io.baton.flow.BatonFlows;
import io.baton.flow.Results;
import io.baton.job.JobRoles;
import io.baton.wakeup.WakeupInbox;
import io.baton.wakeup.WakeupPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Batches and flows. */
@Configuration(proxyBeanMethods = false)
class BatchConfiguration {

    @Bean
    DirtyGroups batonDirtyGroups(WakeupInbox inbox, WakeupPublisher publisher) {
        DirtyGroups dirty = new DirtyGroups();
        dirty.onOtherNodes(names -> names.forEach(publisher.otherNodes()::batchChanged));
        inbox.onBatch(dirty.remoteHints());
        return dirty;
    }

    @Bean
    Members batonMembers(DirtyGroups dirty) {
        return new Members(dirty);
    }

    @Bean
    Results batonResults() {
        return new Results();
    }

    @Bean
    BatchWork batonBatchWork(
            StoreFactory stores,
            JobRoles jobs,
            Enqueuer enqueuer,
            CallersTransaction transaction,
            SignalAfterCommit signal,
            DirtyGroups dirty) {
        BatchReducer reducer = stores.reducer(jobs.releases(), dirty);
        return new BatchWork(reducer, jobs.inserts(), enqueuer, transaction, signal);
    }

    @Bean
    Batches batonBatches(BatchWork work) {
        return new BatonBatches(work);
    }

    @Bean
    Flows batonFlows(BatchWork work, StoreFactory stores) {
        return new BatonFlows(work, stores.flows());
    }
}
