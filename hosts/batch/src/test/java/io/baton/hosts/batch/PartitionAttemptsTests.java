package io.baton.hosts.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.baton.JobId;
import io.baton.JobState;
import io.baton.Jobs;
import io.baton.springbatch.BatchJobs;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.ExitStatus;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.jdbc.core.JdbcTemplate;

@SpringBootTest(
        properties = {
            "spring.datasource.url=jdbc:h2:mem:batch-attempts;DB_CLOSE_DELAY=-1",
            "baton.retry.delay=10ms",
            "host.attempts=2"
        })
class PartitionAttemptsTests {

    private static final int LINES = 40;

    @Test
    void a_partition_with_attempts_left_continues_in_the_same_step_execution(
            @Autowired BatchJobs batchJobs,
            @Autowired Jobs jobs,
            @Autowired JobRepository repository,
            @Autowired JdbcTemplate jdbc,
            @Autowired Hooks hooks) {
        IntStream.rangeClosed(1, LINES).forEach(line -> jdbc.update("INSERT INTO line (id) VALUES (?)", line));
        AtomicInteger failures = new AtomicInteger();
        hooks.onLine = line -> {
            if (line == 27 && failures.getAndIncrement() == 0) {
                throw new IllegalStateException("a line that cannot be booked now");
            }
        };
        JobParameters parameters =
                new JobParametersBuilder().addString("month", "2026-11").toJobParameters();
        JobId id = batchJobs.launch("split", parameters).id();
        await().atMost(Duration.ofMinutes(1))
                .until(() -> jobs.find(id).orElseThrow().state().isFinal());
        assertThat(jobs.find(id).orElseThrow().state()).isEqualTo(JobState.COMPLETED);
        assertThat(repository.getJobExecutions(repository.getJobInstance("split", parameters)))
                .singleElement()
                .satisfies(execution -> assertThat(execution.getStepExecutions())
                        .hasSize(5)
                        .allMatch(step -> step.getStatus() == BatchStatus.COMPLETED)
                        .allMatch(
                                step -> step.getExitStatus().getExitCode().equals(ExitStatus.COMPLETED.getExitCode())));
        assertThat(jdbc.queryForList("SELECT line FROM booking", Long.class))
                .hasSize(LINES)
                .doesNotHaveDuplicates();
    }
}
