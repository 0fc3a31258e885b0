package io.baton.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.BatonDataSource;
import io.baton.JobHandler;
import io.baton.Jobs;
import io.baton.UnusableTransactionException;
import io.baton.autoconfigure.shop.Item;
import io.baton.autoconfigure.shop.PriceItem;
import io.baton.jpa.BatonEntities;
import io.baton.jpa.JobEntity;
import io.baton.jpa.JobRepository;
import io.baton.testing.TestDatabase;
import jakarta.persistence.EntityManagerFactory;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.jpa.EntityManagerFactoryBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

class TwoDataSourcesTests {

    static class Pricing {

        final Set<String> inTransactionOf = ConcurrentHashMap.newKeySet();
        private final DataSource orders;

        Pricing(DataSource orders) {
            this.orders = orders;
        }

        @JobHandler(transactional = true)
        void price(PriceItem item) {
            inTransactionOf.add(TransactionSynchronizationManager.hasResource(orders) ? "orders" : "another");
        }
    }

    @Configuration
    @EnableAutoConfiguration
    @EnableJpaRepositories(
            basePackageClasses = Item.class,
            entityManagerFactoryRef = "catalogUnit",
            transactionManagerRef = "catalogTransactions")
    static class TwoPools {

        @Bean
        @Primary
        HikariDataSource catalog() {
            return TestDatabase.H2.freshDatabase();
        }

        @Bean
        @BatonDataSource
        HikariDataSource orders() {
            return TestDatabase.H2.freshDatabase();
        }

        @Bean
        Pricing pricing(@BatonDataSource DataSource orders) {
            return new Pricing(orders);
        }

        @Bean
        @Primary
        PlatformTransactionManager catalogTransactions(@Qualifier("catalogUnit") EntityManagerFactory factory) {
            return new JpaTransactionManager(factory);
        }

        @Bean
        PlatformTransactionManager ordersTransactions(@Qualifier("ordersUnit") EntityManagerFactory factory) {
            return new JpaTransactionManager(factory);
        }
    }

    @Configuration
    @Import(TwoPools.class)
    static class BuiltByBoot {

        @Bean
        @Primary
        LocalContainerEntityManagerFactoryBean catalogUnit(EntityManagerFactoryBuilder builder, DataSource catalog) {
            return builder.dataSource(catalog)
                    .packages(Item.class)
                    .persistenceUnit("catalog")
                    .build();
        }

        @Bean
        LocalContainerEntityManagerFactoryBean ordersUnit(
                EntityManagerFactoryBuilder builder, @BatonDataSource DataSource orders) {
            return builder.dataSource(orders)
                    .packages(Item.class)
                    .persistenceUnit("orders")
                    .build();
        }
    }

    @Configuration
    @Import(TwoPools.class)
    static class BuiltByHand {

        @Bean
        @Primary
        LocalContainerEntityManagerFactoryBean catalogUnit(DataSource catalog) {
            return byHand(catalog);
        }

        @Bean
        LocalContainerEntityManagerFactoryBean ordersUnit(@BatonDataSource DataSource orders) {
            return byHand(orders);
        }
    }

    @Configuration
    @Import(TwoPools.class)
    static class BuiltByHandWithBatonsEntities {

        @Bean
        @Primary
        LocalContainerEntityManagerFactoryBean catalogUnit(DataSource catalog) {
            return byHand(catalog);
        }

        @Bean
        LocalContainerEntityManagerFactoryBean ordersUnit(@BatonDataSource DataSource orders) {
            LocalContainerEntityManagerFactoryBean factory = byHand(orders);
            factory.setPersistenceUnitPostProcessors(new BatonEntities(orders));
            return factory;
        }
    }

    private static LocalContainerEntityManagerFactoryBean byHand(DataSource dataSource) {
        LocalContainerEntityManagerFactoryBean factory = new LocalContainerEntityManagerFactoryBean();
        factory.setDataSource(dataSource);
        factory.setPackagesToScan(Item.class.getPackageName());
        factory.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
        return factory;
    }

    private static ConfigurableApplicationContext start(Class<?> application) {
        return HostContract.start(application, HostContract.WITHOUT_BOOTS_FLYWAY);
    }

    private static boolean knowsJobs(ConfigurableApplicationContext host, String unit) {
        return host.getBean(unit, EntityManagerFactory.class).getMetamodel().getEntities().stream()
                .anyMatch(type -> type.getJavaType() == JobEntity.class);
    }

    private static List<String> tablesOfBaton(ConfigurableApplicationContext host, String dataSource) {
        return new JdbcTemplate(host.getBean(dataSource, DataSource.class))
                .queryForList(
                        "SELECT table_name FROM information_schema.tables WHERE lower(table_name) LIKE 'baton_%'",
                        String.class);
    }

    private static void runsAJob(ConfigurableApplicationContext host) {
        new TransactionTemplate(host.getBean("ordersTransactions", PlatformTransactionManager.class))
                .executeWithoutResult(status -> host.getBean(Jobs.class).enqueue(new PriceItem("priced")));
        await().untilAsserted(() ->
                assertThat(host.getBean(Pricing.class).inTransactionOf).containsExactly("orders"));
    }

    @Test
    void only_the_marked_data_source_has_batons_tables_and_entities() {
        try (var host = start(BuiltByBoot.class)) {
            assertThat(knowsJobs(host, "ordersUnit")).isTrue();
            assertThat(knowsJobs(host, "catalogUnit")).isFalse();
            assertThat(tablesOfBaton(host, "orders")).isNotEmpty();
            assertThat(tablesOfBaton(host, "catalog")).isEmpty();
        }
    }

    @Test
    void a_transactional_job_runs_in_a_transaction_of_the_marked_data_source() {
        try (var host = start(BuiltByBoot.class)) {
            runsAJob(host);
        }
    }

    @Test
    void the_repository_looks_into_the_marked_data_source() {
        try (var host = start(BuiltByBoot.class)) {
            var id = host.getBean(Jobs.class)
                    .enqueue(new PriceItem("later"), job -> job.delay(Duration.ofHours(1)))
                    .id();
            assertThat(host.getBean(JobRepository.class).findById(id.value())).isPresent();
        }
    }

    @Test
    void a_transaction_of_the_other_data_source_is_refused() {
        try (var host = start(BuiltByBoot.class)) {
            TransactionTemplate other =
                    new TransactionTemplate(host.getBean("catalogTransactions", PlatformTransactionManager.class));
            assertThatThrownBy(() -> other.executeWithoutResult(
                            status -> host.getBean(Jobs.class).enqueue(new PriceItem("lost"))))
                    .isInstanceOf(UnusableTransactionException.class);
        }
    }

    @Test
    void jobs_run_where_the_entity_manager_factories_are_made_by_hand() {
        try (var host = start(BuiltByHand.class)) {
            runsAJob(host);
            assertThat(knowsJobs(host, "ordersUnit")).isFalse();
        }
    }

    @Test
    void the_repository_says_what_a_factory_made_by_hand_lacks() {
        try (var host = start(BuiltByHand.class)) {
            assertThatThrownBy(() -> host.getBean(JobRepository.class))
                    .rootCause()
                    .hasMessageContaining("BatonEntities");
        }
    }

    @Test
    void a_factory_made_by_hand_can_be_given_batons_entities() {
        try (var host = start(BuiltByHandWithBatonsEntities.class)) {
            var id = host.getBean(Jobs.class)
                    .enqueue(new PriceItem("later"), job -> job.delay(Duration.ofHours(1)))
                    .id();
            assertThat(host.getBean(JobRepository.class).findById(id.value())).isPresent();
        }
    }
}
