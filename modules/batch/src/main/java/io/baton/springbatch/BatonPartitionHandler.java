package io.baton.springbatch;

import io.baton.Batch;
import io.baton.BatchState;
import io.baton.BatchStatus;
import io.baton.Batches;
import io.baton.JobFilter;
import io.baton.JobState;
import io.baton.Jobs;
import io.baton.springbatch.PartitionWorker.PartitionRequest;
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobInterruptedException;
import org.springframework.batch.core.partition.support.AbstractPartitionHandler;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Runs the partitions of a step as jobs of one batch of Baton, and returns when the batch has ended: when every partition has completed, or those that
 * did not are dead. The step then fails, and a restart runs what has not completed. {@link BatchJobs#partitionHandler} returns one for each step.
 */
public class BatonPartitionHandler extends AbstractPartitionHandler {

    static final Set<JobState> UNENDED = EnumSet.of(
            JobState.SCHEDULED, JobState.READY, JobState.CLAIMED, JobState.BLOCKED, JobState.WAITING, JobState.DEAD);

    private static final Logger log = LoggerFactory.getLogger(BatonPartitionHandler.class);
    private static final long SHORTEST_PAUSE = 50;
    private static final long LONGEST_PAUSE = 2_000;
    private static final Duration UNTIL_STOPPED = Duration.ofSeconds(4);

    private final String workerStep;
    private final Jobs jobs;
    private final Batches batches;
    private final JobRepository repository;
    private final TransactionOperations transactions;
    private final BatchRuns runs;
    private String queue = "spring-batch-partitions";
    private int maxAttempts = 1;
    private Duration timeout = Duration.ofDays(1);

    BatonPartitionHandler(
            String workerStep,
            Jobs jobs,
            Batches batches,
            JobRepository repository,
            TransactionOperations transactions,
            BatchRuns runs) {
        this.workerStep = workerStep;
        this.jobs = jobs;
        this.batches = batches;
        this.repository = repository;
        this.transactions = transactions;
        this.runs = runs;
    }

    /** Sets the queue of the jobs. A partition that has partitions of its own needs another one than these, or they may wait for each other. */
    public BatonPartitionHandler queue(String queue) {
        this.queue = queue;
        return this;
    }

    /** Sets how often a partition may fail before the step fails; 1 unless set. Crashes do not count. */
    public BatonPartitionHandler maxAttempts(int maxAttempts) {
        if (maxAttempts < 1) {
            throw new IllegalArgumentException("A partition needs at least one attempt, not " + maxAttempts);
        }
        this.maxAttempts = maxAttempts;
        return this;
    }

    /** Sets how long the step waits for its partitions before it fails and stops them; a day unless set. */
    public BatonPartitionHandler timeout(Duration timeout) {
        if (timeout.isZero() || timeout.isNegative()) {
            throw new IllegalArgumentException("The timeout of a partitioned step is positive, not " + timeout);
        }
        this.timeout = timeout;
        return this;
    }

    /** Sets into how many partitions the partitioner divides the step; 1 unless set. */
    public BatonPartitionHandler gridSize(int gridSize) {
        setGridSize(gridSize);
        return this;
    }

    /** Returns the key of all jobs for partitions of an execution. */
    static String key(long jobExecution) {
        return "spring-batch:" + jobExecution;
    }

    @Override
    protected Set<StepExecution> doHandle(StepExecution manager, Set<StepExecution> partitions) throws Exception {
        if (partitions.isEmpty()) {
            return partitions;
        }
        Batch batch = Objects.requireNonNull(transactions.execute(status -> store(manager, partitions)));
        JobFilter unended = JobFilter.all().batch(batch.id()).states(UNENDED);
        try {
            awaitEnd(batch, manager);
        } catch (JobInterruptedException | TimeoutException | RuntimeException e) {
            boolean interrupted = Thread.interrupted();
            try {
                jobs.cancelAll(unended);
                if (jobs.awaitDrained(JobFilter.all().batch(batch.id()), UNTIL_STOPPED)) {
                    ended(manager, partitions);
                }
            } catch (RuntimeException e2) {
                e.addSuppressed(e2);
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
            throw e;
        }
        // dead ones: the restart of the step has a new job for each, and this one is not to be revived
        jobs.cancelAll(unended);
        return ended(manager, partitions);
    }

    private Batch store(StepExecution manager, Set<StepExecution> partitions) {
        Batch batch = batches.open();
        List<PartitionRequest> requests = partitions.stream()
                .sorted(Comparator.comparingLong(StepExecution::getId))
                .map(each -> new PartitionRequest(workerStep, each.getId()))
                .toList();
        batch.addJobs(
                requests,
                options -> options.queue(queue).maxAttempts(maxAttempts).key(key(manager.getJobExecutionId())));
        batch.seal();
        return batch;
    }

    private void awaitEnd(Batch batch, StepExecution manager) throws JobInterruptedException, TimeoutException {
        long start = System.nanoTime();
        long pause = SHORTEST_PAUSE;
        while (!hasEnded(batch, manager, pause == LONGEST_PAUSE)) {
            if (System.nanoTime() - start > timeout.toNanos()) {
                throw new TimeoutException(
                        "After " + timeout + ", not all partitions of " + manager.getStepName() + " have ended");
            }
            if (manager.isTerminateOnly() || runs.isCancelled(manager.getJobExecutionId())) {
                throw new JobInterruptedException("Step " + manager.getStepName() + " was stopped");
            }
            try {
                Thread.sleep(pause);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new JobInterruptedException("Step " + manager.getStepName() + " was interrupted");
            }
            pause = Math.min(LONGEST_PAUSE, pause * 2);
        }
    }

    /** Reads how the batch is, and now and then whether the execution was stopped. A database that fails meanwhile costs time only. */
    private boolean hasEnded(Batch batch, StepExecution manager, boolean update) {
        try {
            if (update) {
                repository.update(manager);
            }
            BatchStatus status = batch.status();
            return status.complete() || status.state() == BatchState.STUCK;
        } catch (OptimisticLockingFailureException e) {
            // it was recovered
            throw e;
        } catch (TransientDataAccessException
                | RecoverableDataAccessException
                | DataAccessResourceFailureException
                | TransactionException e) {
            log.warn(
                    "The state of the partitions of {} cannot be read for now: {}",
                    manager.getStepName(),
                    e.toString());
            return false;
        }
    }

    /** Returns the partitions as they have ended. Those whose jobs have ended without ending them are FAILED. */
    private Set<StepExecution> ended(StepExecution manager, Set<StepExecution> partitions) {
        Set<Long> ids = partitions.stream().map(StepExecution::getId).collect(Collectors.toSet());
        JobExecution execution = Objects.requireNonNull(repository.getJobExecution(manager.getJobExecutionId()));
        Set<StepExecution> ended = execution.getStepExecutions().stream()
                .filter(each -> ids.contains(each.getId()))
                .collect(Collectors.toSet());
        ended.stream()
                .filter(each -> each.getStatus().isRunning())
                .forEach(each -> BatchRuns.fail(repository, each, "Its job is dead or was cancelled"));
        return ended;
    }
}
