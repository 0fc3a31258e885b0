package io.baton.hosts.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.mockito.Mockito.mock;

import io.baton.BatonTransactionManager;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.Jobs;
import io.baton.springbatch.BatchJobs;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.builder.StepBuilder;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.batch.autoconfigure.BatchTransactionManager;
import org.springframework.boot.batch.jdbc.autoconfigure.BatchDataSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;

class AutoConfigurationTests {

    private static final String BATCH = "org.springframework.boot.batch.autoconfigure.BatchAutoConfiguration";
    private static final String JDBC = "org.springframework.boot.batch.jdbc.autoconfigure.BatchJdbcAutoConfiguration";

    @Configuration
    @EnableAutoConfiguration
    static class Empty {}

    /** The database of the job repository is another one than that of Baton. */
    @Configuration
    @EnableAutoConfiguration
    static class TwoDatabases {

        final Set<Integer> timeouts = ConcurrentHashMap.newKeySet();

        @Bean
        DataSource dataSource() {
            return new DriverManagerDataSource("jdbc:h2:mem:batch-first;DB_CLOSE_DELAY=-1");
        }

        @Bean(defaultCandidate = false)
        @BatchDataSource
        DataSource batchDataSource() {
            return new DriverManagerDataSource("jdbc:h2:mem:batch-second;DB_CLOSE_DELAY=-1");
        }

        @Bean
        @BatonTransactionManager
        PlatformTransactionManager transactionManager(DataSource dataSource) {
            return new DataSourceTransactionManager(dataSource);
        }

        @Bean
        @BatchTransactionManager
        PlatformTransactionManager batchTransactionManager(@BatchDataSource DataSource dataSource) {
            return new DataSourceTransactionManager(dataSource) {
                @Override
                protected void doBegin(Object transaction, TransactionDefinition definition) {
                    timeouts.add(definition.getTimeout());
                    super.doBegin(transaction, definition);
                }
            };
        }

        @Bean
        Job small(JobRepository repository) {
            Step step = new StepBuilder("nothing", repository)
                    .tasklet((contribution, context) -> null)
                    .build();
            return new JobBuilder("small", repository).start(step).build();
        }
    }

    /** An application that has its own, for a test of its callers. */
    @Configuration
    static class Mocked {

        @Bean
        BatchJobs ownBatchJobs() {
            return mock(BatchJobs.class);
        }
    }

    private static ConfigurableApplicationContext start(String... properties) {
        return start(Empty.class, properties);
    }

    private static ConfigurableApplicationContext start(Class<?> configuration, String... properties) {
        return new SpringApplicationBuilder(Empty.class, configuration)
                .properties(
                        "spring.datasource.url=jdbc:h2:mem:batch-empty;DB_CLOSE_DELAY=-1", "spring.sql.init.mode=never")
                .properties(properties)
                .run();
    }

    @Test
    void there_is_nothing_without_a_job_repository() {
        try (ConfigurableApplicationContext context = start("spring.autoconfigure.exclude=" + BATCH + "," + JDBC)) {
            assertThat(context.getBeansOfType(Jobs.class)).hasSize(1);
            assertThat(context.getBeansOfType(JobRepository.class)).isEmpty();
            assertThat(context.getBeansOfType(BatchJobs.class)).isEmpty();
        }
    }

    @Test
    void there_is_nothing_without_baton() {
        try (ConfigurableApplicationContext context = start("baton.enabled=false")) {
            assertThat(context.getBeansOfType(JobRepository.class)).hasSize(1);
            assertThat(context.getBeansOfType(BatchJobs.class)).isEmpty();
        }
    }

    @Test
    void a_job_repository_in_memory_is_refused() {
        assertThatThrownBy(() -> start("spring.autoconfigure.exclude=" + JDBC))
                .hasStackTraceContaining("Spring Batch keeps its executions in memory here")
                .hasStackTraceContaining("spring-boot-starter-batch-jdbc");
    }

    @Test
    void a_job_repository_in_another_database_is_written_in_its_own_transactions() {
        try (ConfigurableApplicationContext context = start(
                TwoDatabases.class, "spring.batch.jdbc.initialize-schema=always", "spring.batch.job.enabled=false")) {
            Jobs jobs = context.getBean(Jobs.class);
            JobId id = context.getBean(BatchJobs.class)
                    .launch("small", new JobParameters())
                    .id();
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> jobs.find(id).orElseThrow().state().isFinal());
            assertThat(jobs.find(id).orElseThrow().state()).isEqualTo(JobState.COMPLETED);
            // that of a recovery, and of each write of a step
            assertThat(context.getBean(TwoDatabases.class).timeouts).contains(20);
        }
    }

    @Test
    void an_application_can_replace_the_bean() {
        try (ConfigurableApplicationContext context = start(Mocked.class)) {
            assertThat(context.getBeansOfType(BatchJobs.class)).containsOnlyKeys("ownBatchJobs");
        }
    }
}
