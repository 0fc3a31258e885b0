package io.baton.worker.call;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.job.Claim;
import io.baton.job.ClaimedJob;
import io.baton.job.Due;
import io.baton.job.Fence;
import io.baton.job.NewJob;
import io.baton.job.Outcome;
import io.baton.job.Retention;
import io.baton.job.Settled;
import io.baton.job.Settlement;
import io.baton.testing.memory.Aged;
import io.baton.testing.memory.InMemoryJobStore;
import io.baton.testing.memory.MemoryDatabase;
import io.baton.testing.memory.MemoryTransaction;
import io.baton.worker.call.JobExecutor.StartGuard;
import io.baton.worker.run.ActiveRun;
import io.baton.worker.run.ActiveRun.JobResult;
import io.baton.worker.run.Runs;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.dao.QueryTimeoutException;

/** Jobs that a dead worker held start once that is written down, and no sooner. */
class StartGuardTests {

    private static final Retention KEEP_ALL = new Retention(null, null, null, 100);

    private final MemoryDatabase database = new MemoryDatabase(() -> Instant.EPOCH);
    private final InMemoryJobStore store = new InMemoryJobStore(database, KEEP_ALL);
    private final List<JobResult> results = new ArrayList<>();

    private ActiveRun run(int jobs) {
        for (int i = 0; i < jobs; i++) {
            store.insert(new NewJob("work", "q", 0, Due.NOW, null, Map.of(), "{}", List.of()));
        }
        new Aged(database).crashes(1);
        return Runs.of(
                store.claim(new Claim("q", UUID.randomUUID(), 1, jobs, null)).jobs(), Thread.currentThread());
    }

    private List<ClaimedJob> startable(ActiveRun run) {
        return new StartGuard(store, database).countCrashes(run, results);
    }

    private List<Settlement> settlements() {
        return results.stream()
                .map(result -> requireNonNull(result.unwritten()))
                .toList();
    }

    @Test
    void a_job_with_a_locked_row_is_released_unstarted_without_crash_count() {
        ActiveRun run = run(3);
        ClaimedJob held = run.jobs().get(1);
        MemoryTransaction stranger = database.begin();
        database.in(stranger, () -> {
            database.lockJob(held.id());
            return 0;
        });

        assertThat(startable(run)).containsExactly(run.jobs().get(0), run.jobs().get(2));
        assertThat(results)
                .containsExactly(new JobResult(
                        held, Settlement.of(held, new Outcome.HandedBack(Duration.ofSeconds(2), null), 1)));

        database.rollback(stranger);
        assertThat(store.settle(settlements())).containsEntry(held.fence(), Settled.DONE);
        assertThat(database.job(held.id())).satisfies(row -> {
            assertThat(row).isNotNull();
            assertThat(row.crashes()).isEqualTo(1);
            assertThat(row.attempt()).isZero();
        });
    }

    @Test
    void a_job_claimed_by_another_does_not_start_and_counts_as_lost() {
        ActiveRun run = run(2);
        ClaimedJob lost = run.jobs().get(0);
        store.settle(List.of(new Settlement(lost.fence(), Outcome.HandedBack.UNSTARTED, false, null)));
        assertThat(startable(run)).containsExactly(run.jobs().get(1));
        assertThat(results).containsExactly(JobResult.lost(lost));
    }

    @Test
    void nothing_starts_unwritten_and_a_possible_crash_count_is_reverted() {
        ActiveRun run = run(2);
        InMemoryJobStore silent = new InMemoryJobStore(database, KEEP_ALL) {
            @Override
            public Map<Fence, Settled> countCrash(Collection<Fence> starting) {
                database.run(() -> super.countCrash(starting));
                throw new QueryTimeoutException("no answer");
            }
        };
        assertThat(new StartGuard(silent, database).countCrashes(run, results)).isEmpty();
        assertThat(store.settle(settlements())).hasSize(2).containsValue(Settled.DONE);
        assertThat(database.jobs()).allSatisfy(row -> assertThat(row.crashes()).isEqualTo(1));
    }

    @Test
    void a_job_of_which_the_store_says_nothing_is_handed_back() {
        ActiveRun run = run(2);
        Fence forgotten = run.jobs().get(0).fence();
        InMemoryJobStore forgetful = new InMemoryJobStore(database, KEEP_ALL) {
            @Override
            public Map<Fence, Settled> countCrash(Collection<Fence> starting) {
                Map<Fence, Settled> answers = new HashMap<>(super.countCrash(starting));
                answers.remove(forgotten);
                return answers;
            }
        };
        assertThat(new StartGuard(forgetful, database).countCrashes(run, results))
                .containsExactly(run.jobs().get(1));
        assertThat(results).extracting(result -> result.job().fence()).containsExactly(forgotten);
    }
}
