package io.baton.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.database.Transactions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a capability gets that only says how names are found, and what is done with them. */
class DirtyFollowUpTests {

    private static final Duration POLL = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofMillis(20);

    private final AtomicLong now = new AtomicLong(1);
    private final TreeSet<Long> rows = new TreeSet<>();
    private final Set<Long> locked = new TreeSet<>();
    private final List<Set<Long>> processed = new ArrayList<>();
    private final DirtySet<Long> dirty = new DirtySet<>();
    private final Example example = new Example();
    private boolean fails;

    private final class Example extends DirtyFollowUp<Long> {

        private Example() {
            super(
                    DirtyFollowUpTests.this.dirty,
                    new Transactions() {
                        @Override
                        public <T extends @Nullable Object> T run(Supplier<T> work) {
                            return work.get();
                        }
                    },
                    PAUSE,
                    now::get,
                    () -> POLL);
        }

        @Override
        protected boolean isUsed() {
            return !rows.isEmpty();
        }

        @Override
        protected List<Long> find(@Nullable Long after) {
            return rows.tailSet(after == null ? 0 : after, false).stream()
                    .limit(AT_ONCE)
                    .toList();
        }

        @Override
        protected Set<Long> process(DirtySet.Taken<Long> taken) {
            if (fails) {
                throw new IllegalStateException("away");
            }
            processed.add(taken.names());
            Set<Long> busy = new TreeSet<>(taken.names());
            busy.retainAll(locked);
            return busy;
        }
    }

    private Duration turn() {
        return example.follow(Set::of);
    }

    private void begin() {
        example.begin(() -> {});
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    @Test
    void a_poll_finds_what_is_marked_nowhere() {
        begin();
        assertThat(turn()).isEqualTo(POLL);
        rows.add(7L);
        pass(POLL);
        assertThat(turn()).isZero();
        assertThat(processed).containsExactly(Set.of(7L));
    }

    @Test
    void a_poll_goes_on_where_the_last_one_ended() {
        LongStream.rangeClosed(1, 150).forEach(rows::add);
        begin();
        turn();
        pass(Duration.ofSeconds(1));
        turn();
        assertThat(processed).extracting(Set::size).containsExactly(100, 50);
    }

    @Test
    void names_of_one_pause_are_processed_together() {
        begin();
        dirty.mark(Set.of(1L));
        turn();
        dirty.mark(Set.of(2L));
        assertThat(turn()).isEqualTo(PAUSE);
        dirty.mark(Set.of(3L));
        pass(PAUSE);
        turn();
        assertThat(processed).containsExactly(Set.of(1L), Set.of(2L, 3L));
    }

    @Test
    void a_locked_name_is_processed_again_a_little_later() {
        begin();
        locked.add(1L);
        dirty.mark(Set.of(1L));
        turn();
        locked.clear();
        pass(PAUSE);
        turn();
        assertThat(processed).containsExactly(Set.of(1L), Set.of(1L));
        pass(PAUSE);
        assertThat(turn()).isBetween(Duration.ofSeconds(9), POLL);
    }

    @Test
    void names_that_could_not_be_processed_are_kept() {
        begin();
        dirty.mark(Set.of(1L));
        fails = true;
        assertThatThrownBy(this::turn).hasMessage("away");
        fails = false;
        pass(PAUSE);
        turn();
        assertThat(processed).containsExactly(Set.of(1L));
    }
}
