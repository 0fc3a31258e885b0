package io.baton.hosts.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.Jobs;
import io.baton.springbatch.BatchJobs;
import org.junit.jupiter.api.Test;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

class AutoConfigurationTests {

    private static final String BATCH = "org.springframework.boot.batch.autoconfigure.BatchAutoConfiguration";
    private static final String JDBC = "org.springframework.boot.batch.jdbc.autoconfigure.BatchJdbcAutoConfiguration";

    @Configuration
    @EnableAutoConfiguration
    static class Empty {}

    private static ConfigurableApplicationContext start(String... properties) {
        return new SpringApplicationBuilder(Empty.class)
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
}
