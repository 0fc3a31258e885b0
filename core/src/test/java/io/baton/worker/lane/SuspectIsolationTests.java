package io.baton.worker.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.job.ClaimedJob;
import io.baton.job.ClaimedJobs;
import io.baton.worker.WorkerSettings.QueueSettings;
import io.baton.worker.call.LargePayloads.MemoryShares;
import io.baton.worker.lane.Lane.SuspectGate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * Why suspects run one at a time: charges are exact about what ran when a worker died, and not about which of these jobs it died of. Ten handlers
 * run at once here, one of which kills its worker before the others are through.
 */
class SuspectIsolationTests {

    private static final int JOBS = 10;
    private static final long POISON = JOBS;
    private static final int DEADLY = 5;

    /** Unfinished jobs with the crashes that stand against them: all were held by a worker that died. */
    private final Map<Long, Integer> crashes = new TreeMap<>(Comparator.reverseOrder());

    private final List<Long> dead = new ArrayList<>();

    private static ClaimedJob job(long id, int crashes) {
        return ClaimedJobs.plain(
                id, UUID.randomUUID(), "work", "q", 0, 1, crashes, null, Instant.EPOCH, Instant.EPOCH, null);
    }

    /** One life of a worker, until it dies of the poison or has nothing more to run. */
    private void live() {
        SuspectGate gate = new SuspectGate();
        Lane lane =
                new Lane("q", new QueueSettings(JOBS, JOBS), 1, type -> 1, MemoryShares.of(Long.MAX_VALUE, 1), gate);
        List<ClaimedJob> claimed = crashes.entrySet().stream()
                .map(each -> job(each.getKey(), each.getValue()))
                .toList();
        int runners = lane.offer(claimed).runners();
        while (runners > 0) {
            List<ClaimedJob> running = new ArrayList<>();
            for (int i = 0; i < runners; i++) {
                running.addAll(lane.next());
            }
            running.forEach(job -> crashes.merge(job.id(), 1, Integer::sum));
            if (running.stream().anyMatch(job -> job.id() == POISON)) {
                return;
            }
            running.forEach(job -> crashes.remove(job.id()));
            running.forEach(job -> gate.leave(job.fence()));
            for (int i = 0; i < runners; i++) {
                lane.dropped(List.of());
            }
            runners = lane.offer(List.of()).runners();
        }
    }

    @Test
    void jobs_beside_one_that_kills_its_workers_do_not_die() {
        for (long id = 1; id <= JOBS; id++) {
            crashes.put(id, 1);
        }
        for (int lives = 0; lives < 20 && !crashes.isEmpty(); lives++) {
            live();
            crashes.entrySet().stream()
                    .filter(each -> each.getValue() >= DEADLY)
                    .map(Map.Entry::getKey)
                    .forEach(dead::add);
            crashes.keySet().removeAll(dead);
        }
        assertThat(dead).containsExactly(POISON);
        assertThat(crashes).isEmpty();
    }
}
