package io.baton.job;

import static io.baton.job.JobDraft.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.job.WorkerStore.SeenWorker;
import io.baton.testing.TestDatabase;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A migration or a dump may lock the whole table of the jobs, for as long as it likes. */
class PostgresLockedTableTests {

    @Test
    void a_worker_lives_though_somebody_has_locked_the_jobs() {
        try (StoreOnDatabase database = new StoreOnDatabase(TestDatabase.POSTGRES)) {
            Pulses pulses = database.pulses();
            long worker = database.register("short-lived", "q");
            database.insert(job().queue("a"));
            database.seenLongAgo(worker);
            SeenWorker before = seen(database, worker);
            try (HeldTransaction held = database.hold()) {
                held.call(() -> {
                    database.sql.execute("LOCK TABLE baton_job IN ACCESS EXCLUSIVE MODE");
                    return true;
                });
                for (int i = 0; i < 10; i++) {
                    Pulse pulse = pulses.take(worker, Set.of("a"));
                    assertThat(pulse.alive()).isTrue();
                    assertThat(pulse.living()).extracting(SeenWorker::id).contains(worker);
                    assertThat(pulse.queuesWithWork()).isEmpty();
                }
            }
            assertThat(seen(database, worker).heartbeat()).isAfter(before.heartbeat());
            assertThat(pulses.take(worker, Set.of("a")).queuesWithWork()).containsExactly("a");
        }
    }

    private static SeenWorker seen(TestedStore database, long worker) {
        return database.workers.living().stream()
                .filter(seen -> seen.id() == worker)
                .findFirst()
                .orElseThrow();
    }
}
