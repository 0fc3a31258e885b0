package io.baton.hosts.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.baton.BatonException;
import io.baton.Enqueued;
import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.Jobs;
import io.baton.springbatch.BatchJobs;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Date;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobInstance;
import org.springframework.batch.core.job.parameters.JobParameter;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.infrastructure.item.ExecutionContext;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

@SpringBootTest(
        properties = {
            "spring.datasource.url=jdbc:h2:mem:batch-host;DB_CLOSE_DELAY=-1",
            "baton.retry.delay=10ms",
            "baton.retry.max-attempts=3"
        })
class BatchHostTests {

    private static final Duration SOON = Duration.ofMinutes(1);
    private static final int LINES = 40;

    @Autowired
    BatchJobs batchJobs;

    @Autowired
    Jobs jobs;

    @Autowired
    JobRepository repository;

    @Autowired
    JobOperator operator;

    @Autowired
    JdbcTemplate jdbc;

    @Autowired
    PlatformTransactionManager transactions;

    @Autowired
    Hooks hooks;

    private final JobParameters parameters = month(UUID.randomUUID().toString());

    private static JobParameters month(String month) {
        return new JobParametersBuilder().addString("month", month).toJobParameters();
    }

    @BeforeEach
    void lines() {
        hooks.onLine = line -> {};
        jdbc.update("DELETE FROM booking");
        jdbc.update("DELETE FROM line");
        IntStream.rangeClosed(1, LINES).forEach(line -> jdbc.update("INSERT INTO line (id) VALUES (?)", line));
    }

    private JobDetails ended(JobId id) {
        await().atMost(SOON).until(() -> jobs.find(id).orElseThrow().state().isFinal());
        return jobs.find(id).orElseThrow();
    }

    private List<JobExecution> executions(String job) {
        JobInstance instance = repository.getJobInstance(job, parameters);
        return instance == null ? List.of() : repository.getJobExecutions(instance);
    }

    private void assertEachLineIsBookedOnce() {
        assertThat(jdbc.queryForList("SELECT line FROM booking ORDER BY line", Long.class))
                .hasSize(LINES)
                .doesNotHaveDuplicates();
    }

    @Test
    void a_launched_job_runs_to_its_end_and_its_result_names_the_execution() {
        JobDetails job = ended(batchJobs.launch("book", parameters).id());
        assertThat(job.state()).isEqualTo(JobState.COMPLETED);
        assertThat(job.result())
                .contains("\"exitCode\":\"COMPLETED\"")
                .contains("\"execution\":" + executions("book").get(0).getId());
        assertEachLineIsBookedOnce();
    }

    @Test
    void a_launch_in_a_transaction_that_rolls_back_does_not_exist() {
        Enqueued launched = new TransactionTemplate(transactions).execute(status -> {
            status.setRollbackOnly();
            return batchJobs.launch("book", parameters);
        });
        assertThat(jobs.find(launched.id())).isEmpty();
    }

    @Test
    void an_instance_that_has_completed_is_not_run_again() {
        ended(batchJobs.launch("book", parameters).id());
        JobDetails again = ended(batchJobs.launch("book", parameters).id());
        assertThat(again.state()).isEqualTo(JobState.COMPLETED);
        assertThat(executions("book")).hasSize(1);
        assertEachLineIsBookedOnce();
    }

    @Test
    void a_launch_of_an_instance_that_waits_is_not_stored_again() {
        Enqueued first = batchJobs.launch("book", parameters, job -> job.delay(Duration.ofHours(1)));
        Enqueued second = batchJobs.launch("book", parameters);
        assertThat(second.isCreated()).isFalse();
        assertThat(second.id()).isEqualTo(first.id());
        jobs.cancel(first.id());
    }

    @Test
    void a_failed_execution_restarts_after_its_last_chunk() {
        AtomicInteger failures = new AtomicInteger();
        hooks.onLine = line -> {
            if (line == 23 && failures.getAndIncrement() == 0) {
                throw new IllegalStateException("a line that cannot be booked now");
            }
        };
        JobDetails job = ended(batchJobs.launch("book", parameters).id());
        assertThat(job.state()).isEqualTo(JobState.COMPLETED);
        assertThat(job.failedAttempts()).singleElement().satisfies(failed -> assertThat(failed.error())
                .contains("FAILED")
                .contains("a line that cannot be booked now"));
        assertThat(executions("book"))
                .extracting(JobExecution::getStatus)
                .containsExactlyInAnyOrder(BatchStatus.FAILED, BatchStatus.COMPLETED);
        assertEachLineIsBookedOnce();
    }

    @Test
    void an_execution_that_fails_always_is_dead_and_none_is_left_started() {
        hooks.onLine = line -> {
            throw new IllegalStateException("never");
        };
        JobDetails job = ended(batchJobs.launch("book", parameters).id());
        assertThat(job.state()).isEqualTo(JobState.DEAD);
        assertThat(executions("book")).hasSize(3).allMatch(each -> each.getStatus() == BatchStatus.FAILED);
        hooks.onLine = line -> {};
        jobs.revive(job.id());
        assertThat(ended(job.id()).state()).isEqualTo(JobState.COMPLETED);
        assertEachLineIsBookedOnce();
    }

    @Test
    void refused_parameters_are_dead_at_once_with_the_reason() {
        JobDetails job = ended(batchJobs
                .launch(
                        "book",
                        new JobParametersBuilder().addString("moth", "x").toJobParameters())
                .id());
        assertThat(job.state()).isEqualTo(JobState.DEAD);
        assertThat(job.attempts()).isEqualTo(1);
        assertThat(job.error()).contains("'book' refuses its parameters").contains("month");
    }

    @Test
    void a_job_that_no_bean_is_fails_and_names_those_that_are() {
        JobDetails job = ended(batchJobs.launch("bok", parameters).id());
        assertThat(job.state()).isEqualTo(JobState.DEAD);
        assertThat(job.error()).contains("named 'bok'").contains("[book, split]");
    }

    @Test
    @SuppressWarnings("JavaUtilDate") // a kind of parameters
    void parameters_of_each_type_reach_the_job() {
        JobParameters all = new JobParametersBuilder()
                .addString("month", parameters.getString("month"))
                .addString("comment", "ä", false)
                .toJobParameters();
        ended(batchJobs.launch("book", all).id());
        assertThat(executions("book").get(0).getJobParameters()).isEqualTo(all);
        JobParameters kinds = new JobParametersBuilder()
                .addString("month", parameters.getString("month"))
                .addLong("long", 7L)
                .addDouble("double", 0.1, false)
                .addDate("date", new Date(1_700_000_000_123L))
                .addLocalDate("day", LocalDate.of(2026, 11, 30))
                .addLocalTime("time", LocalTime.of(23, 59, 1))
                .addLocalDateTime("at", LocalDateTime.of(2026, 11, 30, 23, 59))
                .addJobParameter("int", 3, Integer.class)
                .addJobParameter("yes", true, Boolean.class)
                .addJobParameter("amount", new BigDecimal("1.50"), BigDecimal.class)
                .toJobParameters();
        assertThat(ended(batchJobs.launch("split", kinds).id()).state()).isEqualTo(JobState.COMPLETED);
        JobInstance instance = repository.getJobInstance("split", kinds);
        JobParameters read = repository.getJobExecutions(instance).get(0).getJobParameters();
        for (JobParameter<?> each : kinds) {
            assertThat(read.getParameter(each.name()).type()).isEqualTo(each.type());
            assertThat(read.getParameter(each.name()).identifying()).isEqualTo(each.identifying());
            if (each.type() != Date.class) {
                assertThat(read.getParameter(each.name()).value()).isEqualTo(each.value());
            }
        }
    }

    @Test
    void a_type_of_parameter_that_cannot_be_kept_is_refused_by_its_name() {
        JobParameters wrong = new JobParametersBuilder()
                .addJobParameter("where", Thread.State.NEW, Thread.State.class)
                .toJobParameters();
        assertThatThrownBy(() -> batchJobs.launch("book", wrong))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("'where'")
                .hasMessageContaining("Thread$State")
                .hasMessageContaining("LocalDate");
        assertThatThrownBy(() -> batchJobs.launch(" ", parameters)).isInstanceOf(BatonException.class);
    }

    @Test
    void options_of_a_partition_handler_that_make_no_sense_are_refused() {
        assertThatThrownBy(() -> batchJobs.partitionHandler("x").maxAttempts(0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> batchJobs.partitionHandler("x").timeout(Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_cancelled_job_stops_its_execution() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        hooks.onLine = line -> {
            if (line == 12) {
                running.countDown();
                Thread.sleep(600_000);
            }
        };
        JobId id = batchJobs.launch("book", parameters).id();
        assertThat(running.await(1, TimeUnit.MINUTES)).isTrue();
        jobs.cancel(id);
        assertThat(ended(id).state()).isEqualTo(JobState.CANCELLED);
        await().atMost(SOON).untilAsserted(() -> assertThat(executions("book"))
                .singleElement()
                .matches(each -> !each.isRunning())
                .matches(each -> each.getStepExecutions().stream()
                        .noneMatch(step -> step.getStatus().isRunning())));
        hooks.onLine = line -> {};
        assertThat(ended(batchJobs.launch("book", parameters).id()).state()).isEqualTo(JobState.COMPLETED);
        assertEachLineIsBookedOnce();
    }

    @Test
    void an_interrupt_of_a_cancelled_job_does_not_complete_its_step() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        hooks.onLine = line -> {
            if (line == 12) {
                running.countDown();
                try {
                    Thread.sleep(600_000);
                } catch (InterruptedException e) {
                    // the chunk ends as usual, and the loop of the step sees the interrupt
                    Thread.currentThread().interrupt();
                }
            }
        };
        JobId id = batchJobs.launch("book", parameters).id();
        assertThat(running.await(1, TimeUnit.MINUTES)).isTrue();
        jobs.cancel(id);
        assertThat(ended(id).state()).isEqualTo(JobState.CANCELLED);
        await().atMost(SOON).untilAsserted(() -> assertThat(executions("book"))
                .singleElement()
                .matches(each -> each.getStatus() == BatchStatus.STOPPED));
        hooks.onLine = line -> {};
        assertThat(ended(batchJobs.launch("book", parameters).id()).state()).isEqualTo(JobState.COMPLETED);
        assertEachLineIsBookedOnce();
    }

    @Test
    void an_execution_that_an_operator_stops_is_dead_and_continues_when_revived() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch stopped = new CountDownLatch(1);
        hooks.onLine = line -> {
            if (line == 12) {
                running.countDown();
                stopped.await();
            }
        };
        JobId id = batchJobs.launch("book", parameters).id();
        assertThat(running.await(1, TimeUnit.MINUTES)).isTrue();
        operator.stop(executions("book").get(0));
        stopped.countDown();
        assertThat(ended(id).error()).contains("was stopped, but not by Baton");
        jobs.revive(id);
        // JobOperator.stop closes the step-scoped reader of its own process, which then forgets its position: the lines
        // are not counted here
        assertThat(ended(id).state()).isEqualTo(JobState.COMPLETED);
    }

    @Test
    void an_execution_that_was_recovered_commits_no_further_chunk_and_begins_no_step() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch recovered = new CountDownLatch(1);
        AtomicInteger times = new AtomicInteger();
        hooks.onLine = line -> {
            if (line == 12 && times.getAndIncrement() == 0) {
                running.countDown();
                recovered.await();
            }
        };
        JobId id = batchJobs.launch("book", parameters).id();
        assertThat(running.await(1, TimeUnit.MINUTES)).isTrue();
        // as another node does that takes this one for dead
        operator.recover(executions("book").get(0));
        recovered.countDown();
        assertThat(ended(id).state()).isEqualTo(JobState.COMPLETED);
        assertThat(executions("book")).hasSize(2);
        assertEachLineIsBookedOnce();
    }

    @Test
    void a_recovered_execution_gets_no_further_step() {
        JobInstance instance = repository.createJobInstance("book", parameters);
        ExecutionContext launched = new ExecutionContext();
        launched.putString("batonJob", "1/0");
        JobExecution execution = repository.createJobExecution(instance, parameters, launched);
        operator.recover(repository.getJobExecution(execution.getId()));
        assertThatThrownBy(() -> repository.createStepExecution("report", execution))
                .hasMessageContaining("was recovered");
        assertThat(repository.getJobExecution(execution.getId()).getStepExecutions())
                .extracting(StepExecution::getStatus)
                .containsExactly(BatchStatus.FAILED);
    }

    @Test
    void an_execution_that_baton_did_not_launch_is_not_touched() {
        JobInstance instance = repository.createJobInstance("book", parameters);
        JobExecution strange = repository.createJobExecution(instance, parameters, new ExecutionContext());
        JobDetails job = ended(batchJobs.launch("book", parameters).id());
        assertThat(job.state()).isEqualTo(JobState.DEAD);
        assertThat(job.error()).contains("was not launched by Baton").contains("JobOperator.recover");
        assertThat(repository.getJobExecution(strange.getId()).getStatus()).isEqualTo(BatchStatus.STARTING);
    }

    @Test
    void an_instance_without_an_execution_that_a_crash_left_is_run() {
        repository.createJobInstance("book", parameters);
        assertThat(ended(batchJobs.launch("book", parameters).id()).state()).isEqualTo(JobState.COMPLETED);
    }

    @Test
    void what_a_process_wrote_that_was_taken_for_dead_stops_no_restart() {
        JobInstance instance = repository.createJobInstance("book", parameters);
        JobExecution old = repository.createJobExecution(instance, parameters, new ExecutionContext());
        end(old, BatchStatus.FAILED);
        JobExecution later = repository.createJobExecution(instance, parameters, new ExecutionContext());
        end(later, BatchStatus.FAILED);
        end(old, BatchStatus.UNKNOWN);
        assertThat(ended(batchJobs.launch("book", parameters).id()).state()).isEqualTo(JobState.COMPLETED);
    }

    @Test
    void an_execution_of_unknown_end_is_not_restarted() {
        JobInstance instance = repository.createJobInstance("book", parameters);
        end(repository.createJobExecution(instance, parameters, new ExecutionContext()), BatchStatus.UNKNOWN);
        JobDetails job = ended(batchJobs.launch("book", parameters).id());
        assertThat(job.state()).isEqualTo(JobState.DEAD);
        assertThat(job.attempts()).isEqualTo(1);
        assertThat(job.error()).contains("is UNKNOWN");
    }

    private void end(JobExecution execution, BatchStatus status) {
        execution.setStatus(status);
        execution.setEndTime(LocalDateTime.now(ZoneId.systemDefault()));
        repository.update(execution);
    }

    @Test
    void partitions_run_as_jobs_and_the_step_ends_with_them() {
        JobDetails job = ended(batchJobs.launch("split", parameters).id());
        assertThat(job.state()).isEqualTo(JobState.COMPLETED);
        assertThat(executions("split").get(0).getStepExecutions())
                .hasSize(5)
                .allMatch(step -> step.getStatus() == BatchStatus.COMPLETED);
        assertEachLineIsBookedOnce();
    }

    @Test
    void a_dead_partition_fails_the_step_and_a_restart_runs_that_one_alone() {
        AtomicInteger failures = new AtomicInteger();
        hooks.onLine = line -> {
            if (line == 27 && failures.getAndIncrement() == 0) {
                throw new IllegalStateException("a line that cannot be booked now");
            }
        };
        JobDetails job = ended(batchJobs.launch("split", parameters).id());
        assertThat(job.state()).isEqualTo(JobState.COMPLETED);
        List<JobExecution> executions = executions("split");
        assertThat(executions).hasSize(2);
        // the manager and the one partition
        assertThat(executions.stream()
                        .filter(each -> each.getStatus() == BatchStatus.COMPLETED)
                        .flatMap(each -> each.getStepExecutions().stream()))
                .hasSize(2);
        assertThat(jobs.counts())
                .noneMatch(
                        count -> count.state() == JobState.DEAD && count.queue().equals("spring-batch-partitions"));
        assertEachLineIsBookedOnce();
    }

    @Test
    void a_partition_whose_job_ends_without_it_fails_the_step_and_is_not_left_started() {
        jobs.pause("spring-batch-partitions");
        JobFilter partitions = JobFilter.all().type("spring-batch-partition");
        JobId id = batchJobs.launch("split", parameters).id();
        try {
            await().atMost(SOON).until(() -> !jobs.drained(partitions));
            assertThat(jobs.cancelAll(partitions)).isEqualTo(4);
            await().atMost(SOON)
                    .until(() -> executions("split").stream().anyMatch(each -> each.getStatus() == BatchStatus.FAILED));
        } finally {
            jobs.resume("spring-batch-partitions");
        }
        assertThat(ended(id).state()).isEqualTo(JobState.COMPLETED);
        assertThat(executions("split").stream()
                        .filter(each -> each.getStatus() == BatchStatus.FAILED)
                        .flatMap(each -> each.getStepExecutions().stream()))
                .hasSize(5)
                .allMatch(step -> step.getStatus() == BatchStatus.FAILED);
        assertEachLineIsBookedOnce();
    }

    @Test
    void a_cancelled_job_stops_its_partitions() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        hooks.onLine = line -> {
            if (line == 12) {
                running.countDown();
                Thread.sleep(600_000);
            }
        };
        JobId id = batchJobs.launch("split", parameters).id();
        assertThat(running.await(1, TimeUnit.MINUTES)).isTrue();
        jobs.cancel(id);
        assertThat(ended(id).state()).isEqualTo(JobState.CANCELLED);
        await().atMost(SOON).untilAsserted(() -> assertThat(executions("split").get(0))
                .matches(each -> !each.isRunning())
                .matches(each -> each.getStepExecutions().stream()
                        .noneMatch(step -> step.getStatus().isRunning())));
        assertThat(jobs.drained(JobFilter.all().queue("spring-batch-partitions")))
                .isTrue();
        hooks.onLine = line -> {};
        assertThat(ended(batchJobs.launch("split", parameters).id()).state()).isEqualTo(JobState.COMPLETED);
        assertEachLineIsBookedOnce();
    }

    @Test
    void more_managers_than_handlers_do_not_wait_for_each_other() {
        List<JobId> launched = IntStream.range(0, 12)
                .mapToObj(i -> batchJobs
                        .launch("split", month(parameters.getString("month") + i))
                        .id())
                .toList();
        launched.forEach(id -> assertThat(ended(id).state()).isEqualTo(JobState.COMPLETED));
    }
}
