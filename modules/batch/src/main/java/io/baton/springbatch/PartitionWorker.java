package io.baton.springbatch;

import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.JobType;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.ExitStatus;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.scope.context.JobSynchronizationManager;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionOperations;

/** Runs one partition. The execution of its step stays the same through crashes: it continues with the counts and the context of its last chunk. */
class PartitionWorker {

    private static final Duration UNTIL_UNLOCKED = Duration.ofSeconds(10);

    private final JobRepository repository;
    private final ListableBeanFactory beans;
    private final BatchRuns runs;
    private final TransactionOperations transactions;

    PartitionWorker(
            JobRepository repository, ListableBeanFactory beans, BatchRuns runs, TransactionOperations transactions) {
        this.repository = repository;
        this.beans = beans;
        this.runs = runs;
        this.transactions = transactions;
    }

    /**
     * A partition that is run as a job.
     *
     * @param step the name of the step that runs it
     * @param execution the id of its step execution
     */
    @JobType(name = "spring-batch-partition", queue = "spring-batch-partitions")
    record PartitionRequest(String step, long execution) {}

    @JobHandler
    void run(PartitionRequest request, JobContext context) throws Exception {
        StepExecution execution = repository.getStepExecution(request.execution());
        if (execution == null || execution.getStatus() == BatchStatus.COMPLETED) {
            return;
        }
        boolean cutShort = execution.getStatus().isRunning() && execution.getStartTime() != null;
        long counted = context.lastCheckpoint(Long.class).orElse(0L);
        boolean progress = cutShort && execution.getCommitCount() > counted;
        // fenced: while the claim holds, what was read is of an earlier claim, and the version of the row keeps that
        // from writing
        context.saveCheckpoint(progress ? execution.getCommitCount() : counted);
        if (!execution.getJobExecution().isRunning()) {
            // its manager has ended or was recovered, and has other jobs for what is left
            if (execution.getStatus().isRunning()) {
                BatchRuns.fail(repository, execution, "The execution of its manager has ended");
            }
            return;
        }
        if (cutShort && !takeOver(execution)) {
            // a frozen process holds the row until its connection ends, or has just committed a chunk
            context.snooze(UNTIL_UNLOCKED);
        }
        if (progress) {
            // an outcome: a partition that makes progress may be killed any number of times
            context.snooze(Duration.ZERO);
        }
        Step step = step(request.step());
        execution.setExitStatus(ExitStatus.EXECUTING);
        runs.begin(-execution.getId(), context);
        JobSynchronizationManager.register(execution.getJobExecution());
        try {
            step.execute(execution);
        } finally {
            JobSynchronizationManager.release();
            runs.end(-execution.getId());
        }
        requireEnded(execution, context);
    }

    /** Raises the version of the row, so that an earlier claim can write no more; returns false if that one has the row, or has changed it. */
    private boolean takeOver(StepExecution execution) {
        int version = BatchRuns.version(execution);
        try {
            transactions.executeWithoutResult(status -> {
                repository.update(execution);
                if (BatchRuns.version(execution) != version + 1) {
                    throw new OptimisticLockingFailureException("Another claim has changed " + execution);
                }
            });
            return true;
        } catch (TransientDataAccessException | TransactionException e) {
            return false;
        }
    }

    private Step step(String name) {
        if (beans.containsBean(name) && beans.isTypeMatch(name, Step.class)) {
            return beans.getBean(name, Step.class);
        }
        List<Step> steps = beans.getBeanProvider(Step.class).stream().toList();
        return steps.stream()
                .filter(step -> step.getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "No bean of this application is a step named '" + name + "'; there are "
                                + steps.stream().map(Step::getName).sorted().toList()));
    }

    private static void requireEnded(StepExecution execution, JobContext context) {
        if (execution.getStatus() == BatchStatus.COMPLETED) {
            return;
        }
        if (context.isCancelled()) {
            throw new CancellationException("Partition " + execution.getStepName() + " was stopped");
        }
        if (execution.getStatus() != BatchStatus.STOPPED) {
            List<Throwable> failures = execution.getFailureExceptions();
            throw new IllegalStateException(
                    "Partition " + execution.getStepName() + " is " + execution.getStatus(),
                    failures.isEmpty() ? null : failures.get(0));
        }
    }
}
