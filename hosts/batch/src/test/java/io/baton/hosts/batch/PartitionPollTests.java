package io.baton.hosts.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.spy;

import io.baton.Batch;
import io.baton.Batches;
import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.Jobs;
import io.baton.springbatch.BatchJobs;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.test.context.bean.override.mockito.MockitoSpyBean;

/** What a partitioned step does if the database fails while it waits. */
@SpringBootTest(properties = "spring.datasource.url=jdbc:h2:mem:batch-poll;DB_CLOSE_DELAY=-1")
class PartitionPollTests {

    @MockitoSpyBean
    Batches batches;

    @MockitoSpyBean
    Jobs jobs;

    @Autowired
    BatchJobs batchJobs;

    private void failStatus(Throwable... failures) {
        doAnswer(call -> {
                    Batch batch = spy((Batch) call.callRealMethod());
                    doThrow(failures).doCallRealMethod().when(batch).status();
                    return batch;
                })
                .when(batches)
                .open();
    }

    private JobDetails launched() {
        JobId id = batchJobs
                .launch(
                        "split",
                        new JobParametersBuilder()
                                .addString("month", UUID.randomUUID().toString())
                                .toJobParameters(),
                        options -> options.maxAttempts(1))
                .id();
        await().atMost(Duration.ofMinutes(1))
                .until(() -> jobs.find(id).orElseThrow().state().isFinal());
        return jobs.find(id).orElseThrow();
    }

    @Test
    void a_database_that_fails_for_a_while_does_not_fail_the_step() {
        failStatus(
                new TransientDataAccessResourceException("away"), new DataAccessResourceFailureException("still away"));
        assertThat(launched().state()).isEqualTo(JobState.COMPLETED);
    }

    @Test
    void the_first_failure_is_told_also_if_the_partitions_cannot_be_cancelled() {
        failStatus(new IllegalStateException("the first"));
        doThrow(new IllegalStateException("the second"))
                .doCallRealMethod()
                .when(jobs)
                .cancelAll(any(JobFilter.class));
        JobDetails job = launched();
        assertThat(job.state()).isEqualTo(JobState.DEAD);
        assertThat(job.error()).contains("the first");
    }
}
