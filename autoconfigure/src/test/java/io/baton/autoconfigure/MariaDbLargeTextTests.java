package io.baton.autoconfigure;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.baton.Flow;
import io.baton.Flows;
import io.baton.JobContext;
import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.JobHandler;
import io.baton.JobId;
import io.baton.JobResults;
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
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** The largest texts with which a start is not refused, of letters that drivers escape: a statement of more bytes would end the connection. */
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
        int checkpoint(JobContext job) {
            job.saveCheckpoint(text);
            return job.lastCheckpoint(String.class).orElseThrow().length();
        }

        @JobHandler("large.payload")
        int payload(String large) {
            return large.length();
        }

        @JobHandler("large.step")
        String step(First first) {
            return text;
        }

        @JobHandler("small.step")
        int next(Second second, JobResults results) {
            return results.stream(String.class).mapToInt(String::length).sum();
        }

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
        Integer packet = new JdbcTemplate(new DriverManagerDataSource(access.url(), access.user(), access.password()))
                .queryForObject("SELECT @@max_allowed_packet", Integer.class);
        int largest = (requireNonNull(packet) - 100_000) / 2;
        host = HostContract.start(
                Office.class,
                "spring.datasource.url=" + access.url(),
                "spring.datasource.username=" + access.user(),
                "spring.datasource.password=" + access.password(),
                "baton.payload.max-size=" + largest + "B",
                // a slow machine takes its time for so long a text, after which the driver would give up
                "baton.worker.dead-after=1m");
        jobs = host.getBean(Jobs.class);
        // JSON adds two letters
        host.getBean(Large.class).text = "'".repeat(largest - 2);
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

    @Test
    void a_result_reaches_the_step_that_waits_for_it() {
        host.getBean(Flows.class)
                .start(Flow.of(new First(1), options -> options.maxAttempts(1)).then(new Second(2)));
        JobDetails job = await().atMost(LIMIT)
                .until(
                        () -> jobs.search(JobFilter.all().type("small.step"), PageRequest.of(0, 1)).stream()
                                .findFirst(),
                        found -> found.isPresent() && found.get().state().isFinal())
                .orElseThrow();
        assertThat(job.result()).isEqualTo(String.valueOf(text().length()));
        othersGoOn();
    }

    @Test
    void an_outcome_is_kept() {
        Once once = host.getBean(Once.class);
        assertThat(once.call("large", String.class, token -> text())).contains(text());
        assertThat(once.call("large", String.class, token -> "again")).contains(text());
    }

    @Test
    void a_checkpoint_is_saved() {
        JobDetails job = ended(jobs.enqueueNamed("large.checkpoint", options -> options.maxAttempts(1))
                .id());
        assertThat(job.result()).isEqualTo(String.valueOf(text().length()));
        othersGoOn();
    }

    @Test
    void a_payload_reaches_its_handler() {
        JobDetails job = ended(jobs.enqueueNamed("large.payload", text()).id());
        assertThat(job.result()).isEqualTo(String.valueOf(text().length()));
        othersGoOn();
    }

    private String text() {
        return host.getBean(Large.class).text;
    }
}
