package io.baton.autoconfigure;

import io.baton.database.OwnTransactions;
import io.baton.permit.KnownLimits;
import io.baton.permit.PermitRateLimits;
import io.baton.permit.PermitSemaphores;
import io.baton.permit.PermitStore;
import io.baton.permit.TouchedLimits;
import io.baton.permit.jdbc.JdbcPermitStore;
import io.baton.permit.jdbc.Permits;
import io.baton.wakeup.WakeupInbox;
import io.baton.wakeup.WakeupPublisher;
import java.util.Set;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Limits for the whole cluster. */
@Configuration(proxyBeanMethods = false)
class PermitConfiguration {

    @Bean
    TouchedLimits batonTouchedLimits(WakeupInbox inbox, WakeupPublisher publisher) {
        TouchedLimits touched = new TouchedLimits();
        touched.onElsewhere(names -> names.forEach(publisher.elsewhere()::limitTouched));
        inbox.onLimit(name -> touched.hinted(Set.of(name)));
        return touched;
    }

    @Bean
    KnownLimits batonKnownLimits() {
        return new KnownLimits();
    }

    @Bean
    @DependsOnDatabaseInitialization
    PermitSemaphores batonSemaphores(
            BatonDatabase database,
            OwnTransactions transactions,
            TouchedLimits touched,
            KnownLimits known,
            BatonProperties properties) {
        PermitSemaphores semaphores = new PermitSemaphores(store(database), transactions, touched, known);
        properties.semaphores().forEach(semaphores::declare);
        return semaphores;
    }

    @Bean
    @DependsOnDatabaseInitialization
    PermitRateLimits batonRateLimits(
            BatonDatabase database,
            OwnTransactions transactions,
            TouchedLimits touched,
            KnownLimits known,
            BatonProperties properties) {
        PermitRateLimits limits = new PermitRateLimits(store(database), transactions, touched, known);
        properties.rateLimits().forEach((name, limit) -> limits.declare(name, limit.rate()));
        return limits;
    }

    private static PermitStore store(BatonDatabase database) {
        return new JdbcPermitStore(database.dataSource(), database.schema());
    }

    /** After the limits, so that no job is refused that the properties have one for. */
    @Bean
    Permits batonPermits(
            TouchedLimits touched, KnownLimits known, PermitSemaphores semaphores, PermitRateLimits rateLimits) {
        return new Permits(touched, known);
    }
}
