package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.job.jdbc.JdbcJobRoles;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.RewrittenStatements;
import io.baton.testing.TestDatabase;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@OnEachDatabase({TestDatabase.MARIADB, TestDatabase.MARIADB_CONTAINER, TestDatabase.MYSQL})
class MariaDbClaimRaceTests extends ClaimRaceTests {

    private static final int NOT_SUPPORTED_YET = 1235;
    private static final int ROUNDS_WITHOUT_LOCKS = 3;
    private static final int JOBS_WITHOUT_LOCKS = 500;

    /** It is not even understood. */
    @Override
    void assertThatTheRaceIsLost(SeedClaim seed) {
        assertThatThrownBy(() -> seed.claim(10))
                .rootCause()
                .asInstanceOf(InstanceOfAssertFactories.type(SQLException.class))
                .extracting(SQLException::getErrorCode)
                .isEqualTo(NOT_SUPPORTED_YET);
    }

    /** The server as one whose locking reads lock nothing. */
    private DataSource withoutLocks() {
        return new RewrittenStatements(database.dataSource, sql -> sql.replace(" FOR UPDATE SKIP LOCKED", ""));
    }

    private static JobStore joining(DataSource dataSource) {
        return JobStore.of(JdbcJobRoles.on(dataSource, null, TestedStore.KEEP_ALL));
    }

    @Test
    @Timeout(180)
    void a_claim_without_locks_returns_only_the_jobs_that_it_changed() throws Exception {
        database.store.insertAll(job().times(30));
        CountDownLatch picked = new CountDownLatch(1);
        DataSource early = withoutLocks();
        DataSource late = BeforeStatements.on(withoutLocks(), sql -> {
            if (sql.startsWith("UPDATE")) {
                picked.countDown();
            }
        });
        JobStore first = joining(early);
        JobStore second = joining(late);
        List<ClaimedJob> ofFirst;
        List<ClaimedJob> ofSecond;
        try (HeldConnection a = new HeldConnection(early);
                HeldConnection b = new HeldConnection(late)) {
            ofFirst = a.call(() -> first.claim(database.wish("q", 10)).jobs());
            Future<List<ClaimedJob>> waiting =
                    b.start(() -> second.claim(database.wish("q", 20)).jobs());
            assertThat(picked.await(60, TimeUnit.SECONDS)).isTrue();
            a.commit();
            ofSecond = waiting.get(60, TimeUnit.SECONDS);
            b.commit();
        }
        List<Long> taken = ofFirst.stream().map(ClaimedJob::id).toList();
        assertThat(taken).hasSize(10);
        assertThat(ofSecond)
                .hasSize(10)
                .allSatisfy(job -> assertThat(job.attempt()).isEqualTo(1))
                .extracting(ClaimedJob::id)
                .doesNotContainAnyElementsOf(taken);
        assertThat(database.claim(30)).hasSize(10);
    }

    @Test
    @Timeout(600)
    void every_job_is_claimed_exactly_once_without_locks_too() {
        JobStore store = database.storeThrough(withoutLocks());
        for (int round = 0; round < ROUNDS_WITHOUT_LOCKS; round++) {
            database.store.insertAll(job().times(JOBS_WITHOUT_LOCKS));
            ClaimRace race = ClaimRace.run(new StoreClaim(database, store));
            assertThat(race.claimedAgain()).isZero();
            assertThat(race.claimed()).isEqualTo(JOBS_WITHOUT_LOCKS);
        }
    }
}
