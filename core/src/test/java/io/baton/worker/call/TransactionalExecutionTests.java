package io.baton.worker.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.job.ClaimedJob;
import io.baton.job.ClaimedJobs;
import io.baton.job.Fence;
import io.baton.job.JobStore;
import io.baton.job.Outcome;
import io.baton.job.Settled;
import io.baton.job.Settlement;
import io.baton.testing.TransactionsOfNothing;
import io.baton.worker.call.ProgressWriter.CheckpointFailedException;
import io.baton.worker.call.TransactionalExecution.DatabaseInterruptedException;
import io.baton.worker.run.ActiveRun.JobResult;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.SimpleTransactionStatus;

class TransactionalExecutionTests {

    private final List<Duration> limits = new ArrayList<>();
    private final List<Long> pauses = new ArrayList<>();
    private final JobStore store = (JobStore) Proxy.newProxyInstance(
            JobStore.class.getClassLoader(), new Class<?>[] {JobStore.class}, (proxy, method, arguments) -> Map.of());
    private final TransactionalExecution calls = execution(new TransactionsOfNothing());

    private TransactionalExecution execution(PlatformTransactionManager manager) {
        return new TransactionalExecution(
                manager,
                new DefaultTransactionDefinition(),
                JobStore.roles(store),
                () -> {},
                limits::add,
                () -> {},
                () -> {},
                pauses::add);
    }

    private static final class WithoutRollback implements PlatformTransactionManager {

        @Override
        public TransactionStatus getTransaction(@Nullable TransactionDefinition definition) {
            return new SimpleTransactionStatus();
        }

        @Override
        public void commit(TransactionStatus status) {}

        @Override
        public void rollback(TransactionStatus status) {
            throw new TransactionSystemException("the connection is gone");
        }
    }

    @Test
    void a_handler_with_a_timeout_may_idle_a_little_longer_than_that() throws Throwable {
        calls.execute(List::of, Duration.ofSeconds(30));
        assertThat(limits).containsExactly(Duration.ofSeconds(35));
    }

    @Test
    void a_handler_without_a_timeout_may_idle() throws Throwable {
        calls.execute(List::of, null);
        assertThat(limits).isEmpty();
    }

    @Test
    void a_rollback_that_fails_too_does_not_hide_what_the_handler_threw() {
        IllegalStateException thrown = new IllegalStateException("no such file");
        TransactionalExecution execution = execution(new WithoutRollback());
        assertThatThrownBy(() -> execution.execute(
                        () -> {
                            throw thrown;
                        },
                        null))
                .isSameAs(thrown)
                .hasSuppressedException(new TransactionSystemException("the connection is gone"));
    }

    @Test
    void a_lock_unavailable_for_the_completion_is_not_the_handlers_failure() {
        JobStore held = (JobStore) Proxy.newProxyInstance(
                JobStore.class.getClassLoader(), new Class<?>[] {JobStore.class}, (proxy, method, arguments) -> {
                    throw new CannotAcquireLockException("a deadlock, or somebody holds it for too long");
                });
        TransactionalExecution execution = new TransactionalExecution(
                new TransactionsOfNothing(),
                new DefaultTransactionDefinition(),
                JobStore.roles(held),
                () -> {},
                limits::add,
                () -> {},
                () -> {},
                pauses::add);
        ClaimedJob job =
                ClaimedJobs.plain(1, new UUID(0, 1), "work", "q", 0, 1, 0, null, Instant.EPOCH, Instant.EPOCH, "{}");
        assertThatThrownBy(() -> execution.execute(
                        () -> List.of(new JobResult(job, Settlement.of(job, Outcome.Completed.PLAIN))), null))
                .isInstanceOf(TransactionalExecution.BusyException.class);
    }

    @Test
    void a_collision_that_shows_after_the_handler_is_not_its_failure() {
        TransactionalExecution execution = new TransactionalExecution(
                new TransactionsOfNothing(),
                new DefaultTransactionDefinition(),
                JobStore.roles(store),
                () -> {},
                limits::add,
                () -> {},
                () -> {
                    throw new CannotAcquireLockException("Galera reports a conflict with the next statement");
                },
                pauses::add);
        assertThatThrownBy(() -> execution.execute(List::of, null))
                .isInstanceOf(TransactionalExecution.BusyException.class);
    }

    private static DataAccessResourceFailureException failure(String state) {
        return new DataAccessResourceFailureException("the statement failed", new SQLException("state", state));
    }

    private static List<JobResult> completed() {
        ClaimedJob job =
                ClaimedJobs.plain(1, new UUID(0, 1), "work", "q", 0, 1, 0, null, Instant.EPOCH, Instant.EPOCH, "{}");
        return List.of(new JobResult(job, Settlement.of(job, Outcome.Completed.PLAIN)));
    }

    @Test
    void a_handler_whose_first_statement_finds_no_connection_is_not_called() {
        TransactionalExecution execution = new TransactionalExecution(
                new TransactionsOfNothing(),
                new DefaultTransactionDefinition(),
                JobStore.roles(store),
                () -> {},
                longest -> {
                    throw failure("08006");
                },
                () -> {},
                () -> {},
                pauses::add);
        assertThatThrownBy(() -> execution.execute(
                        () -> {
                            throw new IllegalStateException("the handler was called");
                        },
                        Duration.ofSeconds(30)))
                .isInstanceOf(TransactionalExecution.NotBegunException.class);
    }

    @ParameterizedTest
    @CsvSource({"08006, true", "57P01, true", "25006, true", "23505, false", "25P02, false"})
    void a_completion_that_the_database_interrupts_is_not_the_handlers_failure(String state, boolean interrupted) {
        DataAccessResourceFailureException failure = failure(state);
        JobStore away = (JobStore) Proxy.newProxyInstance(
                JobStore.class.getClassLoader(), new Class<?>[] {JobStore.class}, (proxy, method, arguments) -> {
                    throw failure;
                });
        TransactionalExecution execution = new TransactionalExecution(
                new TransactionsOfNothing(),
                new DefaultTransactionDefinition(),
                JobStore.roles(away),
                () -> {},
                limits::add,
                () -> {},
                () -> {},
                pauses::add);
        assertThatThrownBy(() -> execution.execute(TransactionalExecutionTests::completed, null))
                .isInstanceOf(interrupted ? DatabaseInterruptedException.class : failure.getClass());
    }

    private static final class WithoutCommit implements PlatformTransactionManager {

        private final TransactionSystemException failure;

        private WithoutCommit(String state) {
            failure = new TransactionSystemException("no commit", new SQLException("state", state));
        }

        @Override
        public TransactionStatus getTransaction(@Nullable TransactionDefinition definition) {
            return new SimpleTransactionStatus();
        }

        @Override
        public void commit(TransactionStatus status) {
            throw failure;
        }

        @Override
        public void rollback(TransactionStatus status) {}
    }

    @ParameterizedTest
    @CsvSource({"40001, true", "08006, true", "57014, false", "23505, false"})
    void a_commit_that_the_database_interrupts_is_not_the_handlers_failure(String state, boolean interrupted) {
        TransactionalExecution execution = execution(new WithoutCommit(state));
        assertThatThrownBy(() -> execution.execute(List::of, null))
                .isInstanceOf(TransactionalExecution.CommitFailedException.class)
                .cause()
                .isInstanceOf(interrupted ? DatabaseInterruptedException.class : TransactionSystemException.class);
    }

    private TransactionalExecution executionSaving(Queue<Settled> answers) {
        JobStore saving = (JobStore) Proxy.newProxyInstance(
                JobStore.class.getClassLoader(),
                new Class<?>[] {JobStore.class},
                (proxy, method, arguments) -> answers.size() == 1 ? answers.element() : answers.remove());
        return new TransactionalExecution(
                new WithoutRollback(),
                new DefaultTransactionDefinition(),
                JobStore.roles(saving),
                () -> {},
                limits::add,
                () -> {},
                () -> {},
                pauses::add);
    }

    private String saved(Fence fence, Settled... results) {
        TransactionalExecution execution = executionSaving(new ArrayDeque<>(List.of(results)));
        return execution.executePart(
                "The checkpoint of job 5",
                fence,
                () -> "done",
                done -> () -> execution.store().settlements().saveCheckpoint(fence, "{}"),
                null);
    }

    @Test
    void a_checkpoint_waits_for_a_locked_row_and_gives_up_eventually() {
        Fence fence = new Fence(5, new UUID(0, 5));
        assertThat(saved(fence, Settled.BUSY, Settled.BUSY, Settled.DONE)).isEqualTo("done");
        assertThat(pauses).hasSize(2);
        assertThatThrownBy(() -> saved(fence, Settled.BUSY))
                .isInstanceOf(CheckpointFailedException.class)
                .hasMessageContaining("job 5");
        assertThatThrownBy(() -> saved(fence, Settled.FENCED))
                .isInstanceOf(TransactionalExecution.FencedException.class);
    }
}
