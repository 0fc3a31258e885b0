package io.baton.worker.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.database.Transactions;
import io.baton.job.Claim;
import io.baton.job.ClaimedJob;
import io.baton.job.Fence;
import io.baton.job.JobDraft;
import io.baton.job.Outcome;
import io.baton.job.Retention;
import io.baton.job.Settlement;
import io.baton.testing.memory.InMemoryJobStore;
import io.baton.testing.memory.MemoryDatabase;
import io.baton.worker.call.TransactionalExecution.ClaimLookup;
import io.baton.worker.run.ActiveRun;
import io.baton.worker.run.ActiveRun.StopReason;
import io.baton.worker.run.Runs;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;

class ClaimLookupTests {

    private final MemoryDatabase database = new MemoryDatabase(() -> Instant.EPOCH);
    private final InMemoryJobStore store = new InMemoryJobStore(database, new Retention(null, null, null, 100));
    private final List<ClaimedJob> jobs = claimed();
    private final ActiveRun run = Runs.of(jobs, Thread.currentThread());
    /** What happens while the lookup waits for its next turn. */
    private final Deque<Runnable> meanwhile = new ArrayDeque<>();

    private boolean away;
    private final ClaimLookup lookup =
            new ClaimLookup(store, new Away(), nanos -> meanwhile.remove().run());

    private List<ClaimedJob> claimed() {
        return database.run(() -> {
            store.insertAll(JobDraft.job().times(2));
            return store.claim(new Claim("q", new UUID(0, 1), 1, 2, null)).jobs();
        });
    }

    /** Transactions of a database that may be away. */
    private final class Away implements Transactions {

        @Override
        public <T extends @Nullable Object> T run(Supplier<T> work) {
            if (away) {
                throw new DataAccessResourceFailureException("away");
            }
            return database.run(work);
        }
    }

    private void settle(int job) {
        database.run(() -> store.settle(List.of(new Settlement(fence(job), Outcome.Completed.PLAIN, false, null))));
    }

    private Fence fence(int job) {
        return jobs.get(job).fence();
    }

    @Test
    void tells_which_claims_still_stand() {
        settle(0);
        assertThat(lookup.standing(jobs, run)).containsExactly(fence(1));
    }

    @Test
    void waits_for_a_settlement_that_is_under_way() {
        var other = database.begin();
        database.in(other, () -> store.settle(List.of(new Settlement(fence(0), Outcome.Completed.PLAIN, false, null))));
        meanwhile.add(() -> {});
        meanwhile.add(() -> database.commit(other));
        assertThat(lookup.standing(jobs, run)).containsExactly(fence(1));
        assertThat(meanwhile).isEmpty();
    }

    /** Its commit may wait for a standby for minutes, and so may those of all runs of the node. */
    @Test
    void pauses_grow_while_another_transaction_holds_the_row() {
        var other = database.begin();
        database.in(other, () -> store.settle(List.of(new Settlement(fence(0), Outcome.Completed.PLAIN, false, null))));
        List<Long> millis = new ArrayList<>();
        ClaimLookup patient = new ClaimLookup(store, new Away(), nanos -> {
            millis.add(nanos / 1_000_000);
            if (millis.size() == 6) {
                database.commit(other);
            }
        });
        assertThat(patient.standing(jobs, run)).containsExactly(fence(1));
        assertThat(millis).containsExactly(20L, 40L, 80L, 160L, 250L, 250L);
    }

    @Test
    void asks_again_until_the_database_is_back() {
        away = true;
        meanwhile.add(() -> run.stop(StopReason.TIMED_OUT));
        meanwhile.add(() -> away = false);
        assertThat(lookup.standing(jobs, run)).containsExactlyInAnyOrder(fence(0), fence(1));
        assertThat(meanwhile).isEmpty();
    }

    @Test
    void ends_with_a_run_that_was_given_up() {
        away = true;
        meanwhile.add(run::end);
        assertThat(lookup.standing(jobs, run)).isEmpty();
        assertThat(meanwhile).isEmpty();
    }

    @Test
    void leaves_it_to_others_once_its_worker_lost_jobs_or_ends() {
        away = true;
        meanwhile.add(() -> run.stop(StopReason.SHUTDOWN));
        assertThat(lookup.standing(jobs, run)).isEmpty();
        assertThat(meanwhile).isEmpty();
    }
}
