package io.baton.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.testing.memory.MemoryDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What was kept long enough goes portion by portion. */
class PurgeTests {

    private final List<Integer> portions = new ArrayList<>();
    private int left = 1_001;

    private final Purge purge =
            new Purge("PurgeOld", new MemoryDatabase(() -> Instant.EPOCH), this::remove, Duration.ofMinutes(5));

    private int remove(int limit) {
        // several tables have a limit each
        int removed = Math.min(left, limit + 1);
        left -= removed;
        portions.add(removed);
        return removed;
    }

    @Test
    void a_full_portion_is_followed_by_the_next_one_soon() {
        assertThat(purge.sweep()).isLessThan(Duration.ofSeconds(1));
        assertThat(purge.sweep()).isGreaterThan(Duration.ofMinutes(1));
        assertThat(portions).containsExactly(1_001, 0);
    }
}
