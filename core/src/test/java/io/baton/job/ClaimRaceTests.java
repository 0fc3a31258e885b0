package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.testing.CountedStatements;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Several claimers at one queue: no job is had twice, none is forgotten, nobody waits who need not. */
@OnEachDatabase({TestDatabase.H2, TestDatabase.POSTGRES_CONTAINER})
class ClaimRaceTests extends StoreContract<StoreOnDatabase> {

    private static final int ROUNDS = 20;
    private static final int JOBS = 2_000;

    /** How many statements a claim and the settlement of its batch may take together, however large the batch. */
    int statementsPerBatch() {
        return 8;
    }

    @Override
    StoreOnDatabase store(TestDatabase kind) {
        StoreOnDatabase opened = new StoreOnDatabase(kind);
        LongLockWaits.allow(opened.dataSource);
        return opened;
    }

    @Test
    @Timeout(180)
    void a_second_claimer_gets_other_jobs_than_the_first() throws Exception {
        database.store.insertAll(job().times(30));
        List<ClaimedJob> first;
        List<ClaimedJob> second;
        try (HeldConnection a = new HeldConnection(database.dataSource);
                HeldConnection b = new HeldConnection(database.dataSource)) {
            first = a.call(() -> database.joining.claim(database.wish("q", 10)).jobs());
            Future<List<ClaimedJob>> waiting =
                    b.start(() -> database.joining.claim(database.wish("q", 10)).jobs());
            assertThat(waiting.get(60, TimeUnit.SECONDS)).hasSize(10);
            a.commit();
            second = waiting.get(60, TimeUnit.SECONDS);
            b.commit();
        }
        Set<Long> had = new HashSet<>(ids(first));
        had.addAll(ids(second));
        assertThat(first).hasSize(10);
        assertThat(had).hasSize(10 + second.size());
        assertThat(ids(database.claim(30))).hasSize(20 - second.size()).doesNotContainAnyElementsOf(had);
    }

    @Test
    @Timeout(180)
    void what_a_first_claimer_gives_back_a_second_one_gets() throws Exception {
        database.store.insertAll(job().times(10));
        try (HeldConnection a = new HeldConnection(database.dataSource)) {
            assertThat(a.call(
                            () -> database.joining.claim(database.wish("q", 10)).jobs()))
                    .hasSize(10);
            a.rollback();
        }
        assertThat(database.claim(10))
                .hasSize(10)
                .extracting(ClaimedJob::attempt)
                .containsOnly(1);
    }

    @Test
    @Timeout(600)
    void every_job_is_claimed_exactly_once() {
        int collisions = 0;
        for (int round = 0; round < ROUNDS; round++) {
            database.store.insertAll(job().times(JOBS));
            ClaimRace race = ClaimRace.run(new StoreClaim(database));
            assertThat(race.claimedAgain()).isZero();
            assertThat(race.claimed()).isEqualTo(JOBS);
            assertThat(race.largestBatch()).isEqualTo(ClaimRace.BATCH);
            assertThat(database.store.counts()).isEmpty();
            collisions += race.collisions();
        }
        assertThat(collisions).as("transactions given up").isLessThan(ROUNDS * JOBS / ClaimRace.BATCH / 100);
        assertThat(database.sql.queryForObject("SELECT COUNT(*) FROM baton_job_history", Integer.class))
                .isEqualTo(ROUNDS * JOBS);
    }

    @Test
    @Timeout(600)
    void the_statement_of_the_source_loses_this_race() {
        assertThatTheRaceIsLost(SeedClaim.on(database));
    }

    void assertThatTheRaceIsLost(SeedClaim seed) {
        long claimedAgain = 0;
        for (int round = 0; round < ROUNDS && claimedAgain == 0; round++) {
            seed.fill(JOBS);
            claimedAgain = ClaimRace.run(seed).claimedAgain();
        }
        assertThat(claimedAgain).isPositive();
    }

    @Test
    @Timeout(180)
    void the_number_of_statements_is_independent_of_the_batch_size() {
        CountedStatements counted = new CountedStatements(database.dataSource);
        JobStore store = database.storeThrough(counted);
        List<Integer> statements = new ArrayList<>();
        for (int size : new int[] {1, 10, 100, 1_000}) {
            database.store.insertAll(job().times(size));
            counted.taken();
            List<Settlement> settlements = store.claim(database.wish("q", size)).jobs().stream()
                    .map(job -> new Settlement(job.fence(), new Outcome.Completed("1"), false, null))
                    .toList();
            assertThat(store.settle(settlements)).hasSize(size).containsValue(Settled.DONE);
            statements.add(counted.taken());
        }
        assertThat(statements).allSatisfy(taken -> assertThat(taken).isBetween(1, statementsPerBatch()));
        assertThat(new HashSet<>(statements)).hasSize(1);
    }

    private static List<Long> ids(List<ClaimedJob> jobs) {
        return jobs.stream().map(ClaimedJob::id).toList();
    }
}
