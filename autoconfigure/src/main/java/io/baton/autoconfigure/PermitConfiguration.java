package io.baton.autoconfigure;

import io.baton.RateLimits;
import io.baton.Semaphores;
import io.baton.connection.EnginePool;
import io.baton.database.OwnTransactions;
import io.baton.database.Transactions;
import io.baton.permit.DirtyLimits;
import io.baton.permit.PermitRateLimits;
import io.baton.permit.PermitSemaphores;
import io.baton.permit.PermitStore;
import io.baton.permit.Permits;
import io.baton.wakeup.WakeupInbox;
import io.baton.wakeup.WakeupPublisher;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Limits for the whole cluster. */
@Configuration(proxyBeanMethods = false)
class PermitConfiguration {

    @Bean
    DirtyLimits batonDirtyLimits(WakeupInbox inbox, WakeupPublisher publisher) {
        DirtyLimits dirty = new DirtyLimits();
        dirty.onOtherNodes(names -> names.forEach(publisher.otherNodes()::limitChanged));
        inbox.onLimit(dirty.remoteHints());
        return dirty;
    }

    @Bean
    OwnLimits batonLimits(
            StoreFactory stores, OwnTransactions transactions, DirtyLimits dirty, BatonProperties properties) {
        PermitStore store = stores.permits();
        PermitSemaphores semaphores = new PermitSemaphores(store, transactions, dirty);
        PermitRateLimits rates = new PermitRateLimits(store, transactions, dirty);
        properties.semaphores().forEach(semaphores::declare);
        properties.rateLimits().forEach((name, limit) -> rates.declare(name, limit.rate()));
        return new OwnLimits(semaphores, rates);
    }

    @Bean
    Semaphores batonSemaphores(OwnLimits limits) {
        return limits.semaphores();
    }

    @Bean
    RateLimits batonRateLimits(OwnLimits limits) {
        return limits.rateLimits();
    }

    /** After the limits, so that no job is refused that the properties have one for. */
    @Bean
    Permits batonPermits(
            DirtyLimits dirty, OwnLimits declared, BatonDatabase database, ObjectProvider<EnginePool> pool) {
        EnginePool engine = pool.getIfAvailable();
        DataSource apart = engine == null || engine.dataSource() == database.dataSource() ? null : engine.dataSource();
        return new Permits(dirty, apart);
    }

    /** The limits of the engine, also where a test of the application puts mocks in place of the beans that applications inject. */
    record OwnLimits(PermitSemaphores semaphores, PermitRateLimits rateLimits) {

        void restore(PermitStore on, Transactions through) {
            semaphores.restore(on, through);
            rateLimits.restore(on, through);
        }
    }
}
