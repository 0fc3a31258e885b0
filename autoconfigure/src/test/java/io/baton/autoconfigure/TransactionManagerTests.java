package io.baton.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.BatonDataSource;
import io.baton.BatonTransactionManager;
import io.baton.JobDetails;
import io.baton.JobHandler;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.Jobs;
import io.baton.autoconfigure.shop.PriceItem;
import io.baton.connection.ManagedDataSource;
import io.baton.start.StartRefusedException;
import io.baton.testing.TestDatabase;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;

/** Transactional handlers run in transactions that carry Baton's data source, or not at all. */
class TransactionManagerTests {

    private static final String[] WITHOUT_JPA = {
        "spring.autoconfigure.exclude=org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration,"
                + "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration,"
                + "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration"
    };

    static class Pricing {

        final AtomicInteger calls = new AtomicInteger();

        @JobHandler(transactional = true, maxAttempts = 1)
        void price(PriceItem item) {
            calls.incrementAndGet();
        }
    }

    @Configuration
    @EnableAutoConfiguration
    static class TwoPools {

        @Bean
        @BatonDataSource
        HikariDataSource orders() {
            return TestDatabase.H2.freshDatabase();
        }

        @Bean
        @Primary
        HikariDataSource catalog() {
            return TestDatabase.H2.freshDatabase();
        }

        @Bean
        Pricing pricing() {
            return new Pricing();
        }
    }

    @Configuration
    @Import(TwoPools.class)
    static class MarkedForTheOther {

        @Bean
        @BatonTransactionManager
        PlatformTransactionManager catalogTransactions(DataSource catalog) {
            return new DataSourceTransactionManager(new LazyConnectionDataSourceProxy(catalog));
        }
    }

    @Test
    void a_manager_known_for_another_data_source_is_refused_at_start() {
        assertThatThrownBy(() ->
                        HostContract.start(MarkedForTheOther.class, WITHOUT_JPA).close())
                .rootCause()
                .isInstanceOf(StartRefusedException.class)
                .hasMessageContaining("'catalogTransactions'")
                .hasMessageContaining("'orders'");
    }

    /** As managers are that choose among others: it does not say which data source it is for. */
    private record Unknown(PlatformTransactionManager inner) implements PlatformTransactionManager {

        @Override
        public TransactionStatus getTransaction(@Nullable TransactionDefinition definition) {
            return inner.getTransaction(definition);
        }

        @Override
        public void commit(TransactionStatus status) {
            inner.commit(status);
        }

        @Override
        public void rollback(TransactionStatus status) {
            inner.rollback(status);
        }
    }

    @Configuration
    @EnableAutoConfiguration
    static class OnlyOneThatDoesNotSay {

        @Bean
        HikariDataSource pool() {
            return TestDatabase.H2.freshDatabase();
        }

        @Bean
        PlatformTransactionManager transactionManager(DataSource pool) {
            return new Unknown(new DataSourceTransactionManager(pool));
        }

        @Bean
        Pricing pricing() {
            return new Pricing();
        }
    }

    @Test
    void the_only_manager_is_taken_without_naming_its_data_source() {
        try (var host = HostContract.start(OnlyOneThatDoesNotSay.class, WITHOUT_JPA)) {
            Jobs jobs = host.getBean(Jobs.class);
            JobId id = jobs.enqueue(new PriceItem("priced")).id();
            await().until(() -> jobs.find(id).orElseThrow().state() == JobState.COMPLETED);
        }
    }

    @Configuration
    @Import(TwoPools.class)
    static class UnknownOfTheOther {

        @Bean
        @BatonTransactionManager
        PlatformTransactionManager chosen(DataSource catalog) {
            return new Unknown(new DataSourceTransactionManager(catalog));
        }
    }

    @Configuration
    @Import(TwoPools.class)
    static class UnknownOfBatons {

        @Bean
        @BatonTransactionManager
        PlatformTransactionManager chosen(@Qualifier("orders") DataSource orders) {
            return new Unknown(new DataSourceTransactionManager(orders));
        }
    }

    @Test
    void one_that_does_not_say_so_is_refused_before_its_first_handler() {
        try (var host = HostContract.start(UnknownOfTheOther.class, WITHOUT_JPA)) {
            Jobs jobs = host.getBean(Jobs.class);
            JobId id = jobs.enqueue(new PriceItem("lost")).id();

            JobDetails dead = await().until(() -> jobs.find(id).orElseThrow(), job -> job.state() == JobState.DEAD);

            assertThat(dead.error()).contains("'chosen'", "'orders'", "@BatonTransactionManager");
            assertThat(host.getBean(Pricing.class).calls).hasValue(0);
        }
    }

    @Test
    void one_that_does_not_say_so_works_if_it_carries_it() {
        try (var host = HostContract.start(UnknownOfBatons.class, WITHOUT_JPA)) {
            completes(host.getBean(Jobs.class));
        }
    }

    @Test
    void a_manager_without_a_data_source_may_carry_it() {
        assertThat(ManagedDataSource.carried(new DataSourceTransactionManager(), new LazyConnectionDataSourceProxy()))
                .isEqualTo(ManagedDataSource.Carried.UNKNOWN);
    }

    @Configuration
    @EnableAutoConfiguration
    static class BehindProxies {

        @Bean
        HikariDataSource pool() {
            return TestDatabase.H2.freshDatabase();
        }

        @Bean
        @Primary
        DataSource joining(HikariDataSource pool) {
            return new TransactionAwareDataSourceProxy(pool);
        }

        @Bean
        PlatformTransactionManager transactions(HikariDataSource pool) {
            return new DataSourceTransactionManager(pool);
        }

        @Bean
        Pricing pricing() {
            return new Pricing();
        }
    }

    @Test
    void a_proxy_that_joins_transactions_is_looked_through() {
        try (var host = HostContract.start(BehindProxies.class, WITHOUT_JPA)) {
            completes(host.getBean(Jobs.class));
        }
    }

    private static void completes(Jobs jobs) {
        JobId id = jobs.enqueue(new PriceItem("priced")).id();
        await().until(() -> jobs.find(id).orElseThrow().state() == JobState.COMPLETED);
    }
}
