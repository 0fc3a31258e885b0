package io.baton.job.jdbc;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.JobFilter;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.database.Database;
import io.baton.job.Claim;
import io.baton.job.JobStore;
import io.baton.job.Outcome;
import io.baton.job.Retention;
import io.baton.job.Settlement;
import io.baton.schema.BatonSchema;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** How many rows MariaDB reads for a claim, a completion and a search of the dead does not grow with what lies beside them. */
@OnEachDatabase(TestDatabase.MARIADB)
class MariaDbCostTests {

    private static final int CLAIM = 20;
    private static final int MANY = 100_000;
    private static final String READS =
            "SELECT SUM(variable_value) FROM information_schema.session_status WHERE variable_name LIKE 'Handler_read%'";

    private final HikariDataSource others = TestDatabase.MARIADB.freshDatabase();
    private final SingleConnectionDataSource connection =
            new SingleConnectionDataSource(others.getJdbcUrl(), others.getUsername(), others.getPassword(), true);
    private final JdbcTemplate sql = new JdbcTemplate(connection);
    private final TransactionTemplate transactions = new TransactionTemplate(new JdbcTransactionManager(connection));
    private JobStore jobs;
    private long alone;

    @BeforeEach
    void measureAlone() {
        new BatonSchema(others, null).migrate();
        jobs = JobStore.on(new Database(connection, null), new Retention(null, null, null, 100));
        insert(1_000, "'q'", 1, 0, "UTC_TIMESTAMP(6)");
        alone = reads();
    }

    @AfterEach
    void close() {
        connection.destroy();
        others.close();
    }

    private void insert(int count, String queue, int state, int priority, String dueAt) {
        sql.update(
                "INSERT INTO baton_job (type, queue, job_rank, due_at, state, created_at, payload)"
                        + " SELECT 'work', " + queue + ", ?, " + dueAt
                        + ", ?, UTC_TIMESTAMP(6), '{}' FROM seq_1_to_" + count,
                ~priority,
                state);
    }

    private long counted() {
        return requireNonNull(sql.queryForObject(READS, Long.class));
    }

    private long reads() {
        return requireNonNull(transactions.execute(status -> {
            long before = counted();
            var claimed = jobs.claim(new Claim("q", UUID.randomUUID(), 1, CLAIM, null))
                    .jobs();
            assertThat(claimed).hasSize(CLAIM);
            jobs.settle(claimed.stream()
                    .map(job -> new Settlement(job.fence(), Outcome.Completed.PLAIN, false, null))
                    .toList());
            return counted() - before;
        }));
    }

    private void assertThatClaimsCostTheSame() {
        assertThat(reads()).as("rows read").isLessThanOrEqualTo(2 * alone);
        sql.queryForList("ANALYZE TABLE baton_job");
        assertThat(reads()).as("rows read, with fresh statistics").isLessThanOrEqualTo(2 * alone);
    }

    @Test
    void with_many_jobs() {
        insert(MANY, "'q'", 1, 0, "UTC_TIMESTAMP(6)");
        assertThatClaimsCostTheSame();
    }

    @Test
    void with_jobs_due_later_however_important() {
        insert(MANY, "'q'", 0, 9, "UTC_TIMESTAMP(6) + INTERVAL 1 DAY");
        assertThatClaimsCostTheSame();
    }

    @Test
    void with_hundreds_of_queues() {
        insert(MANY, "CONCAT('q', seq % 500)", 1, 9, "UTC_TIMESTAMP(6)");
        assertThatClaimsCostTheSame();
    }

    @Test
    void to_find_the_newest_dead_beside_many_jobs() {
        insert(5_000, "'q'", 5, 0, "UTC_TIMESTAMP(6)");
        long older = requireNonNull(sql.queryForObject("SELECT MAX(id) FROM baton_job", Long.class));
        insert(MANY, "'q'", 1, 0, "UTC_TIMESTAMP(6)");
        insert(100, "'q'", 5, 0, "UTC_TIMESTAMP(6)");
        JobFilter newest = JobFilter.all().state(JobState.DEAD).type("work").after(new JobId(older));
        long before = counted();
        assertThat(jobs.ids(newest, 0, 500)).hasSize(100);
        assertThat(jobs.search(newest, 0, 1)).hasSize(1);
        assertThat(counted() - before).as("rows read").isLessThan(1_000);
    }

    @Test
    void to_find_the_jobs_of_a_key_beside_many_jobs() {
        insert(MANY, "'q'", 1, 0, "UTC_TIMESTAMP(6)");
        sql.update("INSERT INTO baton_key (job_id, job_key) SELECT id, CONCAT('order:', id DIV 10) FROM baton_job");
        sql.update(
                "INSERT INTO baton_job_history (id, type, queue, job_rank, state, attempt, created_at, due_at, ended_at)"
                        + " SELECT id, type, queue, job_rank, 4, 1, created_at, due_at, created_at FROM baton_job WHERE MOD(id, 2) = 0");
        sql.update("DELETE FROM baton_job WHERE MOD(id, 2) = 0");
        JobFilter key = JobFilter.all().key("order:5000");
        for (int round = 0; round < 2; round++) {
            long before = counted();
            assertThat(jobs.search(key, 0, 50)).hasSize(10);
            assertThat(jobs.search(key.state(JobState.READY), 0, 50)).hasSize(5);
            assertThat(jobs.ids(key, 0, 500)).hasSize(5);
            assertThat(jobs.anyUnfinished(key)).isTrue();
            assertThat(counted() - before).as("rows read").isLessThan(500);
            sql.queryForList("ANALYZE TABLE baton_job, baton_job_history, baton_key");
        }
    }
}
