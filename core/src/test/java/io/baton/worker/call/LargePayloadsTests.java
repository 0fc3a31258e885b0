package io.baton.worker.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.baton.job.Claim;
import io.baton.job.ClaimedJob;
import io.baton.job.Due;
import io.baton.job.NewJob;
import io.baton.job.Outcome;
import io.baton.job.Retention;
import io.baton.job.Settlement;
import io.baton.testing.memory.InMemoryJobStore;
import io.baton.testing.memory.MemoryDatabase;
import io.baton.worker.call.LargePayloads.MemoryShares;
import io.baton.worker.run.ActiveRun;
import io.baton.worker.run.Runs;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class LargePayloadsTests {

    private static final int SIZE = 40_000;

    private final MemoryDatabase database = new MemoryDatabase(() -> Instant.EPOCH);
    private final InMemoryJobStore store = new InMemoryJobStore(database, new Retention(null, null, null, 100));
    private final LargePayloads payloads = new LargePayloads(store, database, new MemoryShares(SIZE * 3 / 2, 0, 0));

    private ActiveRun run(int... sizes) {
        for (int size : sizes) {
            store.insert(new NewJob("work", "q", 0, Due.NOW, null, Map.of(), "x".repeat(size), List.of()));
        }
        return Runs.of(
                store.claim(new Claim("q", UUID.randomUUID(), 1, sizes.length, null))
                        .jobs(),
                Thread.currentThread());
    }

    /** Returns what is read on a thread of its own, which waits for room by then unless it has read. */
    private FutureTask<ActiveRun> reading(ActiveRun run) {
        FutureTask<ActiveRun> task = new FutureTask<>(() -> {
            payloads.read(run);
            return run;
        });
        Thread thread = new Thread(task);
        thread.start();
        await().until(() -> thread.getState() == Thread.State.TIMED_WAITING || task.isDone());
        return task;
    }

    private interface Attempt {

        void run() throws Exception;
    }

    /** Whoever waits for 5 s does without: where the machine stood still for as long, the attempt is made again. */
    private static void inTime(Attempt attempt) throws Exception {
        while (true) {
            long start = System.nanoTime();
            try {
                attempt.run();
                return;
            } catch (ExecutionException e) {
                if (System.nanoTime() - start < TimeUnit.SECONDS.toNanos(5)) {
                    throw e;
                }
            }
        }
    }

    @Test
    void brings_what_the_claim_did_not() throws Exception {
        ActiveRun run = run(SIZE, 10);
        payloads.read(run);
        assertThat(run.jobs())
                .extracting(job -> job.payload() == null ? -1 : job.payload().length())
                .containsExactly(SIZE, 10);
        assertThat(run.jobs()).noneMatch(ClaimedJob::isUnread);
    }

    @Test
    void takes_from_the_run_what_is_not_its_any_more() throws Exception {
        ActiveRun run = run(SIZE, SIZE);
        store.settle(List.of(new Settlement(run.jobs().get(0).fence(), Outcome.HandedBack.UNSTARTED, false, null)));
        payloads.read(run);
        assertThat(run.claimed()).hasSize(2);
        assertThat(run.jobs())
                .extracting(ClaimedJob::id)
                .containsExactly(run.claimed().get(1).id());
    }

    @Test
    void waits_until_there_is_room() throws Exception {
        inTime(() -> {
            ActiveRun first = run(SIZE);
            payloads.read(first);
            FutureTask<ActiveRun> second = reading(run(SIZE));
            boolean early = second.isDone();
            first.end();
            ActiveRun read = second.get();
            assertThat(read.jobs()).noneMatch(ClaimedJob::isUnread);
            assertThat(early).isFalse();
        });
    }

    @Test
    void whoever_waits_for_long_does_without_and_hinders_nobody_after() throws Exception {
        ActiveRun hangs = run(SIZE);
        payloads.read(hangs);
        assertThatThrownBy(() -> payloads.read(run(SIZE))).hasMessageContaining("leave no memory");
        hangs.end();
        ActiveRun next = run(SIZE);
        payloads.read(next);
        assertThat(next.jobs()).noneMatch(ClaimedJob::isUnread);
    }

    @Test
    void what_is_larger_than_all_there_is_runs_alone() throws Exception {
        inTime(() -> {
            ActiveRun huge = run(SIZE * 5);
            payloads.read(huge);
            FutureTask<ActiveRun> next = reading(run(SIZE * 5));
            boolean early = next.isDone();
            huge.end();
            ActiveRun read = next.get();
            assertThat(read.jobs()).noneMatch(ClaimedJob::isUnread);
            assertThat(early).isFalse();
        });
    }

    @Test
    void room_is_free_again_when_reading_failed() throws Exception {
        LargePayloads failing = new LargePayloads(
                new InMemoryJobStore(database, new Retention(null, null, null, 100)) {
                    private boolean works;

                    @Override
                    public Map<io.baton.job.Fence, io.baton.job.ClaimedJob.JobBody> bodies(
                            java.util.Collection<io.baton.job.Fence> fences) {
                        if (!works) {
                            works = true;
                            throw new IllegalStateException("away");
                        }
                        return super.bodies(fences);
                    }
                },
                database,
                new MemoryShares(SIZE, 0, 0));
        ActiveRun first = run(SIZE);
        assertThatThrownBy(() -> failing.read(first)).hasMessage("away");
        first.end();
        ActiveRun second = run(SIZE);
        failing.read(second);
        assertThat(second.jobs()).noneMatch(ClaimedJob::isUnread);
    }
}
