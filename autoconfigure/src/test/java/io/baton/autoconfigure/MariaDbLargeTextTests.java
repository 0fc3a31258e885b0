package io.baton.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.baton.Flow;
import io.baton.Flows;
import io.baton.InvalidPayloadException;
import io.baton.JobContext;
import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.JobHandler;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.Jobs;
import io.baton.Once;
import io.baton.testing.DatabaseAccess;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import io.baton.testing.TestsOnDatabase;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.data.domain.PageRequest;
import org.springframework.jdbc.core.JdbcTemplate;

/** Texts that Baton's limits let through and the database does not: what is longer than its max_allowed_packet ends the connection. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnEachDatabase(TestDatabase.MARIADB)
class MariaDbLargeTextTests implements TestsOnDatabase {

    private static final Duration LIMIT = Duration.ofMinutes(3);

    @SuppressWarnings("NullAway.Init")
    private ConfigurableApplicationContext host;

    @SuppressWarnings("NullAway.Init")
    private Jobs jobs;

    record First(int number) {}

    record Second(int number) {}

    static class Large {

        volatile String text = "";

        @JobHandler("large.result")
        String result() {
            return text;
        }

        @JobHandler(value = "large.transactional", transactional = true)
        String transactional() {
            return text;
        }

        @JobHandler("large.checkpoint")
        void checkpoint(JobContext job) {
            job.saveCheckpoint(text);
        }

        @JobHandler("large.step")
        String step(First first) {
            return text;
        }

        @JobHandler("small.step")
        void next(Second second) {}

        @JobHandler("small")
        String small() {
            return "small";
        }
    }

    @Configuration
    @Import(SchemaAccessTests.Empty.class)
    static class Office {

        @Bean
        Large large() {
            return new Large();
        }
    }

    @Override
    public void open(TestDatabase kind) {
        DatabaseAccess access = kind.freshAccess();
        host = HostContract.start(
                Office.class,
                "spring.datasource.url=" + access.url(),
                "spring.datasource.username=" + access.user(),
                "spring.datasource.password=" + access.password(),
                "baton.payload.max-size=1GB",
                // a slow machine takes its time for so long a text, after which the driver would give up
                "baton.worker.dead-after=1m");
        jobs = host.getBean(Jobs.class);
        Integer packet = host.getBean(JdbcTemplate.class).queryForObject("SELECT @@max_allowed_packet", Integer.class);
        host.getBean(Large.class).text = "x".repeat(packet == null ? 0 : packet);
    }

    @Override
    public void close() {
        host.close();
    }

    private JobDetails ended(JobId id) {
        return await().atMost(LIMIT)
                .until(() -> jobs.find(id).orElseThrow(), job -> job.state().isFinal());
    }

    private void othersGoOn() {
        assertThat(ended(jobs.enqueueNamed("small").id()).result()).isEqualTo("\"small\"");
    }

    @Test
    void a_result_ends_its_job_without_one() {
        JobId id = jobs.enqueueNamed("large.result", job -> job.maxAttempts(1)).id();
        JobDetails job = ended(id);
        assertThat(job.state()).isEqualTo(JobState.COMPLETED);
        assertThat(job.result()).isNull();
        othersGoOn();
    }

    @Test
    void a_result_of_a_transactional_handler_rolls_nothing_back() {
        JobDetails job = ended(jobs.enqueueNamed("large.transactional", options -> options.maxAttempts(1))
                .id());
        assertThat(job.state()).isEqualTo(JobState.COMPLETED);
        assertThat(job.result()).isNull();
    }

    /** The next step would go on without it. */
    @Test
    void a_result_awaited_by_another_step_is_its_handlers_failure() {
        host.getBean(Flows.class)
                .start(Flow.of(new First(1), options -> options.maxAttempts(1)).then(new Second(2)));
        JobDetails job = await().atMost(LIMIT)
                .until(
                        () -> jobs.search(JobFilter.all().type("large.step"), PageRequest.of(0, 1)).stream()
                                .findFirst()
                                .orElseThrow(),
                        found -> found.state() == JobState.DEAD);
        assertThat(job.error())
                .startsWith(InvalidPayloadException.class.getName())
                .contains("max_allowed_packet");
        othersGoOn();
    }

    @Test
    void an_outcome_that_cannot_be_kept_leaves_its_action_done() {
        Once once = host.getBean(Once.class);
        String text = host.getBean(Large.class).text;
        assertThatThrownBy(() -> once.call("large", String.class, token -> text))
                .isInstanceOf(InvalidPayloadException.class)
                .hasMessageContaining("max_allowed_packet");
        assertThat(once.call("large", String.class, token -> "again")).isEmpty();
    }

    @Test
    void a_checkpoint_is_a_failure_of_its_handler() {
        JobDetails job = ended(jobs.enqueueNamed("large.checkpoint", options -> options.maxAttempts(1))
                .id());
        assertThat(job.state()).isEqualTo(JobState.DEAD);
        assertThat(job.error())
                .startsWith(InvalidPayloadException.class.getName())
                .contains("max_allowed_packet");
        othersGoOn();
    }
}
