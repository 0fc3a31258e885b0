package io.baton.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.job.Retention;
import io.baton.testing.memory.InMemoryJobStore;
import io.baton.testing.memory.MemoryDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What was kept long enough goes portion by portion, and the workers that nobody refers to after it. */
class PurgeEndedJobsTests {

    private static final Retention KEEP_ALL = new Retention(null, null, null, 100);

    private final MemoryDatabase database = new MemoryDatabase(() -> Instant.EPOCH);
    private final List<String> done = new ArrayList<>();
    private int left;

    private final InMemoryJobStore jobs = new InMemoryJobStore(database, KEEP_ALL) {
        @Override
        public int purge(Retention retention, int limit) {
            int purged = Math.min(left, limit);
            left -= purged;
            done.add("purged " + purged);
            return purged;
        }
    };

    private final Sweeper.PurgeEndedJobs purge = new Sweeper.PurgeEndedJobs(jobs, database, KEEP_ALL);

    @Test
    void a_full_portion_is_followed_by_the_next_one_soon() {
        left = 1_000;
        assertThat(purge.sweep()).isLessThan(Duration.ofSeconds(1));
        assertThat(done).containsExactly("purged 1000");
        assertThat(purge.sweep()).isGreaterThan(Duration.ofMinutes(1));
        assertThat(done).containsExactly("purged 1000", "purged 0");
    }
}
