package io.baton.springbatch;

import io.baton.JobContext;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.ExitStatus;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.JobInstance;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.StepExecution;
import org.springframework.batch.core.step.item.ChunkOrientedStep;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.transaction.support.TransactionOperations;

/**
 * The executions that run on this node for jobs of Baton. The {@link JobRepository} is wrapped: it stops the steps of a run that should stop, and
 * refuses further steps to an execution that was recovered meanwhile. Executions that Baton did not launch pass unchanged.
 */
final class BatchRuns implements BeanPostProcessor {

    /** The entry in the context of an execution that names the job of Baton, and this one launch. */
    static final String LAUNCHED_BY = "batonJob";

    /** By the id of the execution of a job, and by the negative id of that of a partition. */
    private final Map<Long, JobContext> contexts = new ConcurrentHashMap<>();

    private final Supplier<TransactionOperations> transactions;

    BatchRuns(Supplier<TransactionOperations> transactions) {
        this.transactions = transactions;
    }

    /** Returns short transactions of the job repository's database. */
    TransactionOperations transactions() {
        return transactions.get();
    }

    void begin(long id, JobContext context) {
        contexts.put(id, context);
    }

    void end(long id) {
        contexts.remove(id);
    }

    /** Returns whether the run of an execution, which may be none of Baton's, should stop. */
    boolean isCancelled(long id) {
        JobContext context = contexts.get(id);
        return context != null && context.isCancelled();
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        if (!(bean instanceof JobRepository repository)) {
            return bean;
        }
        ProxyFactory factory = new ProxyFactory();
        factory.setInterfaces(JobRepository.class);
        factory.setTarget(repository);
        factory.addAdvice((MethodInterceptor) call -> call(repository, call));
        return factory.getProxy(JobRepository.class.getClassLoader());
    }

    private @Nullable Object call(JobRepository repository, MethodInvocation call) throws Throwable {
        String method = call.getMethod().getName();
        @Nullable Object[] arguments = call.getArguments();
        if (method.equals("createStepExecution") && arguments[1] instanceof JobExecution execution) {
            return created(repository, execution, call.proceed());
        }
        if (method.equals("getLastStepExecution") && arguments[0] instanceof JobInstance instance) {
            return lastBegun(repository, instance, call.proceed());
        }
        if (!method.startsWith("update")) {
            return call.proceed();
        }
        if (method.equals("update") && arguments[0] instanceof StepExecution step && shouldStop(step)) {
            stop(step);
        }
        if (method.equals("update")
                && arguments[0] instanceof JobExecution execution
                && execution.getStatus() == BatchStatus.UNKNOWN
                && isRecovered(repository, execution)) {
            // a step could not write its end, since its row is of another version by now
            execution.setStatus(BatchStatus.FAILED);
        }
        // an interrupt that stops a run must not keep it from recording that it was stopped
        boolean interrupted = Thread.interrupted();
        try {
            if (method.equals("update") && arguments[0] instanceof StepExecution step && isOwn(step)) {
                update(repository, step);
                return null;
            }
            return call.proceed();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Stops a step after its chunk. An interrupt ends the loop of a chunk-oriented step, which then counts as completed although items may be left; as
     * a stopped one it is restarted, and finds none if it was.
     */
    private static void stop(StepExecution step) {
        step.setTerminateOnly();
        if (step.getStatus() == BatchStatus.COMPLETED
                && ChunkOrientedStep.class
                        .getName()
                        .equals(step.getExecutionContext().get(Step.STEP_TYPE_KEY))) {
            step.setStatus(BatchStatus.STOPPED);
        }
        if (step.getStatus() == BatchStatus.STOPPED) {
            step.setExitStatus(ExitStatus.STOPPED);
        }
    }

    static int version(StepExecution step) {
        return Objects.requireNonNull(step.getVersion(), "A step that was not stored");
    }

    private static boolean isOwn(StepExecution step) {
        return step.getJobExecution().getExecutionContext().containsKey(LAUNCHED_BY);
    }

    /**
     * Updates a step, and with its first update stores the context: that of a restart is in memory only, and a crash in the first chunk would lose it.
     */
    private void update(JobRepository repository, StepExecution step) {
        int version = version(step);
        try {
            transactions().executeWithoutResult(status -> {
                repository.update(step);
                if (version(step) != version + 1) {
                    // of a stopped execution, the repository takes the version of somebody else
                    requireClaim(step);
                }
                if (version == 0 && step.getStatus() == BatchStatus.STARTED) {
                    repository.updateExecutionContext(step);
                }
            });
        } catch (RuntimeException e) {
            step.setVersion(version);
            throw e;
        }
    }

    /** Fails if another claim may have changed the step. The row is locked by now, so a later one finds what this writes, or is refused itself. */
    private void requireClaim(StepExecution step) {
        JobContext partition = contexts.get(-step.getId());
        JobContext context = partition == null ? contexts.get(step.getJobExecutionId()) : partition;
        if (context != null) {
            context.saveCheckpoint(context.lastCheckpoint(Long.class).orElse(0L));
        }
    }

    /** Returns the last execution of a step, without those that never began, as a crash leaves them: their contexts are empty. */
    private static @Nullable Object lastBegun(JobRepository repository, JobInstance instance, @Nullable Object last) {
        if (!(last instanceof StepExecution step) || !isVoid(step)) {
            return last;
        }
        return repository.getJobExecutions(instance).stream()
                .flatMap(each -> each.getStepExecutions().stream())
                .filter(each -> each.getStepName().equals(step.getStepName()) && !isVoid(each))
                .max(Comparator.comparingLong(StepExecution::getId))
                .orElse(null);
    }

    private static boolean isVoid(StepExecution step) {
        return step.getStartTime() == null && step.getExecutionContext().isEmpty();
    }

    private boolean shouldStop(StepExecution step) {
        return isCancelled(step.getJobExecutionId()) || isCancelled(-step.getId());
    }

    /**
     * Refuses a step of an execution that was recovered: its process was taken for dead. {@link BatchLauncher} reads the steps after it has ended the
     * execution, so either it finds this step, or this finds the execution ended.
     */
    private static @Nullable Object created(
            JobRepository repository, JobExecution execution, @Nullable Object created) {
        if (created instanceof StepExecution step && isRecovered(repository, execution)) {
            fail(repository, step, "The execution was recovered before this step began");
            throw new OptimisticLockingFailureException(
                    "Execution " + execution.getId() + " was recovered, since its process was taken for dead");
        }
        return created;
    }

    private static boolean isRecovered(JobRepository repository, JobExecution execution) {
        if (!execution.getExecutionContext().containsKey(LAUNCHED_BY)) {
            return false;
        }
        JobExecution now = repository.getJobExecution(execution.getId());
        return now == null || now.getStatus() == BatchStatus.FAILED || now.getStatus() == BatchStatus.ABANDONED;
    }

    static void fail(JobRepository repository, StepExecution step, String why) {
        step.setStatus(BatchStatus.FAILED);
        step.setExitStatus(ExitStatus.FAILED.addExitDescription(why));
        step.setEndTime(LocalDateTime.now(ZoneId.systemDefault()));
        repository.update(step);
    }
}
