package io.baton.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.database.Transactions;
import io.baton.monitor.Activity.Count;
import io.baton.monitor.Monitor.QueueStatus;
import io.baton.monitor.Monitor.Sample;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KeepActivityTests {

    private static final Transactions PLAIN = new Transactions() {
        @Override
        public <T extends @Nullable Object> T run(Supplier<T> work) {
            return work.get();
        }
    };

    private static final class Kept implements ActivityStore {

        private final List<Activity> written = new ArrayList<>();
        private final Map<String, Long> depths = new HashMap<>();
        private final List<String> upkeep = new ArrayList<>();
        private boolean away;
        private int toFold;

        @Override
        public Instant write(List<Activity> activities, Map<String, Long> deep) {
            if (away) {
                throw new IllegalStateException("away");
            }
            written.addAll(activities);
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
        return new Sample(queues, 0, List.of(), 0, List.of(), 0);
    }

    private static Activity ran(String queue, long started) {
        return Activity.of(queue, "t", count -> switch (count) {
            case STARTED -> started;
            case COMPLETED -> 1;
            case CANCELLED, FAILED, DIED -> 0;
            case WAITED -> 10_000 * started;
            case LONGEST_WAIT -> 10_000;
            default -> 2;
        });
    }

    private static QueueStatus queue(String name, long ready) {
        return new QueueStatus(name, ready, 0, 0, 0, 0, 1, null, false, null);
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
        keep.restore(List.of(ran("q", 3)));
        assertThatThrownBy(keep::sweep).hasMessage("away");
        kept.away = false;
        keep.restore(List.of(ran("q", 1), ran("r", 2)));

        assertThat(keep.sweep()).isEqualTo(Duration.ofMinutes(1));
        assertThat(kept.written).containsExactlyInAnyOrder(ran("q", 3).plus(ran("q", 1)), ran("r", 2));
        assertThat(keep.take()).isEmpty();
    }

    @Test
    void the_pairs_beyond_the_most_active_are_written_as_one() {
        keep.restore(IntStream.rangeClosed(1, 2_000)
                .mapToObj(number -> ran("q" + number, number))
                .toList());
        keep.sweep();

        assertThat(kept.written).hasSize(101);
        assertThat(kept.written).extracting(Activity::queue).contains("q950").doesNotContain("q800");
        assertThat(kept.written.stream()
                        .mapToLong(each -> each.count(Count.STARTED))
                        .sum())
                .isEqualTo(2_000L * 2_001 / 2);
        assertThat(kept.written).filteredOn(each -> each.queue() == null).isNotEmpty();
    }

    /** The run knows the counts from before they were written. */
    @Test
    void what_is_counted_while_counts_are_written_comes_with_the_next() {
        List<Activity> written = new ArrayList<>();
        Activity late = ran("q", 3);
        Map<Count, Long> counts = new EnumMap<>(late.counts()) {
            private static final long serialVersionUID = 1L;

            @Override
            public Long getOrDefault(Object which, Long none) {
                if (which == Count.WAIT_0) {
                    written.addAll(keep.take());
                }
                return super.getOrDefault(which, none);
            }
        };
        keep.restore(List.of(new Activity("q", "t", counts)));

        assertThat(written).hasSize(1);
        assertThat(written.get(0).count(Count.STARTED)).isEqualTo(3);
        assertThat(written.get(0).count(Count.WAIT_0)).isZero();
        assertThat(keep.take()).singleElement().satisfies(next -> {
            assertThat(next.count(Count.STARTED)).isZero();
            assertThat(next.count(Count.WAIT_0)).isEqualTo(2);
        });
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
        keep.restore(List.of(ran("q", 3)));
        assertThatThrownBy(keep::sweep).hasMessage("statement timeout");
        assertThat(kept.written).containsExactly(ran("q", 3));
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
