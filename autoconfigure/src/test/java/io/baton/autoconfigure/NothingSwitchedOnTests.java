package io.baton.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.Jobs;
import io.baton.autoconfigure.shop.Item;
import io.baton.autoconfigure.shop.Pricing;
import io.baton.autoconfigure.shop.Shop;
import io.baton.jpa.JobRepository;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.condition.ConditionEvaluationReport;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.transaction.PlatformTransactionManager;
import tools.jackson.databind.ObjectMapper;

/** A host is what it was without Baton, and Baton's own beans. */
class NothingSwitchedOnTests {

    private static ConfigurableApplicationContext with() {
        return HostContract.start(Shop.class, HostContract.WITHOUT_BOOTS_FLYWAY);
    }

    private static ConfigurableApplicationContext without() {
        return HostContract.start(
                Shop.class, HostContract.WITHOUT_BOOTS_FLYWAY + "," + BatonAutoConfiguration.class.getName());
    }

    @Test
    void every_bean_beside_those_of_the_host_is_called_batons() {
        try (var with = with();
                var without = without()) {
            assertThat(with.getBeanDefinitionNames()).contains(without.getBeanDefinitionNames());
            assertThat(added(with, without)).isNotEmpty().allMatch(NothingSwitchedOnTests::isBatons);
        }
    }

    private static List<String> added(ApplicationContext with, ApplicationContext without) {
        Set<String> before = Set.of(without.getBeanDefinitionNames());
        return Arrays.stream(with.getBeanDefinitionNames())
                .filter(name -> !before.contains(name))
                .toList();
    }

    private static boolean isBatons(String name) {
        return name.startsWith("baton") || name.startsWith("io.baton.");
    }

    @Test
    void the_conditions_of_every_other_auto_configuration_come_out_as_before() {
        try (var with = with();
                var without = without()) {
            assertThat(matched(with)).isEqualTo(matched(without));
        }
    }

    private static Set<String> matched(ConfigurableApplicationContext host) {
        return ConditionEvaluationReport.get(host.getBeanFactory())
                .getConditionAndOutcomesBySource()
                .entrySet()
                .stream()
                .filter(source -> !source.getKey().startsWith("io.baton."))
                .map(source -> source.getKey() + " " + source.getValue().isFullMatch())
                .collect(Collectors.toSet());
    }

    @Test
    void no_bean_of_batons_has_a_type_sought_by_boot_or_host() {
        try (var host = with()) {
            assertThat(batons(host, Flyway.class)).isEmpty();
            assertThat(batons(host, ObjectMapper.class)).isEmpty();
            assertThat(batons(host, Executor.class)).isEmpty();
            assertThat(batons(host, TaskScheduler.class)).isEmpty();
            assertThat(batons(host, DataSource.class)).isEmpty();
            assertThat(batons(host, JdbcOperations.class)).isEmpty();
            assertThat(batons(host, PlatformTransactionManager.class)).isEmpty();
            assertThat(batons(host, Jobs.class)).containsExactly("batonJobs");
        }
    }

    private static List<String> batons(ApplicationContext host, Class<?> type) {
        return Arrays.stream(host.getBeanNamesForType(type))
                .filter(NothingSwitchedOnTests::isBatons)
                .toList();
    }

    @Test
    void the_migrations_lie_where_the_hosts_flyway_does_not_look() {
        assertThat(BatonAutoConfiguration.class.getResource("/db/migration")).isNull();
    }

    @Configuration
    @AutoConfigurationPackage(basePackageClasses = Item.class)
    @Import(Pricing.class)
    static class SmallShop {}

    @Test
    void it_starts_without_web_actuator_micrometer_and_boots_jackson() {
        new ApplicationContextRunner()
                .withUserConfiguration(SmallShop.class)
                .withConfiguration(AutoConfigurations.of(
                        DataSourceAutoConfiguration.class,
                        HibernateJpaAutoConfiguration.class,
                        BatonAutoConfiguration.class,
                        BatonJpaAutoConfiguration.class,
                        BatonWorkerAutoConfiguration.class))
                .withClassLoader(new FilteredClassLoader(
                        "org.springframework.web",
                        "jakarta.servlet",
                        "org.springframework.boot.actuate",
                        "org.springframework.boot.health",
                        "org.springframework.boot.micrometer",
                        "io.micrometer.core",
                        "org.springframework.boot.jackson"))
                .run(host -> assertThat(host)
                        .hasNotFailed()
                        .hasSingleBean(Jobs.class)
                        .hasSingleBean(JobRepository.class));
    }
}
