package io.baton.hosts.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.Jobs;
import io.baton.springbatch.BatchJobs;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobInstance;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.infrastructure.item.ExecutionContext;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.data.domain.PageRequest;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** What a process leaves that dies between two of the transactions of Spring Batch, and what one can still write that was frozen there. */
@SpringBootTest(
        properties = {"spring.datasource.url=jdbc:h2:mem:batch-crash;DB_CLOSE_DELAY=-1", "baton.retry.delay=10ms"})
class CrashTests {

    private static final int LINES = 40;

    @Autowired
    BatchJobs batchJobs;

    @Autowired
    Jobs jobs;

    @Autowired
    JobRepository repository;

    @Autowired
    JdbcTemplate jdbc;

    @Autowired
    Hooks hooks;

    private TransactionTemplate transactions = new TransactionTemplate();

    @Autowired
    void transactions(PlatformTransactionManager manager) {
        transactions = new TransactionTemplate(manager);
    }

    private final JobParameters parameters = new JobParametersBuilder()
            .addString("month", UUID.randomUUID().toString())
            .toJobParameters();

    @BeforeEach
    void lines() {
        hooks.onLine = line -> {};
        jdbc.update("DELETE FROM booking");
        jdbc.update("DELETE FROM line");
        IntStream.rangeClosed(1, LINES).forEach(line -> jdbc.update("INSERT INTO line (id) VALUES (?)", line));
    }

    private JobDetails ended(JobId id) {
        await().atMost(Duration.ofMinutes(1))
                .until(() -> jobs.find(id).orElseThrow().state().isFinal());
        return jobs.find(id).orElseThrow();
    }

    private long count(JobFilter filter) {
        return jobs.search(filter, PageRequest.of(0, 100)).stream().count();
    }

    private JobExecution last() {
        return repository.getJobExecutions(repository.getJobInstance("book", parameters)).stream()
                .max(Comparator.comparingLong(JobExecution::getId))
                .orElseThrow();
    }

    private JobId failAt(long wrong) {
        hooks.onLine = line -> {
            if (line == wrong) {
                throw new IllegalStateException("a line that cannot be booked now");
            }
        };
        JobId id = batchJobs
                .launch("book", parameters, options -> options.maxAttempts(1))
                .id();
        assertThat(ended(id).state()).isEqualTo(JobState.DEAD);
        hooks.onLine = line -> {};
        return id;
    }

    /** Returns the execution of a restart, as far as it was written before its process died. */
    private JobExecution restart(JobId id, JobExecution before) {
        ExecutionContext values = new ExecutionContext(before.getExecutionContext());
        values.putString("batonJob", id + "/restart");
        JobExecution execution = repository.createJobExecution(before.getJobInstance(), parameters, values);
        execution.setStatus(BatchStatus.STARTED);
        execution.setStartTime(LocalDateTime.now(ZoneId.systemDefault()));
        repository.update(execution);
        return execution;
    }

    private void assertARestartBooksEachLineOnce() {
        assertThat(ended(batchJobs.launch("book", parameters).id()).state()).isEqualTo(JobState.COMPLETED);
        assertThat(jdbc.queryForList("SELECT line FROM booking", Long.class))
                .hasSize(LINES)
                .doesNotHaveDuplicates();
    }

    @Test
    void the_context_of_a_restarted_step_is_stored_before_its_first_chunk() {
        failAt(23);
        ExecutionContext before = last().getStepExecutions().iterator().next().getExecutionContext();
        AtomicReference<ExecutionContext> stored = new AtomicReference<>();
        hooks.onLine = line -> stored.compareAndSet(
                null, last().getStepExecutions().iterator().next().getExecutionContext());
        assertARestartBooksEachLineOnce();
        assertThat(stored.get().getInt("lines.read.count")).isEqualTo(before.getInt("lines.read.count"));
    }

    @Test
    void a_process_that_dies_in_the_first_chunk_of_a_restart_repeats_nothing() {
        JobId id = failAt(23);
        JobExecution first = last();
        StepExecution step = repository.createStepExecution("bookLines", restart(id, first));
        step.setExecutionContext(first.getStepExecutions().iterator().next().getExecutionContext());
        step.setStartTime(LocalDateTime.now(ZoneId.systemDefault()));
        step.setStatus(BatchStatus.STARTED);
        repository.update(step);
        assertARestartBooksEachLineOnce();
    }

    @Test
    void a_process_that_dies_before_a_restarted_step_begins_repeats_nothing() {
        JobId id = failAt(23);
        repository.createStepExecution("bookLines", restart(id, last()));
        assertARestartBooksEachLineOnce();
    }

    @Test
    void an_execution_that_a_fenced_claim_created_is_recovered_too() {
        JobId id = failAt(23);
        JobExecution first = last();
        restart(id, first);
        ExecutionContext values = new ExecutionContext(first.getExecutionContext());
        values.putString("batonJob", id + "/other");
        repository.createJobExecution(first.getJobInstance(), parameters, values);
        assertARestartBooksEachLineOnce();
    }

    @Test
    void a_restart_by_other_means_is_not_taken_for_a_launch_of_this_job() {
        failAt(23);
        JobExecution first = last();
        JobExecution strange = repository.createJobExecution(
                first.getJobInstance(), parameters, new ExecutionContext(first.getExecutionContext()));
        JobDetails job = ended(batchJobs
                .launch("book", parameters, options -> options.maxAttempts(1))
                .id());
        assertThat(job.error()).contains("was not launched by Baton");
        assertThat(repository.getJobExecution(strange.getId()).getStatus()).isEqualTo(BatchStatus.STARTING);
    }

    /** As long as an execution is stopping, the repository itself takes whatever version a step has. */
    @Test
    void a_partition_that_another_claim_continues_commits_nothing_although_its_execution_stops() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch reclaimed = new CountDownLatch(1);
        AtomicInteger times = new AtomicInteger();
        hooks.onLine = line -> {
            if (line == 7 && times.getAndIncrement() == 0) {
                running.countDown();
                reclaimed.await();
            }
        };
        JobId id = batchJobs
                .launch("split", parameters, options -> options.maxAttempts(1))
                .id();
        assertThat(running.await(1, TimeUnit.MINUTES)).isTrue();
        JobInstance instance = repository.getJobInstance("split", parameters);
        JobExecution execution = repository.getJobExecutions(instance).get(0);
        StepExecution partition = execution.getStepExecutions().stream()
                .filter(step -> step.getStepName().equals("bookRange:range0"))
                .findFirst()
                .orElseThrow();
        // as another node does that takes this one for dead
        jdbc.update(
                "UPDATE baton_job SET lock_id = ? WHERE type = 'spring-batch-partition' AND state = 2",
                UUID.randomUUID());
        repository.update(partition);
        JobExecution stopping = repository.getJobExecution(execution.getId());
        stopping.setStatus(BatchStatus.STOPPING);
        repository.update(stopping);
        long before = jdbc.queryForObject("SELECT COUNT(*) FROM booking WHERE line <= 10", Long.class);
        reclaimed.countDown();
        await().atMost(Duration.ofMinutes(1))
                .until(() -> jobs.find(id).orElseThrow().state().isFinal()
                        || jobs.drained(JobFilter.all().type("spring-batch-partition")));
        assertThat(jdbc.queryForObject("SELECT COUNT(*) FROM booking WHERE line <= 10", Long.class))
                .isEqualTo(before);
    }

    @Test
    void a_partition_whose_row_a_frozen_process_holds_waits_without_an_attempt() throws Exception {
        JobFilter partitions = JobFilter.all().type("spring-batch-partition").states(EnumSet.of(JobState.READY));
        jobs.pause("spring-batch-partitions");
        JobId id = batchJobs
                .launch("split", parameters, options -> options.maxAttempts(1))
                .id();
        CountDownLatch release = new CountDownLatch(1);
        CompletableFuture<Void> frozen = new CompletableFuture<>();
        try {
            await().atMost(Duration.ofMinutes(1)).until(() -> count(partitions) == 4);
            StepExecution partition = repository
                    .getJobExecutions(repository.getJobInstance("split", parameters))
                    .get(0)
                    .getStepExecutions()
                    .stream()
                    .filter(step -> step.getStepName().equals("bookRange:range0"))
                    .findFirst()
                    .orElseThrow();
            partition.setStatus(BatchStatus.STARTED);
            partition.setStartTime(LocalDateTime.now(ZoneId.systemDefault()));
            repository.update(partition);
            CountDownLatch held = new CountDownLatch(1);
            frozen = CompletableFuture.runAsync(() -> transactions.executeWithoutResult(status -> {
                jdbc.update(
                        "UPDATE BATCH_STEP_EXECUTION SET READ_COUNT = 0 WHERE STEP_EXECUTION_ID = ?",
                        partition.getId());
                held.countDown();
                try {
                    release.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }));
            assertThat(held.await(1, TimeUnit.MINUTES)).isTrue();
        } finally {
            jobs.resume("spring-batch-partitions");
        }
        JobFilter later = JobFilter.all().type("spring-batch-partition").states(EnumSet.of(JobState.SCHEDULED));
        await().atMost(Duration.ofMinutes(1)).until(() -> count(later) == 1);
        release.countDown();
        frozen.get(1, TimeUnit.MINUTES);
        assertThat(ended(id).state()).isEqualTo(JobState.COMPLETED);
        assertThat(jdbc.queryForList("SELECT line FROM booking", Long.class))
                .hasSize(LINES)
                .doesNotHaveDuplicates();
    }

    @Test
    void a_completed_execution_recovers_none_of_others() {
        AtomicReference<JobExecution> strange = new AtomicReference<>();
        hooks.onLine = line -> {
            if (line == 12) {
                // not in the transaction of the chunk
                strange.set(CompletableFuture.supplyAsync(() -> repository.createJobExecution(
                                repository.getJobInstance("book", parameters), parameters, new ExecutionContext()))
                        .get(1, TimeUnit.MINUTES));
            }
        };
        assertARestartBooksEachLineOnce();
        assertThat(repository.getJobExecution(strange.get().getId()).getStatus())
                .isEqualTo(BatchStatus.STARTING);
    }
}
