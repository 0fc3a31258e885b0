package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.database.OwnTransactions;
import io.baton.testing.RecordedStatements;
import io.baton.testing.TestDatabase;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Completions of many find rows as they were when the statement began, and delete them as they are now; they wait for locked rows once. */
class PostgresCompletionTests {

    @Test
    void a_job_that_changes_meanwhile_is_completed_as_it_is_then() throws Exception {
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

            assertThat(settled.get(60, TimeUnit.SECONDS)).isEqualTo(Map.of(changed, Settled.DONE, other, Settled.DONE));
            assertThat(database.sql.queryForObject("SELECT COUNT(*) FROM baton_job", Integer.class))
                    .isZero();
        }
    }

    @Test
    void a_locked_job_is_waited_for_once_until_all_can_be_locked_again() {
        try (StoreOnDatabase database = new StoreOnDatabase(TestDatabase.POSTGRES)) {
            database.store.insertAll(job().times(5));
            List<ClaimedJob> claimed = database.claim(5);
            RecordedStatements recorded = new RecordedStatements(database.dataSource);
            JobStore store = database.storeThrough(recorded);
            recorded.taken();
            try (HeldTransaction other = database.hold()) {
                other.call(() -> {
                    database.lockJob(claimed.get(0).id());
                    return null;
                });
                assertThat(complete(store, claimed, 0, 1)).containsExactly(Settled.BUSY, Settled.DONE);
                assertThat(deletions(recorded)).containsExactly("waits", "passes over");
                assertThat(complete(store, claimed, 0, 2)).containsExactly(Settled.BUSY, Settled.DONE);
                assertThat(deletions(recorded)).containsExactly("passes over");
            }
            assertThat(complete(store, claimed, 0, 3)).containsExactly(Settled.DONE, Settled.DONE);
            assertThat(deletions(recorded)).containsExactly("passes over");
            assertThat(complete(store, claimed, 3, 4)).containsExactly(Settled.FENCED, Settled.DONE);
            assertThat(deletions(recorded)).containsExactly("waits");
        }
    }

    @Test
    void a_transaction_waits_for_no_row() {
        try (StoreOnDatabase database = new StoreOnDatabase(TestDatabase.POSTGRES)) {
            database.store.insertAll(job().times(2));
            List<ClaimedJob> claimed = database.claim(2);
            RecordedStatements recorded = new RecordedStatements(database.dataSource);
            JobStore store = database.storeThrough(recorded);
            recorded.taken();

            new OwnTransactions(recorded).run(() -> {
                assertThat(complete(store, claimed, 0, 1)).containsExactly(Settled.DONE, Settled.DONE);
                return null;
            });

            assertThat(deletions(recorded)).containsExactly("passes over");
        }
    }

    private static List<Settled> complete(JobStore store, List<ClaimedJob> claimed, int... places) {
        List<Fence> fences = IntStream.of(places)
                .mapToObj(place -> claimed.get(place).fence())
                .toList();
        Map<Fence, Settled> settled = store.settle(fences.stream()
                .map(fence -> new Settlement(fence, Outcome.Completed.PLAIN))
                .toList());
        return fences.stream().map(settled::get).toList();
    }

    private static List<String> deletions(RecordedStatements recorded) {
        return recorded.taken().stream()
                .filter(sql -> sql.contains("DELETE FROM baton_job"))
                .map(sql -> sql.contains("SKIP LOCKED") ? "passes over" : "waits")
                .toList();
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
