package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.testing.TestDatabase;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a transaction that stores very many limited jobs reads of the table of permits, whose plans were made when it was empty. */
class LimitedBulkTests {

    private static final int PORTIONS = 40;
    private static final int PORTION = 100;

    @Test
    void storing_many_limited_jobs_scans_no_permits() {
        try (LimitedOnDatabase limited = new LimitedOnDatabase(TestDatabase.POSTGRES)) {
            limited.define("a", 1);
            List<NewJob> jobs = Collections.nCopies(PORTION, job().permits("a").asNew());
            Long scanned = limited.database.transactions.run(() -> {
                for (int portion = 0; portion < PORTIONS; portion++) {
                    limited.database.joining.insertAllWithIds(jobs);
                }
                return limited.sql.queryForObject(
                        "SELECT seq_tup_read FROM pg_stat_xact_user_tables WHERE relid = to_regclass('baton_permit')",
                        Long.class);
            });
            assertThat(limited.permitRows()).isEqualTo(PORTIONS * PORTION);
            assertThat(scanned).isZero();
        }
    }
}
