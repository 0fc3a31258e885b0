package io.baton.autoconfigure;

import io.baton.Batches;
import io.baton.Flows;
import io.baton.batch.BatchReducer;
import io.baton.batch.BatchWork;
import io.baton.batch.BatonBatches;
import io.baton.batch.Members;
import io.baton.enqueue.CallersTransaction;
import io.baton.enqueue.Enqueuer;
import io.baton.enqueue.SignalAfterCommit;
import io.baton.flow.BatonFlows;
import io.baton.flow.Results;
import io.baton.job.Capability;
import io.baton.job.DirtySet;
import io.baton.job.JobRoles;
import io.baton.wakeup.WakeupInbox;
import io.baton.wakeup.WakeupPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Batches and flows. */
@Configuration(proxyBeanMethods = false)
class BatchConfiguration {

    @Bean
    DirtySet<Long> batonDirtyGroups(WakeupInbox inbox, WakeupPublisher publisher) {
        DirtySet<Long> dirty = new DirtySet<>();
        dirty.onOtherNodes(names -> names.forEach(publisher.otherNodes()::batchChanged));
        inbox.onBatch(dirty.remoteHints());
        return dirty;
    }

    @Bean
    Capability batonMembers(DirtySet<Long> dirty) {
        return database -> new Members(database, dirty);
    }

    @Bean
    Capability batonResults() {
        return Results::new;
    }

    @Bean
    BatchWork batonBatchWork(
            StoreFactory stores,
            JobRoles jobs,
            Enqueuer enqueuer,
            CallersTransaction transaction,
            SignalAfterCommit signal,
            DirtySet<Long> dirty) {
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
