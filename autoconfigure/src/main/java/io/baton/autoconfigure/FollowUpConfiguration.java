package io.baton.autoconfigure;

import io.baton.batch.BatchFollowUp;
import io.baton.batch.BatchRoles;
import io.baton.batch.Fold;
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
import io.baton.job.JobReleases;
import io.baton.job.Membership;
import io.baton.job.Memberships;
import io.baton.job.StepResults;
import io.baton.job.Stores;
import io.baton.job.Touched;
import io.baton.loop.Ticker;
import io.baton.permit.PermitFollowUp;
import io.baton.permit.PermitStore;
import io.baton.permit.RepairPermits;
import io.baton.permit.TouchedLimits;
import io.baton.permit.jdbc.JdbcPermitStore;
import io.baton.loop.SweepTask;
import io.baton.unique.SweepKeys;
import io.baton.unique.UniqueStore;
import io.baton.unique.jdbc.JdbcUniqueStore;
import io.baton.wakeup.WakeupPublisher;
import io.baton.worker.Engine;
import java.time.Duration;
import java.util.Optional;
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
        return new RepairPermits(permits(pool, database), stores.transactions(), touched);
    }

    private static PermitStore permits(EnginePool pool, BatonDatabase database) {
        return new JdbcPermitStore(pool.dataSource(), database.schema());
    }

    @Bean
    BatchFollowUp batonBatchFollowUp(
            Stores stores,
            Fold fold,
            TouchedGroups touched,
            WakeupPublisher publisher,
            Ticker ticker,
            BatonProperties properties) {
        return new BatchFollowUp(fold, stores.transactions(), publisher, ticker, look(touched, publisher, properties));
    }

    @Bean
    SweepTask batonRepairBatches(Stores stores, Fold fold, TouchedGroups touched) {
        return new RepairBatches(fold.store(), stores.transactions(), touched);
    }

    @Bean
    SweepTask batonPurgeBatches(Stores stores, Fold fold, Ticker ticker, BatonProperties properties) {
        BatonProperties.BatchRetention kept = properties.batches().retention();
        return new PurgeBatches(fold, stores.transactions(), ticker, kept.completed(), kept.abandoned());
    }

    @Bean
    SweepTask batonSweepKeys(Stores stores, EnginePool pool, BatonDatabase database, BatonProperties properties) {
        UniqueStore keys = new JdbcUniqueStore(
                pool.dataSource(), database.schema(), properties.unique().retention());
        return new SweepKeys(keys, stores.transactions());
    }

    @Bean
    SweepTask batonPurgeOnce(OwnOnce own) {
        return own.once().purge();
    }

    @Bean
    SweepTask batonNotesOfOnce(OwnOnce own) {
        return own.once().notes();
    }

    @Bean
    Memberships batonMemberships(Engine engine, Fold fold, EnginePool pool, BatonDatabase database) {
        Transactions transactions = engine.ofHandlers();
        StepResults results = new JdbcStepResults(pool.dataSource(), database.schema(), transactions);
        return new Memberships() {
            @Override
            public Optional<Membership> of(long group) {
                return transactions.single(() -> fold.store().groups().membership(group));
            }

            @Override
            public StepResults results() {
                return results;
            }
        };
    }

    @Bean
    Fold batonFold(Stores stores, EnginePool pool, BatonDatabase database, TouchedGroups touched) {
        BatchRoles batches = JdbcBatchRoles.on(pool.dataSource(), database.schema());
        FlowStore flows = new JdbcFlowStore(pool.dataSource(), database.schema());
        JobReleases releases = stores.jobs().releases();
        return new Fold(batches, releases, touched, new FlowRelease(flows, batches, releases, touched));
    }

    /** How long to go without a look: others tell, or nobody does. */
    private static Supplier<Duration> look(Touched<?> touched, WakeupPublisher publisher, BatonProperties properties) {
        Duration poll = properties.worker().pollInterval();
        return () -> publisher.here().receivesFromOthers() || !touched.isUsed() ? LOST_TOUCHES : poll;
    }
}
