package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.testing.TestDatabase;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Completions find rows as they were when the statement began, and lock them as they are now. */
class PostgresCompletionTests {

    @Test
    void a_job_that_changes_meanwhile_is_busy_and_completed_next() throws Exception {
        try (StoreOnDatabase database = new StoreOnDatabase(TestDatabase.POSTGRES)) {
            database.store.insertAll(job().times(2));
            List<ClaimedJob> claimed = database.claim(2);
            Fence changed = claimed.get(0).fence();
            Fence other = claimed.get(1).fence();
            // fires after the statement has taken its snapshot, and before it reads a row
            database.sql.execute("CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS"
                    + " $$ BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NULL; END $$");
            database.sql.execute(
                    "CREATE TRIGGER gate BEFORE DELETE ON baton_job FOR EACH STATEMENT EXECUTE FUNCTION wait()");
            CompletableFuture<Map<Fence, Settled>> settled;
            try (HeldTransaction gate = database.hold()) {
                gate.call(() -> database.sql.queryForList("SELECT pg_advisory_xact_lock(1)"));
                settled = CompletableFuture.supplyAsync(() -> database.store.settle(claimed.stream()
                        .map(job -> Settlement.of(job, Outcome.Completed.PLAIN))
                        .toList()));
                awaitLockWait(database);
                assertThat(database.store.saveProgress(Map.of(changed, new Progress(0.5, "changed"))))
                        .containsEntry(changed, Settled.DONE);
            }

            assertThat(settled.get(60, TimeUnit.SECONDS)).isEqualTo(Map.of(changed, Settled.BUSY, other, Settled.DONE));
            assertThat(database.settle(changed, Outcome.Completed.PLAIN)).isEqualTo(Settled.DONE);
        }
    }

    private static void awaitLockWait(StoreOnDatabase database) {
        long patience = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        Integer none = 0;
        while (none.equals(database.sql.queryForObject(LockWaits.on(TestDatabase.POSTGRES, ""), Integer.class))) {
            assertThat(System.nanoTime() - patience).isNegative();
            Thread.onSpinWait();
        }
    }
}
