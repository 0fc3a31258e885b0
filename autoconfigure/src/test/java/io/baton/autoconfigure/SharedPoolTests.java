package io.baton.autoconfigure;

import static io.baton.testing.Applications.start;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.JobId;
import io.baton.JobRejectedException;
import io.baton.JobState;
import io.baton.JobType;
import io.baton.Jobs;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;

/** An application whose data source Baton shares, since it is no Hikari pool, and whose transactions are JPA's. */
class SharedPoolTests {

    private static final Duration LIMIT = Duration.ofMinutes(1);

    @JobType(name = "write", queue = "writes")
    record Write() {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        private final JdbcTemplate jdbc;

        Application(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        @JobHandler(transactional = true)
        void write(Write write, JobContext job) {
            jdbc.update("INSERT INTO written VALUES (1)");
            job.saveCheckpoint(write);
            job.pauseQueue(Duration.ofMillis(1));
            throw new JobRejectedException("after its writes");
        }
    }

    @Test
    void what_a_handler_stores_apart_does_not_commit_its_transaction() {
        try (ConfigurableApplicationContext context = start(
                Application.class,
                TestDatabase.H2.freshAccess(),
                "spring.datasource.type=" + SimpleDriverDataSource.class.getName())) {
            JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
            jdbc.execute("CREATE TABLE written (number integer)");
            Jobs jobs = context.getBean(Jobs.class);
            JobId job = jobs.enqueue(new Write()).id();
            await().atMost(LIMIT).until(() -> jobs.find(job).orElseThrow().state() == JobState.DEAD);
            assertThat(jdbc.queryForList("SELECT number FROM written")).isEmpty();
        }
    }
}
