package io.baton.engine;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.baton.JobDetails;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.job.Outcome;
import io.baton.testing.CountedStatements.CommitFault;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** A commit that fails is looked up: what took effect is not run again, what did not is. */
abstract class CommitContract extends StationContract {

    private static void failAfterCommit() {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                throw new IllegalStateException("too late to matter");
            }
        });
    }

    @Test
    void a_list_whose_commit_listener_fails_is_not_run_again() {
        Part part = engine().part(cue -> {
            cue.effect();
            if (cue.number() == 0) {
                failAfterCommit();
            }
            return null;
        });

        List<JobId> ids =
                engine().enqueueTogether("together", IntStream.range(0, 5).mapToObj(part::togetherInTransaction));

        ids.forEach(id -> engine().await(id, JobState.COMPLETED));
        assertThat(engine().effects()).isEqualTo(5);
        assertThat(part.calls).containsExactly(5);
    }

    @ParameterizedTest
    @EnumSource
    void a_list_with_an_unanswered_commit_is_run_singly_if_rolled_back(CommitFault fault) {
        AtomicBoolean first = new AtomicBoolean(true);
        Part part = engine().part(cue -> {
            cue.effect();
            if (first.getAndSet(false)) {
                engine().node.dataSource().breakNextCommit(fault);
            }
            return null;
        });

        List<JobId> ids =
                engine().enqueueTogether("together", IntStream.range(0, 5).mapToObj(part::togetherInTransaction));

        ids.forEach(id -> engine().await(id, JobState.COMPLETED));
        assertThat(engine().effects()).isEqualTo(5);
        assertThat(part.calls).isEqualTo(fault == CommitFault.ANSWER_LOST ? List.of(5) : List.of(5, 1, 1, 1, 1, 1));
    }

    @ParameterizedTest
    @EnumSource
    void a_single_job_with_an_unanswered_commit_keeps_its_attempt_and_completes(CommitFault fault) {
        AtomicBoolean first = new AtomicBoolean(true);
        Part part = engine().part(cue -> {
            cue.effect();
            if (first.getAndSet(false)) {
                engine().node.dataSource().breakNextCommit(fault);
            }
            return null;
        });

        JobId id = engine().enqueueOnce(part.inTransaction(1));

        assertThat(engine().await(id, JobState.COMPLETED).attempts()).isEqualTo(1);
        assertThat(engine().effectsOf(id)).isEqualTo(1);
        assertThat(part.runs).hasSize(fault == CommitFault.ANSWER_LOST ? 1 : 2);
    }

    @Test
    void a_job_that_interrupts_every_commit_is_dead_in_the_end() {
        Part part = engine().part(cue -> {
            cue.effect();
            engine().node.dataSource().breakNextCommit(CommitFault.ROLLED_BACK);
            return null;
        });

        JobDetails dead = engine().await(enqueueToEndAfterAnInterruption(part), JobState.DEAD);
        assertThat(dead.error()).contains("The database interrupted the run");
        assertThat(dead.attempts()).isZero();
        assertThat(engine().effects()).isZero();
    }

    @Test
    void a_job_whose_connection_is_cut_before_its_completion_keeps_its_attempt() {
        String url = engine().access.url();
        assumeFalse(url.startsWith("jdbc:h2"), "no session of H2 ends another");
        boolean postgres = url.startsWith("jdbc:postgresql");
        AtomicBoolean first = new AtomicBoolean(true);
        Part part = engine().part(cue -> {
            cue.effect();
            if (first.getAndSet(false)) {
                String own = postgres ? "SELECT pg_backend_pid()" : "SELECT connection_id()";
                Long session = cue.sql().queryForObject(own, Long.class);
                engine().sql.execute(postgres ? "SELECT pg_terminate_backend(" + session + ")" : "KILL " + session);
                String sessions = postgres
                        ? "pg_stat_activity WHERE pid = " + session
                        : "information_schema.processlist WHERE id = " + session;
                EngineOnDatabase.await().until(() -> engine().count(sessions) == 0);
            }
            return null;
        });

        JobId id = engine().enqueueOnce(part.inTransaction(1));

        assertThat(engine().await(id, JobState.COMPLETED).attempts()).isEqualTo(1);
        assertThat(engine().effectsOf(id)).isEqualTo(1);
        assertThat(part.runs).hasSize(2);
    }

    @Test
    void a_handler_that_removes_its_own_job_ends_as_if_interrupted() {
        Part part = engine().part(cue -> {
            cue.effect();
            cue.sql()
                    .update("DELETE FROM baton_job WHERE id = ?", cue.job().id().value());
            return null;
        });

        JobDetails dead = engine().await(enqueueToEndAfterAnInterruption(part), JobState.DEAD);
        assertThat(dead.error()).contains("its own job");
        assertThat(dead.attempts()).isZero();
        assertThat(part.runs).hasSize(1);
        assertThat(engine().effects()).isZero();
    }

    private JobId enqueueToEndAfterAnInterruption(Part part) {
        return requireNonNull(engine().node.transaction.execute(status -> {
            JobId enqueued = engine().enqueue(part.inTransaction(1));
            endAfterAnotherInterruption(enqueued);
            return enqueued;
        }));
    }

    private void endAfterAnotherInterruption(JobId id) {
        int most = Outcome.Interrupted.MOST_IN_A_ROW;
        engine().node.sql.update("UPDATE baton_job SET interruptions = ? WHERE id = ?", most - 1, id.value());
    }

    @Test
    void of_a_list_only_the_job_fails_that_removed_itself() {
        Part part = engine().part(cue -> {
            cue.effect();
            if (cue.number() == 2) {
                cue.sql()
                        .update(
                                "DELETE FROM baton_job WHERE id = ?",
                                cue.job().id().value());
            }
            return null;
        });

        List<JobId> ids = engine().node.transaction.execute(status -> {
            List<JobId> enqueued = IntStream.range(0, 4)
                    .mapToObj(i -> engine().jobs
                            .enqueue(part.togetherInTransaction(i), job -> job.queue("together")
                                    .delay(Duration.ZERO))
                            .id())
                    .toList();
            endAfterAnotherInterruption(enqueued.get(2));
            return enqueued;
        });

        for (int i = 0; i < 4; i++) {
            engine().await(ids.get(i), i == 2 ? JobState.DEAD : JobState.COMPLETED);
            assertThat(engine().effectsOf(ids.get(i))).isEqualTo(i == 2 ? 0 : 1);
        }
    }

    @Test
    void a_job_that_somebody_removed_while_it_ran_is_forgotten() {
        Part part = engine().part(cue -> {
            cue.effect();
            engine().sql
                    .update("DELETE FROM baton_job WHERE id = ?", cue.job().id().value());
            return null;
        });

        engine().enqueue(part.inTransaction(1));

        EngineOnDatabase.await().until(() -> part.runs.size() == 1 && engine().count("baton_job") == 0);
        assertThat(engine().effects()).isZero();
    }
}
