package io.baton.autoconfigure;

import io.baton.batch.BatchFollowUp;
import io.baton.batch.BatchStore;
import io.baton.batch.Fold;
import io.baton.batch.PurgeBatches;
import io.baton.batch.RepairBatches;
import io.baton.batch.TouchedGroups;
import io.baton.batch.jdbc.JdbcBatchStore;
import io.baton.job.Memberships;
import io.baton.job.Stores;
import io.baton.job.Touched;
import io.baton.loop.Ticker;
import io.baton.permit.PermitFollowUp;
import io.baton.permit.PermitStore;
import io.baton.permit.RepairPermits;
import io.baton.permit.TouchedLimits;
import io.baton.permit.jdbc.JdbcPermitStore;
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
            BatonProperties properties) {
        return new PermitFollowUp(
                permits(pool, database),
                stores.transactions(),
                touched,
                publisher,
                Ticker.SYSTEM,
                look(touched, publisher, properties));
    }

    @Bean
    RepairPermitsTask batonRepairPermits(
            Stores stores, EnginePool pool, BatonDatabase database, TouchedLimits touched) {
        return new RepairPermitsTask(new RepairPermits(permits(pool, database), stores.transactions(), touched));
    }

    private static PermitStore permits(EnginePool pool, BatonDatabase database) {
        return new JdbcPermitStore(pool.dataSource(), database.schema());
    }

    @Bean
    BatchFollowUp batonBatchFollowUp(
            Stores stores,
            EnginePool pool,
            BatonDatabase database,
            TouchedGroups touched,
            WakeupPublisher publisher,
            BatonProperties properties) {
        return new BatchFollowUp(
                new Fold(batches(pool, database), stores.jobs(), touched),
                stores.transactions(),
                publisher,
                Ticker.SYSTEM,
                look(touched, publisher, properties));
    }

    @Bean
    BatchTasks batonBatchTasks(
            Stores stores, EnginePool pool, BatonDatabase database, TouchedGroups touched, BatonProperties properties) {
        BatchStore batches = batches(pool, database);
        BatonProperties.BatchRetention kept = properties.batches().retention();
        return new BatchTasks(
                new RepairBatches(batches, stores.transactions(), touched),
                new PurgeBatches(batches, stores.jobs(), stores.transactions(), kept.completed(), kept.abandoned()));
    }

    @Bean
    Memberships batonMemberships(Engine engine, EnginePool pool, BatonDatabase database) {
        BatchStore batches = batches(pool, database);
        return group -> engine.ofHandlers().single(() -> batches.membership(group));
    }

    private static BatchStore batches(EnginePool pool, BatonDatabase database) {
        return new JdbcBatchStore(pool.dataSource(), database.schema());
    }

    /** How long to go without a look: others tell, or nobody does. */
    private static Supplier<Duration> look(Touched<?> touched, WakeupPublisher publisher, BatonProperties properties) {
        Duration poll = properties.worker().pollInterval();
        return () -> publisher.here().receivesFromOthers() || !touched.isUsed() ? LOST_TOUCHES : poll;
    }
}
