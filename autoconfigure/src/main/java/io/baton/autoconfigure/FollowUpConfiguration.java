package io.baton.autoconfigure;

import io.baton.batch.BatchFollowUp;
import io.baton.batch.BatchReducer;
import io.baton.batch.BatchRoles;
import io.baton.batch.PurgeBatches;
import io.baton.batch.RepairBatches;
import io.baton.batch.TouchedGroups;
import io.baton.batch.jdbc.JdbcBatchRoles;
import io.baton.connection.EnginePool;
import io.baton.database.Transactions;
import io.baton.flow.FlowRelease;
import io.baton.flow.FlowStore;
import io.baton.flow.jdbc.JdbcFlowStore;
import io.baton.flow.jdbc.JdbcStepResults;
import io.baton.job.DirtySet;
import io.baton.job.JobReleases;
import io.baton.job.Memberships;
import io.baton.job.StepResults;
import io.baton.job.Stores;
import io.baton.loop.Ticker;
import io.baton.permit.PermitFollowUp;
import io.baton.permit.PermitStore;
import io.baton.permit.RepairPermits;
import io.baton.permit.TouchedLimits;
import io.baton.permit.jdbc.JdbcPermitStore;
import io.baton.sweep.SweepTask;
import io.baton.unique.SweepKeys;
import io.baton.unique.UniqueStore;
import io.baton.unique.jdbc.JdbcUniqueStore;
import io.baton.wakeup.WakeupPublisher;
import io.baton.worker.Engine;
import java.time.Duration;
import java.util.function.Supplier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What a node with a worker does for what jobs share: limits and batches. */
@Configuration(proxyBeanMethods = false)
class FollowUpConfiguration {

    private static final Duration LOST_TOUCHES = Duration.ofSeconds(10);

    @Bean
    PermitFollowUp batonPermitFollowUp(
            Stores stores,
            EnginePool pool,
            BatonDatabase database,
            TouchedLimits touched,
            WakeupPublisher publisher,
            Ticker ticker,
            BatonProperties properties) {
        return new PermitFollowUp(
                permits(pool, database),
                stores.transactions(),
                touched,
                publisher,
                ticker,
                look(touched, publisher, properties));
    }

    @Bean
    SweepTask batonRepairPermits(Stores stores, EnginePool pool, BatonDatabase database, TouchedLimits touched) {
        RepairPermits repair = new RepairPermits(permits(pool, database), stores.transactions(), touched);
        return SweepTask.named("repairPermits", repair::sweep);
    }

    private static PermitStore permits(EnginePool pool, BatonDatabase database) {
        return new JdbcPermitStore(pool.dataSource(), database.schema());
    }

    @Bean
    BatchFollowUp batonBatchFollowUp(
            Stores stores,
            BatchReducer fold,
            TouchedGroups touched,
            WakeupPublisher publisher,
            Ticker ticker,
            BatonProperties properties) {
        return new BatchFollowUp(fold, stores.transactions(), publisher, ticker, look(touched, publisher, properties));
    }

    @Bean
    SweepTask batonRepairBatches(Stores stores, BatchReducer fold, TouchedGroups touched) {
        RepairBatches repair = new RepairBatches(fold.store(), stores.transactions(), touched);
        return SweepTask.named("repairBatches", repair::sweep);
    }

    @Bean
    SweepTask batonPurgeBatches(Stores stores, BatchReducer fold, Ticker ticker, BatonProperties properties) {
        BatonProperties.BatchRetention kept = properties.batches().retention();
        PurgeBatches purge = new PurgeBatches(fold, stores.transactions(), ticker, kept.completed(), kept.abandoned());
        return SweepTask.named("purgeBatches", purge::sweep);
    }

    @Bean
    SweepTask batonSweepKeys(Stores stores, EnginePool pool, BatonDatabase database, BatonProperties properties) {
        UniqueStore keys = new JdbcUniqueStore(
                pool.dataSource(), database.schema(), properties.unique().retention());
        return SweepTask.named("sweepKeys", new SweepKeys(keys, stores.transactions())::sweep);
    }

    @Bean
    SweepTask batonPurgeOnce(OwnOnce own) {
        return SweepTask.named("purgeOnce", own.once()::purge);
    }

    @Bean
    SweepTask batonNotesOfOnce(OwnOnce own) {
        return SweepTask.named("notesOfOnce", own.once().notes()::sweep);
    }

    @Bean
    Memberships batonMemberships(Engine engine, BatchReducer fold, EnginePool pool, BatonDatabase database) {
        Transactions transactions = engine.ofHandlers();
        StepResults results = new JdbcStepResults(pool.dataSource(), database.schema(), transactions);
        return new Memberships(
                group -> transactions.single(() -> fold.store().groups().membership(group)), results);
    }

    @Bean
    BatchReducer batonFold(Stores stores, EnginePool pool, BatonDatabase database, TouchedGroups touched) {
        BatchRoles batches = JdbcBatchRoles.on(pool.dataSource(), database.schema());
        FlowStore flows = new JdbcFlowStore(pool.dataSource(), database.schema());
        JobReleases releases = stores.jobs().releases();
        return new BatchReducer(batches, releases, touched, new FlowRelease(flows, batches, releases, touched));
    }

    /** How long to go without a look: others tell, or nobody does. */
    private static Supplier<Duration> look(DirtySet<?> touched, WakeupPublisher publisher, BatonProperties properties) {
        Duration poll = properties.worker().pollInterval();
        return () -> publisher.here().receivesFromOthers() || !touched.isUsed() ? LOST_TOUCHES : poll;
    }
}
