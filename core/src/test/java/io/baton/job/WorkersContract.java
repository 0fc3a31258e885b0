package io.baton.job;

import io.baton.job.JobSweeps.Unlocked;
import io.baton.job.WorkerStore.SeenWorker;
import java.util.List;
import java.util.UUID;

/** What the contracts about workers share: workers that come, claim and die. */
abstract class WorkersContract extends VerbContract {

    private static final int ALL = 1_000;

    WorkerStore workers() {
        return database().workers;
    }

    /** A worker that serves queue {@code q}. */
    long worker() {
        return database().register("short-lived", "q");
    }

    List<ClaimedJob> claimFor(long worker, String queue, int limit) {
        return store().claim(new Claim(queue, UUID.randomUUID(), worker, limit, null))
                .jobs();
    }

    List<ClaimedJob> claimFor(long worker, int limit) {
        return claimFor(worker, "q", limit);
    }

    SeenWorker seen(long worker) {
        return workers().living().stream()
                .filter(seen -> seen.id() == worker)
                .findFirst()
                .orElseThrow(() -> new AssertionError("worker " + worker + " is not among the living"));
    }

    boolean lives(long worker) {
        return workers().living().stream().anyMatch(seen -> seen.id() == worker);
    }

    void dies(long worker) {
        if (!workers().declareDead(seen(worker))) {
            throw new AssertionError("worker " + worker + " should be dead");
        }
    }

    Unlocked unlock(long worker) {
        return store().unlock(worker, ALL);
    }
}
