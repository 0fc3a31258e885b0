package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.job.JobSettlements.Progress;
import io.baton.testing.RewrittenStatements;
import io.baton.testing.TestDatabase;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.dao.CannotAcquireLockException;

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

    /** Nothing of it is in a transaction: the deletion is committed, and would find no row a second time. */
    @Test
    void a_collision_after_the_deletion_does_not_repeat_it() {
        try (StoreOnDatabase database = new StoreOnDatabase(TestDatabase.POSTGRES)) {
            database.store.insert(job().asNew());
            Fence standing = database.claimOne().fence();
            Fence lost = new Fence(Long.MAX_VALUE, UUID.randomUUID());
            AtomicInteger explanations = new AtomicInteger();
            JobStore colliding = database.storeThrough(new RewrittenStatements(database.dataSource, text -> {
                if (text.startsWith("SELECT id, lock_id FROM") && explanations.incrementAndGet() == 1) {
                    throw new CannotAcquireLockException("another transaction is in the way");
                }
                return text;
            }));

            Map<Fence, Settled> settled = colliding.settle(List.of(
                    new Settlement(standing, Outcome.Completed.PLAIN, false, null),
                    new Settlement(lost, Outcome.Completed.PLAIN, false, null)));

            assertThat(settled).isEqualTo(Map.of(standing, Settled.DONE, lost, Settled.FENCED));
            assertThat(explanations).hasValue(2);
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
