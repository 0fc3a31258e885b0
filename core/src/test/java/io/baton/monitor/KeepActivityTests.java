package io.baton.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.database.Database;
import io.baton.database.Transactions;
import io.baton.monitor.Activity.Kind;
import io.baton.monitor.Monitor.Sample;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

class KeepActivityTests {

    private static final Transactions PLAIN = new Transactions() {
        @Override
        public <T extends @Nullable Object> T run(Supplier<T> work) {
            return work.get();
        }
    };

    private static final class Kept extends ActivityStore {

        private final Map<Kind, Activity> written = new HashMap<>();
        private final Map<String, Long> depths = new HashMap<>();
        private final List<String> upkeep = new ArrayList<>();
        private Runnable meanwhile = () -> {};
        private boolean away;
        private int toFold;

        Kept() {
            super(new Database(new DriverManagerDataSource("jdbc:h2:mem:"), null));
        }

        @Override
        public Instant write(Map<Kind, Activity> activities, Map<String, Long> deep) {
            if (away) {
                throw new IllegalStateException("away");
            }
            meanwhile.run();
            written.putAll(activities);
            depths.putAll(deep);
            return Instant.parse("2026-11-27T10:00:42Z");
        }

        @Override
        public int fold(int limit) {
            upkeep.add("fold");
            int folded = Math.min(limit, toFold);
            toFold -= folded;
            return folded;
        }

        @Override
        public int purge(int limit) {
            upkeep.add("purge");
            return 0;
        }
    }

    private final Kept kept = new Kept();
    private final AtomicBoolean first = new AtomicBoolean();
    private final List<QueueStatus> queues = new ArrayList<>();
    private boolean unreadable;
    private final KeepActivity keep = new KeepActivity(kept, PLAIN, new Sampler(this::sample, first::get, () -> 0));

    private Sample sample() {
        if (unreadable) {
            throw new IllegalStateException("statement timeout");
        }
        return new Sample(queues, 0, List.of(), 0, List.of(), 0, 0, Duration.ZERO);
    }

    private static Kind kind(String queue) {
        return new Kind(queue, "t");
    }

    private static Activity ran(long started) {
        return new Activity(started, 1, 0, 0, 0, 10_000 * started, 10_000);
    }

    private static QueueStatus queue(String name, long ready) {
        return new QueueStatus(name, ready, 0, 0, 0, 0, 0, 1, null, false, null, null, 0, 0);
    }

    @Test
    void a_node_that_ran_nothing_writes_nothing() {
        assertThat(keep.sweep()).isEqualTo(Duration.ofMinutes(1));
        assertThat(kept.written).isEmpty();
        assertThat(kept.upkeep).isEmpty();
    }

    @Test
    void what_could_not_be_written_is_written_with_the_next() {
        kept.away = true;
        keep.add(kind("q"), ran(3));
        assertThatThrownBy(keep::sweep).hasMessage("away");
        kept.away = false;
        keep.add(kind("q"), ran(1));
        keep.add(kind("r"), ran(2));

        assertThat(keep.sweep()).isEqualTo(Duration.ofMinutes(1));
        assertThat(kept.written)
                .isEqualTo(Map.of(kind("q"), new Activity(4, 2, 0, 0, 0, 40_000, 10_000), kind("r"), ran(2)));
        assertThat(keep.take()).isEmpty();
    }

    @Test
    void the_pairs_beyond_the_most_active_are_written_as_one() {
        IntStream.rangeClosed(1, 2_000).forEach(number -> keep.add(kind("q" + number), ran(number)));
        keep.sweep();

        assertThat(kept.written)
                .hasSize(100)
                .containsKeys(Kind.OTHERS, kind("q950"))
                .doesNotContainKey(kind("q800"));
        assertThat(kept.written.values().stream().mapToLong(Activity::started).sum())
                .isEqualTo(2_000L * 2_001 / 2);
    }

    @Test
    void what_is_counted_while_counts_are_written_comes_with_the_next() {
        kept.meanwhile = () -> keep.add(kind("q"), ran(3));
        keep.add(kind("q"), ran(2));

        keep.sweep();
        assertThat(kept.written).isEqualTo(Map.of(kind("q"), ran(2)));
        assertThat(keep.take()).isEqualTo(Map.of(kind("q"), ran(3)));
        assertThat(keep.take()).isEmpty();
    }

    @Test
    void the_node_that_samples_writes_the_deepest_queues_in_mid_minute() {
        first.set(true);
        IntStream.rangeClosed(1, 60).forEach(number -> queues.add(queue("q" + number, number)));

        assertThat(keep.sweep()).isEqualTo(Duration.ofSeconds(48));

        assertThat(kept.depths).hasSize(50).containsEntry("q60", 60L).doesNotContainKey("q10");
        assertThat(kept.upkeep).containsExactly("purge", "fold");
    }

    @Test
    void what_ran_is_written_although_depths_cannot_be_read() {
        first.set(true);
        unreadable = true;
        keep.add(kind("q"), ran(3));
        assertThatThrownBy(keep::sweep).hasMessage("statement timeout");
        assertThat(kept.written).isEqualTo(Map.of(kind("q"), ran(3)));
        assertThat(kept.upkeep).containsExactly("purge", "fold");
    }

    @Test
    void old_rows_are_merged_portion_by_portion_before_new_are_written() {
        first.set(true);
        queues.add(queue("q", 0));
        kept.toFold = 1_500;

        assertThat(keep.sweep()).isZero();
        assertThat(kept.depths).isEmpty();
        assertThat(keep.sweep()).isPositive();
        assertThat(kept.depths).containsEntry("q", 0L);
    }
}
