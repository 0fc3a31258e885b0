package io.baton.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.testing.TestDatabase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Transactional handlers that also use the transaction manager of another database. */
class OtherTransactionManagerTests {

    private final EngineOnDatabase engine = new EngineOnDatabase(TestDatabase.H2);
    private final HikariDataSource otherDatabase = TestDatabase.H2.freshDatabase();
    private final JdbcTransactionManager other = new JdbcTransactionManager(otherDatabase);
    private final JdbcTemplate otherSql = new JdbcTemplate(otherDatabase);

    OtherTransactionManagerTests() {
        otherSql.execute("CREATE TABLE written (n integer)");
    }

    @AfterEach
    void close() {
        assertThat(otherDatabase.getHikariPoolMXBean().getActiveConnections()).isZero();
        engine.close();
        otherDatabase.close();
    }

    private void leaveOpen() {
        other.getTransaction(new DefaultTransactionDefinition());
        otherSql.update("INSERT INTO written VALUES (0)");
    }

    private List<Integer> written() {
        return otherSql.queryForList("SELECT n FROM written ORDER BY n", Integer.class);
    }

    @Test
    void a_job_that_leaves_one_open_fails_and_its_callbacks_are_called() {
        List<Integer> told = new CopyOnWriteArrayList<>();
        Part part = engine.part(cue -> {
            cue.effect();
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCompletion(int status) {
                    told.add(status);
                }
            });
            leaveOpen();
            return null;
        });

        JobId id = engine.enqueueOnce(part.inTransaction(1));

        assertThat(engine.await(id, JobState.DEAD).error())
                .contains("began a transaction and returned without ending it");
        assertThat(engine.effects()).isZero();
        assertThat(written()).isEmpty();
        assertThat(told).containsExactly(TransactionSynchronization.STATUS_ROLLED_BACK);
    }

    @Test
    void of_jobs_run_singly_only_the_one_leaving_one_open_fails() {
        AtomicBoolean together = new AtomicBoolean(true);
        Part part = engine.part(cue -> {
            if (cue.number() == 3 && together.getAndSet(false)) {
                throw new IllegalStateException("so that each runs alone");
            }
            if (!together.get() && cue.number() == 1 && cue.attempt() == 1) {
                leaveOpen();
            } else if (!together.get()) {
                new TransactionTemplate(other)
                        .executeWithoutResult(
                                status -> otherSql.update("INSERT INTO written VALUES (?)", cue.number()));
            }
            return null;
        });

        List<JobId> ids = engine.enqueueTogether("together", Stream.of(1, 2, 3).map(part::togetherInTransaction));

        ids.forEach(id -> engine.await(id, JobState.COMPLETED));
        assertThat(written()).containsExactly(1, 2, 3);
    }
}
