package io.baton.job.jdbc;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.job.ClaimedJob;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

/** Where the last jobs of a queue were limited, a claim reads which permits its jobs hold, by the key of each. */
class PostgresLimitedClaimTests {

    private static final int RUNS_TO_SETTLE_ON_A_PLAN = 12;

    private static final String SCANS = "SELECT pg_stat_get_xact_numscans('baton_permit'::regclass)"
            + " + pg_stat_get_xact_numscans('baton_permit_held'::regclass)";

    private final PostgresSession session = new PostgresSession();

    @AfterEach
    void close() {
        session.close();
    }

    /** Inserts a ready job with permits of these names, which it holds, and one that it does not hold. */
    private void insertLimited(String... names) {
        session.insert(1, "'q'");
        long id = requireNonNull(session.sql.queryForObject("SELECT MAX(id) FROM baton_job", Long.class));
        session.sql.update("UPDATE baton_job SET ties = 1 WHERE id = ?", id);
        for (String name : names) {
            permit(id, name, 2);
        }
        permit(id, "not held", 0);
    }

    private void permit(long job, String name, int state) {
        session.sql.update(
                "INSERT INTO baton_permit (job_id, name, position, state, place, queue, job_rank, due_at)"
                        + " VALUES (?, ?, 0, ?, 0, 'q', 0, clock_timestamp())",
                job,
                name,
                state);
    }

    @Test
    void a_claim_from_a_queue_of_limited_jobs_reads_what_each_holds() {
        insertLimited("c");
        assertThat(session.claim(10)).extracting(job -> job.ties().permits()).containsExactly(Set.of());
        insertLimited("a", "b");
        insertLimited();
        session.insert(1, "'q'");

        List<ClaimedJob> claimed = session.claim(10);
        assertThat(claimed)
                .extracting(job -> job.ties().permits())
                .containsExactly(Set.of("a", "b"), Set.of(), Set.of());
        assertThat(claimed).extracting(job -> job.ties().limited()).containsExactly(true, true, false);
    }

    @Test
    void a_plan_made_without_permits_reads_no_others_later() {
        session.sql.execute("VACUUM (ANALYZE) baton_permit");
        JdbcTemplate own = new JdbcTemplate(session.connection());
        for (int run = 0; run < RUNS_TO_SETTLE_ON_A_PLAN; run++) {
            insertLimited("a");
            session.reads(() -> {
                assertThat(session.claim(10)).hasSize(1);
                assertThat(own.queryForObject(SCANS, Long.class))
                        .as("scans of all permits, or of all that are held")
                        .isZero();
            });
        }
    }
}
