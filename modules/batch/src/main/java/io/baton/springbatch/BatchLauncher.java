package io.baton.springbatch;

import io.baton.BatonException;
import io.baton.JobContext;
import io.baton.JobFilter;
import io.baton.JobHandler;
import io.baton.JobId;
import io.baton.JobRejectedException;
import io.baton.Jobs;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobInstance;
import org.springframework.batch.core.job.parameters.InvalidJobParametersException;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.infrastructure.item.ExecutionContext;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Runs an instance of a job to its end. Its earlier executions are of earlier claims of this job, whose processes may be dead or frozen: they are
 * recovered, which raises the versions of their rows, so that no chunk of theirs commits any more.
 */
class BatchLauncher {

    private static final Logger log = LoggerFactory.getLogger(BatchLauncher.class);
    private static final Duration UNTIL_OTHER_ENDS = Duration.ofSeconds(10);
    private static final Duration UNTIL_UNLOCKED = Duration.ofSeconds(10);
    private static final Duration UNTIL_PARTITIONS_END = Duration.ofSeconds(15);
    private static final int TRIES = 10;

    private final Jobs jobs;
    private final JobRepository repository;
    private final ObjectProvider<JobOperator> operator;
    private final ObjectProvider<Job> known;
    private final TransactionOperations transactions;
    private final BatchRuns runs;

    BatchLauncher(
            Jobs jobs,
            JobRepository repository,
            ObjectProvider<JobOperator> operator,
            ObjectProvider<Job> known,
            TransactionOperations transactions,
            BatchRuns runs) {
        this.jobs = jobs;
        this.repository = repository;
        this.operator = operator;
        this.known = known;
        this.transactions = transactions;
        this.runs = runs;
    }

    /** The result of a launch, as the job of Baton keeps it. */
    record Completed(long execution, String exitCode) {}

    @JobHandler
    Completed launch(LaunchRequest request, JobContext context) throws Exception {
        Job job = job(request.job());
        JobParameters parameters = request.jobParameters();
        validate(job, parameters);
        JobInstance instance = repository.getJobInstance(job.getName(), parameters);
        if (instance == null) {
            instance = repository.createJobInstance(job.getName(), parameters);
        }
        List<JobExecution> executions = executions(instance);
        for (JobExecution each : executions) {
            if (each.getStatus() == BatchStatus.COMPLETED) {
                return completed(each);
            }
        }
        long counted = context.lastCheckpoint(Long.class).orElse(0L);
        // fenced: while the claim holds, every execution that was read is of an earlier claim
        context.saveCheckpoint(counted);
        prepare(executions, context);
        JobExecution last = executions.isEmpty() ? null : executions.get(0);
        if (last != null && last.getId() != counted && wasCutShort(last) && hasProgress(last)) {
            // an outcome: a job that makes progress may be killed or stopped any number of times
            context.saveCheckpoint(last.getId());
            context.snooze(Duration.ZERO);
        }
        JobExecution execution = create(job, instance, parameters, last, context);
        try {
            context.saveCheckpoint(counted);
        } catch (BatonException e) {
            repository.deleteJobExecution(execution);
            throw e;
        }
        for (JobExecution other : executions(instance)) {
            if (isOpen(other) && other.getId() != execution.getId() && !contains(executions, other)) {
                // started by other means meanwhile
                repository.deleteJobExecution(execution);
                context.snooze(UNTIL_OTHER_ENDS);
            }
        }
        runs.begin(execution.getId(), context);
        try {
            job.execute(execution);
        } finally {
            runs.end(execution.getId());
        }
        return result(execution, instance, context);
    }

    private static boolean contains(List<JobExecution> executions, JobExecution other) {
        return executions.stream().anyMatch(each -> each.getId() == other.getId());
    }

    private Job job(String name) {
        return known.stream()
                .filter(job -> job.getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("No bean of this application is a Spring Batch job named '"
                        + name + "'; there are "
                        + known.stream().map(Job::getName).sorted().toList()));
    }

    private static void validate(Job job, JobParameters parameters) {
        try {
            job.getJobParametersValidator().validate(parameters);
        } catch (InvalidJobParametersException e) {
            throw new JobRejectedException(
                    "The Spring Batch job '" + job.getName() + "' refuses its parameters: " + e.getMessage(), e);
        }
    }

    /** Returns the executions of an instance, the last first. */
    private List<JobExecution> executions(JobInstance instance) {
        return repository.getJobExecutions(instance).stream()
                .sorted(Comparator.comparingLong(JobExecution::getId).reversed())
                .toList();
    }

    /** Recovers what earlier claims have left, so that the instance can be started again. */
    private void prepare(List<JobExecution> executions, JobContext context) {
        for (int i = 0; i < executions.size(); i++) {
            JobExecution each = executions.get(i);
            if (each.getStatus() == BatchStatus.UNKNOWN && i > 0) {
                // it had ended, or no later one would have been started: a process that was taken for dead has written
                // this since
                fail(each);
            } else if (each.getStatus() == BatchStatus.UNKNOWN || each.getStatus() == BatchStatus.ABANDONED) {
                throw new JobRejectedException(
                        "Execution " + each.getId() + " of '"
                                + each.getJobInstance().getJobName() + "' is " + each.getStatus()
                                + ", which Spring Batch does not restart. Once it is clear what was committed, set it to FAILED and revive this job");
            } else if (isOpen(each)) {
                requireOwn(each, executions.subList(i + 1, executions.size()), context);
                recover(each.getId(), context);
            }
        }
    }

    private static boolean isOpen(JobExecution execution) {
        return execution.isRunning()
                || execution.getStepExecutions().stream()
                        .anyMatch(step -> step.getStatus().isRunning())
                // the version of a step that was given up protects it only if the execution is not STOPPED
                || (execution.getStatus() == BatchStatus.STOPPED
                        && execution.getStepExecutions().stream()
                                .anyMatch(step -> step.getStatus() == BatchStatus.FAILED));
    }

    /** Returns if no other job can be running the execution; else throws, so that this job runs later. */
    private void requireOwn(JobExecution execution, List<JobExecution> before, JobContext context) {
        String mark = mark(execution);
        // a restart by other means has the context of an execution before, and so its mark
        if (mark.isEmpty() || before.stream().anyMatch(each -> mark(each).equals(mark))) {
            throw new IllegalStateException("Execution " + execution.getId() + " of '"
                    + execution.getJobInstance().getJobName() + "' is " + execution.getStatus()
                    + " and was not launched by Baton. If its process is dead, call JobOperator.recover with it");
        }
        JobId owner = JobId.valueOf(mark.substring(0, mark.indexOf('/')));
        if (!owner.equals(context.id())
                && jobs.find(owner).filter(job -> !job.state().isFinal()).isPresent()) {
            context.snooze(UNTIL_OTHER_ENDS);
        }
    }

    private static String mark(JobExecution execution) {
        return execution.getExecutionContext().getString(BatchRuns.LAUNCHED_BY, "");
    }

    private void recover(long id, JobContext context) {
        JobFilter partitions = JobFilter.all().key(BatonPartitionHandler.key(id));
        if (jobs.cancelAll(partitions.states(BatonPartitionHandler.UNENDED)) > 0) {
            jobs.awaitDrained(partitions, UNTIL_PARTITIONS_END);
        }
        for (int tries = 0; tries < TRIES; tries++) {
            // again after the first time: a step that began meanwhile
            JobExecution execution = repository.getJobExecution(id);
            if (execution == null || !isOpen(execution)) {
                return;
            }
            // a context may have it from the recovery of an execution before
            execution.getExecutionContext().remove("batch.recovered");
            try {
                transactions.execute(status -> operator.getObject().recover(execution));
            } catch (OptimisticLockingFailureException e) {
                log.debug("Execution {} has committed a chunk while it was recovered", id);
            } catch (TransientDataAccessException | TransactionException e) {
                // a frozen process holds a row until its connection ends
                context.snooze(UNTIL_UNLOCKED);
            }
        }
        context.snooze(UNTIL_UNLOCKED);
    }

    private static boolean wasCutShort(JobExecution execution) {
        return execution.isRunning()
                || execution.getStatus() == BatchStatus.STOPPED
                || execution.getStepExecutions().stream()
                        .anyMatch(step -> step.getStatus().isRunning());
    }

    private static boolean hasProgress(JobExecution execution) {
        return execution.getStepExecutions().stream()
                .anyMatch(step -> step.getCommitCount() > 0 || step.getStatus() == BatchStatus.COMPLETED);
    }

    private JobExecution create(
            Job job, JobInstance instance, JobParameters parameters, @Nullable JobExecution last, JobContext context) {
        ExecutionContext values = new ExecutionContext();
        if (last != null) {
            if (!job.isRestartable()) {
                throw new JobRejectedException("The Spring Batch job '" + job.getName()
                        + "' is not restartable, and its execution " + last.getId() + " did not complete");
            }
            JobExecution ended = Objects.requireNonNull(repository.getJobExecution(last.getId()));
            values = new ExecutionContext(ended.getExecutionContext());
            values.remove("batch.recovered");
        }
        values.putString(BatchRuns.LAUNCHED_BY, context.id() + "/" + UUID.randomUUID());
        return repository.createJobExecution(instance, parameters, values);
    }

    private void fail(JobExecution execution) {
        execution.setStatus(BatchStatus.FAILED);
        execution.setEndTime(LocalDateTime.now(ZoneId.systemDefault()));
        repository.update(execution);
    }

    private Completed result(JobExecution execution, JobInstance instance, JobContext context) {
        String title = "Execution " + execution.getId() + " of '" + instance.getJobName() + "'";
        switch (execution.getStatus()) {
            case COMPLETED -> {
                for (JobExecution other : executions(instance)) {
                    if (other.getId() != execution.getId()
                            && isOpen(other)
                            && mark(other).startsWith(context.id() + "/")) {
                        recover(other.getId(), context);
                    }
                }
                return completed(execution);
            }
            case STOPPED -> {
                if (context.isCancelled()) {
                    throw new CancellationException(title + " was stopped");
                }
                throw new JobRejectedException(
                        title + " was stopped, but not by Baton. If this job is revived, it restarts the execution");
            }
            default -> {
                List<Throwable> failures = execution.getAllFailureExceptions();
                throw new IllegalStateException(
                        title + " is " + execution.getStatus() + " with exit code "
                                + execution.getExitStatus().getExitCode(),
                        failures.isEmpty() ? null : failures.get(0));
            }
        }
    }

    private static Completed completed(JobExecution execution) {
        return new Completed(execution.getId(), execution.getExitStatus().getExitCode());
    }
}
