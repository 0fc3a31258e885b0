package io.baton.engine;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.JobId;
import io.baton.JobState;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** A transaction that a handler leaves open swallows no other job's writes, and its job does not count as completed. */
abstract class LeftTransactionContract extends StationContract {

    private void begin(int propagation) {
        engine().node
                .context
                .getBean(PlatformTransactionManager.class)
                .getTransaction(new DefaultTransactionDefinition(propagation));
    }

    @AfterEach
    void all_connections_are_back() {
        HikariDataSource pool =
                (HikariDataSource) requireNonNull(engine().node.dataSource().getTargetDataSource());
        EngineOnDatabase.await().until(() -> pool.getHikariPoolMXBean().getActiveConnections() == 0);
    }

    @Test
    void a_job_that_leaves_one_fails_and_the_threads_next_is_unaffected() {
        Part part = engine().part(cue -> {
            if (cue.number() == 1 && cue.attempt() == 1) {
                begin(TransactionDefinition.PROPAGATION_REQUIRED);
            }
            assertThat(TransactionSynchronizationManager.isActualTransactionActive())
                    .isEqualTo(cue.number() == 1 && cue.attempt() == 1);
            cue.effect();
            return null;
        });

        List<JobId> ids = engine().enqueueTogether("single", Stream.of(1, 2).map(part::plain));

        ids.forEach(id -> {
            engine().await(id, JobState.COMPLETED);
            assertThat(engine().effectsOf(id)).isEqualTo(1);
        });
        assertThat(engine().sql.queryForList("SELECT attempt FROM effect ORDER BY attempt", Integer.class))
                .containsExactly(1, 2);
    }

    @Test
    void its_job_says_why_it_failed() {
        Part part = engine().part(cue -> {
            begin(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
            cue.effect();
            return "done";
        });

        JobId id = engine().enqueueOnce(part.plain(1));

        assertThat(engine().await(id, JobState.DEAD).error())
                .contains("began a transaction and returned without ending it");
        assertThat(engine().effects()).isZero();
    }

    @Test
    void a_handler_that_fails_meanwhile_fails_as_it_did() {
        Part part = engine().part(cue -> {
            begin(TransactionDefinition.PROPAGATION_REQUIRED);
            cue.effect();
            throw new IllegalStateException("on the way");
        });

        JobId id = engine().enqueueOnce(part.plain(1));

        assertThat(engine().await(id, JobState.DEAD).error()).contains("on the way");
        assertThat(engine().effects()).isZero();
    }

    @Test
    void within_the_handlers_own_transaction_it_rolls_both_back() {
        Part part = engine().part(cue -> {
            cue.effect();
            begin(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
            cue.effect();
            return null;
        });

        JobId id = engine().enqueueOnce(part.inTransaction(1));

        assertThat(engine().await(id, JobState.DEAD).error())
                .contains("began a transaction and returned without ending it");
        assertThat(engine().effects()).isZero();
    }

    @Test
    void resources_that_are_left_bound_are_unbound() {
        Part part = engine().part(cue -> {
            TransactionSynchronizationManager.bindResource("left", cue);
            return null;
        });

        List<JobId> ids = engine().enqueueTogether("single", Stream.of(1, 2, 3).map(part::plain));

        ids.forEach(id -> engine().await(id, JobState.COMPLETED));
        assertThat(part.runs).hasSize(3);
    }
}
