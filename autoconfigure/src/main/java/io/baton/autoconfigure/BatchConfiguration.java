package io.baton.autoconfigure;

import io.baton.Batches;
import io.baton.Flows;
import io.baton.batch.BatchReducer;
import io.baton.batch.BatchRoles;
import io.baton.batch.BatchWork;
import io.baton.batch.BatonBatches;
import io.baton.batch.TouchedGroups;
import io.baton.batch.jdbc.JdbcBatchRoles;
import io.baton.batch.jdbc.Members;
import io.baton.enqueue.CallersTransaction;
import io.baton.enqueue.Enqueuer;
import io.baton.enqueue.SignalAfterCommit;
import io.baton.flow.BatonFlows;
import io.baton.flow.FlowRelease;
import io.baton.flow.FlowStore;
import io.baton.flow.FlowWork;
import io.baton.flow.jdbc.JdbcFlowStore;
import io.baton.flow.jdbc.Results;
import io.baton.job.JobReleases;
import io.baton.job.JobRoles;
import io.baton.wakeup.WakeupInbox;
import io.baton.wakeup.WakeupPublisher;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Fan-outs of which somebody wants to know when they are finished. */
@Configuration(proxyBeanMethods = false)
class BatchConfiguration {

    @Bean
    TouchedGroups batonTouchedGroups(WakeupInbox inbox, WakeupPublisher publisher) {
        TouchedGroups touched = new TouchedGroups();
        touched.onElsewhere(names -> names.forEach(publisher.elsewhere()::batchTouched));
        inbox.onBatch(touched.remoteHints());
        return touched;
    }

    @Bean
    Members batonMembers(TouchedGroups touched) {
        return new Members(touched);
    }

    @Bean
    Results batonResults() {
        return new Results();
    }

    @Bean
    @DependsOnDatabaseInitialization
    FlowWork batonFlowWork(
            BatonDatabase database,
            JobRoles jobs,
            Enqueuer enqueuer,
            CallersTransaction transaction,
            SignalAfterCommit signal,
            TouchedGroups touched) {
        BatchRoles store = JdbcBatchRoles.on(database.dataSource(), database.schema());
        FlowStore flows = new JdbcFlowStore(database.dataSource(), database.schema());
        JobReleases releases = jobs.releases();
        BatchReducer fold =
                new BatchReducer(store, releases, touched, new FlowRelease(flows, store, releases, touched));
        return new FlowWork(new BatchWork(fold, jobs.inserts(), enqueuer, transaction, signal), flows);
    }

    @Bean
    Batches batonBatches(FlowWork work) {
        return new BatonBatches(work.batches());
    }

    @Bean
    Flows batonFlows(FlowWork work) {
        return new BatonFlows(work);
    }
}
