package io.baton.engine;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.baton.JobId;
import io.baton.JobRejectedException;
import io.baton.JobState;
import io.baton.database.Vendor;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** What a transactional handler writes and the completion of its job commit together or not at all. */
abstract class TransactionalContract extends StationContract {

    @Test
    void effect_and_completion_commit_together() {
        Part part = engine().part(cue -> {
            cue.effect();
            assertThat(engine().effects())
                    .as("seen from outside before the commit")
                    .isZero();
            return "done";
        });

        JobId id = engine().enqueueOnce(part.inTransaction(1));

        assertThat(engine().await(id, JobState.COMPLETED).result()).isEqualTo("\"done\"");
        assertThat(engine().effectsOf(id)).isEqualTo(1);
    }

    @Test
    void a_failure_rolls_both_back() {
        Part part = engine().part(cue -> {
            cue.effect();
            if (cue.attempt() < 3) {
                throw new Exception("a checked one");
            }
            return null;
        });

        JobId id = engine().enqueue(part.inTransaction(1));

        engine().await(id, JobState.COMPLETED);
        assertThat(engine().sql.queryForList("SELECT attempt FROM effect", Integer.class))
                .containsExactly(3);
    }

    @Test
    void a_snooze_rolls_the_effect_back() {
        Part part = engine().part(cue -> {
            cue.effect();
            cue.job().snooze(Duration.ofHours(1));
            return null;
        });

        JobId id = engine().enqueue(part.inTransaction(1));

        assertThat(engine().await(id, JobState.SCHEDULED).attempts()).isZero();
        assertThat(engine().effects()).isZero();
    }

    @Test
    void a_transaction_marked_for_rollback_completes_nothing_though_the_handler_returns() {
        Part part = engine().part(cue -> {
            cue.effect();
            engine().node.transaction.executeWithoutResult(inner -> inner.setRollbackOnly());
            return "fine";
        });

        JobId id = engine().enqueueOnce(part.inTransaction(1));

        assertThat(engine().await(id, JobState.DEAD).error()).contains("UnexpectedRollbackException");
        assertThat(engine().effects()).isZero();
    }

    @Test
    void a_handler_that_caught_its_statements_failure_is_named_as_the_cause() {
        assumeTrue(
                Vendor.notifies(requireNonNull(engine().sql.getDataSource())),
                "others undo the failed statement alone");
        Part part = engine().part(cue -> {
            cue.effect();
            assertThatThrownBy(() -> cue.sql().execute("INSERT INTO effect (job) VALUES ('no number')"))
                    .isInstanceOf(DataAccessException.class);
            return "fine";
        });

        JobId id = engine().enqueueOnce(part.inTransaction(1));

        assertThat(engine().await(id, JobState.DEAD).error())
                .contains("An earlier statement of this transaction failed, and its exception was caught");
        assertThat(engine().effects()).isZero();
    }

    @Test
    void a_transaction_that_the_database_has_replaced_completes_nothing() {
        assumeTrue(
                engine().access.url().matches("jdbc:(mariadb|mysql):.*"),
                "PostgreSQL refuses further statements; H2 has nothing that tells");
        Part part = engine().part(cue -> {
            cue.effect();
            // as InnoDB does with the victim of a deadlock, whose exception the handler caught
            cue.sql().execute("ROLLBACK");
            cue.effect();
            return "fine";
        });

        JobId id = engine().enqueueOnce(part.inTransaction(1));

        assertThat(engine().await(id, JobState.DEAD).error()).contains("ended before its handler returned");
        assertThat(engine().effects()).isZero();
    }

    @Test
    void a_commit_that_fails_completes_nothing() {
        Part part = engine().part(cue -> {
            cue.effect();
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void beforeCommit(boolean readOnly) {
                    throw new IllegalStateException("at the last moment");
                }
            });
            return null;
        });

        JobId id = engine().enqueueOnce(part.inTransaction(1));

        assertThat(engine().await(id, JobState.DEAD).error()).contains("at the last moment");
        assertThat(engine().effects()).isZero();
    }

    @Test
    void a_failure_after_the_commit_does_not_run_the_job_again() {
        Part part = engine().part(cue -> {
            cue.effect();
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCommit() {
                    throw new IllegalStateException("too late to matter");
                }
            });
            return null;
        });

        JobId id = engine().enqueue(part.inTransaction(1));

        engine().await(id, JobState.COMPLETED);
        assertThat(engine().effectsOf(id)).isEqualTo(1);
        assertThat(part.runs).hasSize(1);
    }

    @Test
    void a_job_taken_from_its_handler_leaves_no_effect() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch taken = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        Part part = engine().part(cue -> {
            cue.effect();
            if (cue.attempt() == 1) {
                running.countDown();
                taken.await();
                TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                    @Override
                    public void afterCompletion(int status) {
                        over.countDown();
                    }
                });
            }
            return null;
        });

        JobId id = engine().enqueue(part.inTransaction(1));
        running.await();
        engine().sql
                .update("UPDATE baton_job SET state = 1, lock_id = NULL, worker_id = NULL WHERE id = ?", id.value());
        EngineOnDatabase.await().until(() -> part.runs.size() == 2);
        engine().await(id, JobState.COMPLETED);
        taken.countDown();

        assertThat(over.await(180, TimeUnit.SECONDS)).isTrue();
        assertThat(engine().sql.queryForList("SELECT attempt FROM effect", Integer.class))
                .containsExactly(2);
    }

    @Test
    void two_nodes_with_random_failures_have_one_effect_per_completed_job() throws Exception {
        CountDownLatch both = new CountDownLatch(2);
        Set<String> seen = ConcurrentHashMap.newKeySet();
        Part part = engine().part(cue -> {
            if (seen.add(cue.node())) {
                both.countDown();
            }
            both.await(180, TimeUnit.SECONDS);
            Random dice = new Random(31L * cue.number() + cue.attempt());
            failSometimes(dice);
            cue.effect();
            failSometimes(dice);
            return null;
        });
        try (Node second = engine().node("second", Node.withoutJpa())) {
            assertThat(second.jobs.enqueueAll(
                            IntStream.range(0, 1000).mapToObj(part::inTransaction), job -> job.maxAttempts(2)))
                    .isEqualTo(1000);
            engine().awaitDrained();
        }

        int completed = engine().count("baton_job_history");
        int dead = engine().count("baton_job WHERE state = 5");
        assertThat(completed + dead).isEqualTo(1000);
        assertThat(completed).isBetween(1, 999);
        assertThat(engine().effects()).isEqualTo(completed);
        assertThat(engine().count("effect e JOIN baton_job_history h ON h.id = e.job"))
                .isEqualTo(completed);
        assertThat(part.nodes()).containsExactly("main", "second");
    }

    private static void failSometimes(Random dice) {
        if (dice.nextInt(4) == 0) {
            throw new IllegalStateException("by chance");
        }
    }

    @Test
    void one_failure_rolls_a_list_back_and_then_jobs_run_singly() {
        Part part = engine().part(cue -> {
            cue.effect();
            if (cue.number() == 3) {
                throw new JobRejectedException("the third");
            }
            return null;
        });

        List<JobId> ids =
                engine().enqueueTogether("together", IntStream.range(0, 6).mapToObj(part::togetherInTransaction));

        for (int i = 0; i < 6; i++) {
            engine().await(ids.get(i), i == 3 ? JobState.DEAD : JobState.COMPLETED);
            assertThat(engine().effectsOf(ids.get(i))).isEqualTo(i == 3 ? 0 : 1);
        }
        assertThat(part.calls).containsExactly(6, 1, 1, 1, 1, 1, 1);
    }

    @Test
    void a_list_without_failure_is_one_call() {
        Part part = engine().part(cue -> {
            cue.effect();
            return null;
        });

        List<JobId> ids =
                engine().enqueueTogether("together", IntStream.range(0, 50).mapToObj(part::togetherInTransaction));

        ids.forEach(id -> engine().await(id, JobState.COMPLETED));
        assertThat(part.calls).containsExactly(50);
        assertThat(engine().effects()).isEqualTo(50);
    }
}
