package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import org.junit.jupiter.api.Test;

/**
 * With Galera and Group Replication a lock of a row holds on one server, and of two transactions that rely on it one fails when it commits only if
 * both have written the row. So each of them writes it.
 */
@OnEachDatabase({TestDatabase.MARIADB, TestDatabase.MYSQL})
class LocalLocksTests extends WithFlows {

    @Test
    void an_admission_that_gives_permits_writes_the_row_of_its_semaphore(TestDatabase kind) {
        try (LimitedOnDatabase limited = new LimitedOnDatabase(kind)) {
            limited.define("a", 1);
            limited.insert(job(), "a");
            limited.unusedForLong();

            assertThat(limited.admit("a").jobs()).isEqualTo(1);
            assertThat(unused(limited)).isZero();

            limited.insert(job(), "a");
            limited.unusedForLong();
            assertThat(limited.admit("a").jobs()).as("none is free").isZero();
            assertThat(unused(limited)).as("nothing was given").isEqualTo(1);
        }
    }

    private static int unused(LimitedOnDatabase limited) {
        Integer rows = limited.sql.queryForObject(
                "SELECT COUNT(*) FROM baton_limit WHERE used_at < '2021-01-01 00:00:00'", Integer.class);
        return rows == null ? 0 : rows;
    }
}
