package io.baton.job.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.database.Database;
import io.baton.job.Claim;
import io.baton.job.ClaimedJob;
import io.baton.job.ReadyJobs;
import io.baton.schema.BatonSchema;
import io.baton.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

/** Claims from the low-water marks. Time passes only as the test says: whatever is claimed from the front seems to take 20 ms. */
class PostgresMarkedClaimTests {

    private static final long MILLI = 1_000_000;
    private static final long COST = 20 * MILLI;
    private static final long PAUSE_WHEN_CALLED = 4 * COST;
    private static final long PAUSE = 200 * COST;
    private static final int ALL = 500;

    private final HikariDataSource dataSource = TestDatabase.POSTGRES.freshDatabase();
    private final JdbcTemplate sql = new JdbcTemplate(dataSource);
    private final AtomicLong now = new AtomicLong();
    private final PostgresClaim claims = new PostgresClaim(new Database(dataSource, null), () -> now.getAndAdd(COST));

    /** Five thousand jobs, claimed from a front that seems slow. */
    @BeforeEach
    void putMarksOn() {
        new BatonSchema(dataSource, null).migrate();
        insert(5_000, "clock_timestamp()", 0);
        for (int i = 0; i < 10; i++) {
            assertThat(claim(ALL)).hasSize(ALL);
        }
        sql.update("DELETE FROM baton_job");
        long late = insert("clock_timestamp() - interval '1 hour'", 0);
        assertThat(claim(ALL)).as("what is claimed behind the mark").isEmpty();
        sql.update("DELETE FROM baton_job WHERE id = ?", late);
    }

    @AfterEach
    void close() {
        dataSource.close();
    }

    private void insert(int jobs, String dueAt, int priority) {
        sql.update(
                "INSERT INTO baton_job (type, queue, job_rank, due_at, state, created_at)" + " SELECT 'work', 'q', ?, "
                        + dueAt + ", 1, clock_timestamp() FROM generate_series(1, ?)",
                ~priority,
                jobs);
    }

    private long insert(String dueAt, int priority) {
        insert(1, dueAt, priority);
        Long id = sql.queryForObject("SELECT MAX(id) FROM baton_job", Long.class);
        return id == null ? 0 : id;
    }

    private List<ClaimedJob> claim(int limit) {
        return claims.claim(new Claim("q", UUID.randomUUID(), 1, limit, null));
    }

    private List<Long> claimedIds() {
        return claim(ALL).stream().map(ClaimedJob::id).toList();
    }

    /** The newest job claimed is not far behind. */
    @Test
    void a_job_that_was_just_inserted_is_claimed_at_once() {
        long job = insert("clock_timestamp()", 0);
        assertThat(claimedIds()).containsExactly(job);
    }

    @Test
    void a_job_committed_late_is_claimed_at_the_next_front_poll() {
        long late = insert("clock_timestamp() - interval '1 hour'", 0);
        assertThat(claim(ALL)).isEmpty();
        now.addAndGet(PAUSE);
        assertThat(claimedIds()).containsExactly(late);
    }

    /** However busy the marks are. */
    @Test
    void the_front_is_looked_at_though_the_marks_have_work() {
        insert(50, "clock_timestamp()", 0);
        long late = insert("clock_timestamp() - interval '1 hour'", 0);
        assertThat(claim(10)).hasSize(10).extracting(ClaimedJob::id).doesNotContain(late);
        now.addAndGet(PAUSE);
        assertThat(claim(10)).extracting(ClaimedJob::id).contains(late);
    }

    @Test
    void remaining_jobs_found_at_the_front_follow_without_a_pause() {
        insert(50, "clock_timestamp() - interval '1 hour'", 0);
        now.addAndGet(PAUSE);
        assertThat(claim(10)).hasSize(10);
        assertThat(claim(10)).hasSize(10);
        assertThat(claim(ALL)).hasSize(30);
    }

    @Test
    void a_job_that_was_put_back_is_claimed_again() {
        rest();
        long job = insert("clock_timestamp() - interval '1 second'", 0);
        assertThat(claimedIds()).as("of a claim that starts far enough back").containsExactly(job);
        sql.update(
                "UPDATE baton_job SET state = 1, lock_id = NULL, due_at = due_at - interval '1 hour' WHERE id = ?",
                job);
        assertThat(claim(ALL)).isEmpty();
        now.addAndGet(PAUSE);
        assertThat(claimedIds()).containsExactly(job);
    }

    @Test
    void jobs_of_unseen_ranks_are_claimed_at_the_next_front_poll() {
        long urgent = insert("clock_timestamp()", 9);
        long unimportant = insert("clock_timestamp()", -9);
        assertThat(claim(ALL)).isEmpty();
        now.addAndGet(PAUSE);
        assertThat(claimedIds()).containsExactlyInAnyOrder(urgent, unimportant);

        long next = insert("clock_timestamp()", -9);
        assertThat(claimedIds()).as("without a pause, since the rank is known").containsExactly(next);
    }

    @Test
    @Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void a_claim_from_the_marks_passes_over_rows_that_others_hold() throws SQLException {
        long held = insert("clock_timestamp()", 0);
        long free = insert("clock_timestamp()", 0);
        try (Connection other = dataSource.getConnection();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("SELECT 1 FROM baton_job WHERE id = " + held + " FOR UPDATE");
            assertThat(claimedIds()).containsExactly(free);
            other.rollback();
        }
    }

    /** The last look at the front was long enough ago. */
    private void rest() {
        now.addAndGet(PAUSE_WHEN_CALLED);
    }

    @Test
    void an_announced_job_of_an_unseen_rank_is_claimed_at_once() {
        rest();
        assertThat(claim(ALL)).isEmpty();
        long urgent = insert("clock_timestamp()", 9);
        claims.expect(ReadyJobs.of("q", 9));
        assertThat(claimedIds()).containsExactly(urgent);
    }

    @Test
    void an_announced_job_that_was_put_back_is_claimed_at_once() {
        rest();
        long job = insert("clock_timestamp() - interval '1 hour'", 0);
        claims.expect(ReadyJobs.of("q", 0));
        assertThat(claim(ALL)).as("behind the mark").isEmpty();
        claims.expect(ReadyJobs.outOfTurn("q"));
        assertThat(claimedIds()).containsExactly(job);
    }

    @Test
    void jobs_announced_right_after_a_front_poll_are_claimed_soon() {
        now.addAndGet(PAUSE);
        assertThat(claim(ALL)).as("a look at the front").isEmpty();
        long job = insert("clock_timestamp() - interval '1 hour'", 9);
        claims.expect(ReadyJobs.outOfTurn("q"));
        assertThat(claim(ALL)).isEmpty();
        Duration wait = claims.untilChecked("q").orElseThrow();
        assertThat(wait).isPositive().isLessThanOrEqualTo(Duration.ofNanos(PAUSE_WHEN_CALLED));
        now.addAndGet(wait.toNanos());
        assertThat(claimedIds()).containsExactly(job);
        assertThat(claims.untilChecked("q")).isEmpty();
    }

    @Test
    void a_flood_of_unseen_ranks_is_claimed_at_once_and_again() {
        for (int round = 0; round < 2; round++) {
            rest();
            for (int priority = 1; priority <= 300; priority++) {
                insert("clock_timestamp()", priority);
                claims.expect(ReadyJobs.of("q", priority));
            }
            assertThat(claim(ALL)).hasSize(300);
        }
    }

    @Test
    void jobs_of_another_queue_cause_no_look() {
        rest();
        insert("clock_timestamp() - interval '1 hour'", 9);
        claims.expect(ReadyJobs.outOfTurn("other"));
        assertThat(claim(ALL)).isEmpty();
        assertThat(claims.untilChecked("q")).isEmpty();
    }

    @Test
    void ranks_come_in_order_with_no_more_locked_than_requested() {
        insert("clock_timestamp()", 9);
        now.addAndGet(PAUSE);
        assertThat(claim(1)).hasSize(1);
        insert(10, "clock_timestamp()", 0);
        insert(10, "clock_timestamp()", 9);
        assertThat(claim(5)).hasSize(5).allMatch(job -> job.priority() == 9);
        assertThat(claim(10).stream().filter(job -> job.priority() == 0)).hasSize(5);
        assertThat(claim(ALL)).hasSize(5).allMatch(job -> job.priority() == 0);
    }

    @Test
    void a_check_for_work_claims_rather_than_polls_the_front() {
        assertThat(claims.cheaperToClaim(Set.of("q", "another"))).containsExactly("q");
    }

    @Test
    void after_an_error_nothing_is_known_and_the_front_is_read() {
        long late = insert("clock_timestamp() - interval '1 hour'", 0);
        sql.execute("ALTER TABLE baton_job RENAME TO elsewhere");
        assertThatThrownBy(() -> claim(ALL)).isInstanceOf(DataAccessException.class);
        sql.execute("ALTER TABLE elsewhere RENAME TO baton_job");
        assertThat(claimedIds()).containsExactly(late);
    }

    @Test
    void every_queue_has_marks_of_its_own() {
        long late = insert("clock_timestamp() - interval '1 hour'", 0);
        sql.update("UPDATE baton_job SET queue = 'other'");
        assertThat(claims.claim(new Claim("other", UUID.randomUUID(), 1, ALL, null)))
                .extracting(ClaimedJob::id)
                .containsExactly(late);
    }
}
