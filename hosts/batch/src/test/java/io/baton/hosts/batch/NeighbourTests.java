package io.baton.hosts.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.parameters.JobParametersBuilder;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.batch.core.partition.support.SimpleStepExecutionSplitter;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.infrastructure.item.ExecutionContext;
import org.springframework.batch.integration.partition.MessageChannelPartitionHandler;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.integration.channel.QueueChannel;
import org.springframework.integration.core.MessagingTemplate;
import org.springframework.jdbc.core.JdbcTemplate;

/** What the documentation says of Spring Batch without Baton. */
@SpringBootTest(properties = "spring.datasource.url=jdbc:h2:mem:batch-neighbour;DB_CLOSE_DELAY=-1")
class NeighbourTests {

    @Autowired
    JobRepository repository;

    @Autowired
    JdbcTemplate jdbc;

    @Autowired
    Hooks hooks;

    @Autowired
    JobOperator operator;

    @Autowired
    org.springframework.batch.core.job.Job book;

    private JobExecution execution(String month) {
        var parameters = new JobParametersBuilder().addString("month", month).toJobParameters();
        return repository.createJobExecution(
                repository.createJobInstance("book", parameters), parameters, new ExecutionContext());
    }

    /** The worker took the request, and its process died: no reply comes, and the state of the partition stays as it is. */
    @Test
    void the_handler_of_spring_batch_waits_for_a_partition_whose_worker_died() throws Exception {
        QueueChannel requests = new QueueChannel();
        MessageChannelPartitionHandler handler = new MessageChannelPartitionHandler();
        handler.setMessagingOperations(new MessagingTemplate(requests));
        handler.setStepName("bookRange");
        handler.setJobRepository(repository);
        handler.setPollInterval(10);
        handler.afterPropertiesSet();
        StepExecution manager = repository.createStepExecution("splitLines", execution("waits"));
        CompletableFuture<?> handled = CompletableFuture.supplyAsync(() -> {
            try {
                return handler.handle(
                        new SimpleStepExecutionSplitter(
                                repository, "bookRange", size -> java.util.Map.of("one", new ExecutionContext())),
                        manager);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        assertThat(requests.receive(60_000)).isNotNull();
        // some hundred of its polls
        assertThat(new CountDownLatch(1).await(3, TimeUnit.SECONDS)).isFalse();
        assertThat(handled).isNotDone();
        repository.getJobExecution(manager.getJobExecutionId()).getStepExecutions().stream()
                .filter(step -> step.getStepName().startsWith("bookRange"))
                .forEach(step -> {
                    step.setStatus(BatchStatus.FAILED);
                    repository.update(step);
                });
        assertThat(handled).succeedsWithin(Duration.ofMinutes(1));
    }

    @Test
    void spring_batch_does_not_start_an_instance_whose_process_died() {
        JobExecution dead = execution("dead");
        assertThatThrownBy(() -> operator.start(book, dead.getJobParameters())).hasMessageContaining("already running");
    }

    @Test
    void spring_batch_never_starts_an_instance_without_an_execution() {
        var parameters = new JobParametersBuilder().addString("month", "none").toJobParameters();
        repository.createJobInstance("book", parameters);
        assertThatThrownBy(() -> operator.start(book, parameters))
                .hasMessageContaining("Cannot find any job execution");
    }

    /** So BatchRuns takes a chunk-oriented step that was interrupted for stopped. */
    @Test
    void a_chunk_oriented_step_that_is_interrupted_counts_as_completed_with_lines_left() throws Exception {
        IntStream.rangeClosed(1, 40).forEach(line -> jdbc.update("INSERT INTO line (id) VALUES (?)", line));
        hooks.onLine = line -> {
            if (line == 12) {
                Thread.currentThread().interrupt();
            }
        };
        var parameters =
                new JobParametersBuilder().addString("month", "interrupted").toJobParameters();
        JobExecution ended = CompletableFuture.supplyAsync(() -> {
                    try {
                        return operator.start(book, parameters);
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                })
                .get(1, TimeUnit.MINUTES);
        assertThat(ended.getStepExecutions().iterator().next().getStatus()).isEqualTo(BatchStatus.COMPLETED);
        assertThat(jdbc.queryForObject("SELECT COUNT(*) FROM booking", Long.class))
                .isEqualTo(15);
    }
}
