package io.baton.permit;

import static io.baton.testing.Applications.start;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.baton.JobCount;
import io.baton.JobHandler;
import io.baton.JobState;
import io.baton.JobType;
import io.baton.Jobs;
import io.baton.Rate;
import io.baton.RateLimited;
import io.baton.RateLimits;
import io.baton.RequiresPermit;
import io.baton.Semaphores;
import io.baton.database.Database;
import io.baton.database.OwnTransactions;
import io.baton.testing.DatabaseAccess;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** Limits in whole applications: as they are named, defined and asked for. */
class LimitsInApplicationTests {

    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final AtomicInteger RAN = new AtomicInteger();

    @BeforeEach
    void forget() {
        RAN.set(0);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Sending {}

    /** Every node sees this one. */
    @RequiresPermit("common")
    @JobType(name = "half", queue = "half")
    record Half() {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Limiting {

        /** Only nodes with the handler see this one. */
        @JobHandler
        @RequiresPermit("closed")
        void run(Half payload) {
            RAN.incrementAndGet();
        }
    }

    @Test
    void a_job_stored_with_some_of_its_permits_waits_for_the_others() {
        DatabaseAccess access = TestDatabase.H2.freshAccess();
        try (ConfigurableApplicationContext web =
                start(Sending.class, access, "baton.worker.enabled=false", "baton.semaphores.common=5")) {
            Jobs jobs = web.getBean(Jobs.class);
            jobs.enqueue(new Half());
            try (ConfigurableApplicationContext worker = start(Limiting.class, access, "baton.semaphores.closed=0")) {
                assertThat(worker.isRunning()).isTrue();
                await().atMost(LIMIT)
                        .until(() -> RAN.get() > 0
                                || worker.getBean(Semaphores.class)
                                        .inspect("closed")
                                        .filter(seen -> seen.waiting() == 1)
                                        .isPresent());
                assertThat(RAN).as("runs of jobs whose limit is 0").hasValue(0);
                assertThat(jobs.counts()).contains(new JobCount("half", JobState.BLOCKED, 1));
            }
        }
    }

    @JobType(name = "dotted", queue = "dotted")
    record Dotted() {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class DottedRate {

        @JobHandler
        @RateLimited("my.api")
        void run(Dotted payload) {
            RAN.incrementAndGet();
        }
    }

    @Test
    void the_advice_for_a_rate_with_a_dot_in_its_name_helps() {
        assertThatCode(() -> start(
                                DottedRate.class,
                                TestDatabase.H2.freshAccess(),
                                "baton.rate-limits[my.api].permits=5",
                                "baton.rate-limits[my.api].per=1s")
                        .close())
                .doesNotThrowAnyException();
    }

    @JobType(name = "defined", queue = "defined")
    record Defined() {}

    static class Handlers {

        @JobHandler
        @RequiresPermit("by-code")
        void run(Defined payload) {
            RAN.incrementAndGet();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class DefiningInBean extends Handlers {

        @Bean
        InitializingBean define(Semaphores semaphores) {
            return () -> semaphores.define("by-code", 3);
        }
    }

    @Test
    void an_application_may_define_its_semaphores_in_a_bean() {
        assertThatCode(() -> start(DefiningInBean.class, TestDatabase.H2.freshAccess())
                        .close())
                .doesNotThrowAnyException();
    }

    @JobType(name = "unlimited", queue = "unlimited")
    record Unlimited() {}

    private static final String JPA = "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration,"
            + "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration";

    @ParameterizedTest
    @ValueSource(strings = {"", JPA})
    void limits_are_defined_changed_and_looked_at_apart_from_the_callers_transaction(String excluded) {
        try (ConfigurableApplicationContext context = start(
                Sending.class,
                TestDatabase.H2.freshAccess(),
                "baton.worker.enabled=false",
                "spring.autoconfigure.exclude=" + excluded,
                "baton.semaphores.api=1",
                "baton.rate-limits.api.permits=1")) {
            Jobs jobs = context.getBean(Jobs.class);
            Semaphores semaphores = context.getBean(Semaphores.class);
            RateLimits rates = context.getBean(RateLimits.class);
            Rate rate = Rate.of(5, Duration.ofSeconds(1));
            for (Runnable act : List.<Runnable>of(
                    () -> semaphores.define("other", 1),
                    () -> semaphores.resize("api", 7),
                    () -> semaphores.inspect("api"),
                    () -> rates.define("other", rate),
                    () -> rates.change("api", rate),
                    () -> rates.inspect("api"))) {
                new TransactionTemplate(context.getBean(PlatformTransactionManager.class))
                        .executeWithoutResult(status -> {
                            jobs.enqueue(new Unlimited());
                            act.run();
                            status.setRollbackOnly();
                        });
                assertThat(jobs.counts()).as("what was rolled back").isEmpty();
            }
            assertThat(semaphores.inspect("api").orElseThrow().capacity()).isEqualTo(7);
            assertThat(rates.inspect("other").orElseThrow().rate()).isEqualTo(rate);
        }
    }

    @Test
    void a_serializable_caller_does_not_lock_a_limit_that_its_node_knows() {
        try (ConfigurableApplicationContext context = start(Sending.class, TestDatabase.MARIADB.freshAccess())) {
            DataSource dataSource = context.getBean(DataSource.class);
            OwnTransactions apart = new OwnTransactions(dataSource);
            apart.run(() -> new PermitStore(new Database(dataSource, null)).define("far", Limit.of(1)));
            context.getBean(Jobs.class).enqueue(new Unlimited(), job -> job.permits("far"));
            TransactionTemplate serializable =
                    new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
            serializable.setIsolationLevel(TransactionDefinition.ISOLATION_SERIALIZABLE);
            serializable.executeWithoutResult(status -> {
                context.getBean(Jobs.class).enqueue(new Unlimited(), job -> job.permits("far"));
                // the node may hold it for a moment, to admit the first job
                await().atMost(LIMIT).ignoreExceptions().untilAsserted(() -> assertThat(
                                apart.run(() -> new JdbcTemplate(dataSource)
                                        .queryForList(
                                                "SELECT name FROM baton_limit WHERE name = 'far' FOR UPDATE NOWAIT",
                                                String.class)))
                        .containsExactly("far"));
            });
        }
    }

    @Test
    @SuppressWarnings("NullAway") // as an application without it may call
    void a_limit_that_is_null_is_refused() {
        try (ConfigurableApplicationContext context =
                start(Sending.class, TestDatabase.H2.freshAccess(), "baton.rate-limits.api.permits=1")) {
            RateLimits rates = context.getBean(RateLimits.class);
            assertThatThrownBy(() -> rates.define("other", null)).isInstanceOf(NullPointerException.class);
            assertThatThrownBy(() -> rates.change("api", null)).isInstanceOf(NullPointerException.class);
            assertThat(rates.inspect("api").orElseThrow().rate()).isEqualTo(Rate.of(1, Duration.ofSeconds(1)));
        }
    }
}
