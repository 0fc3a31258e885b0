package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import java.util.List;
import org.junit.jupiter.api.Test;

@OnEachDatabase(TestDatabase.POSTGRES)
class PostgresClaimRaceTests extends ClaimRaceTests {

    @Override
    int statementsPerBatch() {
        return 3;
    }

    /** Where the planner is left with nested loops, it runs a sub-select once per row. */
    @Test
    void a_claim_takes_no_more_than_its_limit_whatever_the_plan() {
        database.store.insertAll(job().times(100));
        database.transactions.run(() -> {
            leaveOnlyNestedLoops();
            assertThat(database.joining.claim(database.wish("q", 1)).jobs()).hasSize(1);
            return true;
        });
        assertThat(claimedRows()).isEqualTo(1);
    }

    @Test
    void a_settlement_ends_no_more_than_it_was_given_whatever_the_plan() {
        database.store.insertAll(job().times(100));
        List<ClaimedJob> claimed = database.claim(100);
        database.transactions.run(() -> {
            leaveOnlyNestedLoops();
            return database.joining.settle(claimed.subList(0, 10).stream()
                    .map(job -> new Settlement(job.fence(), Outcome.Completed.PLAIN, false, null))
                    .toList());
        });
        assertThat(claimedRows()).isEqualTo(90);
    }

    /** That the plan does harm: the obvious statement takes them all. */
    @Test
    void the_obvious_statement_takes_more_than_its_limit_under_that_plan() {
        database.store.insertAll(job().times(100));
        int taken = database.transactions.run(() -> {
            leaveOnlyNestedLoops();
            return database.sql.update("UPDATE baton_job SET attempt = 7 WHERE id IN"
                    + " (SELECT id FROM baton_job WHERE state = 1 LIMIT 1 FOR UPDATE SKIP LOCKED)");
        });
        assertThat(taken).isGreaterThan(1);
    }

    private void leaveOnlyNestedLoops() {
        for (String way : List.of("hashjoin", "mergejoin", "material", "sort", "hashagg")) {
            database.sql.execute("SET LOCAL enable_" + way + " = off");
        }
    }

    private int claimedRows() {
        Integer rows = database.sql.queryForObject("SELECT COUNT(*) FROM baton_job WHERE state = 2", Integer.class);
        return rows == null ? 0 : rows;
    }
}
