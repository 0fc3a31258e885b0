package io.baton.permit;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.database.Transactions;
import io.baton.permit.PermitStore.Repaired;
import io.baton.testing.Stubbed;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RepairPermitsTests {

    private static final Repaired NOTHING = new Repaired(null, 0, Set.of());
    private static final Duration REST = Duration.ofMinutes(10);
    private static final Duration SOON = Duration.ofSeconds(1);

    private final DirtyLimits dirty = new DirtyLimits();
    private final List<String> asked = new ArrayList<>();
    private final Deque<Repaired> removed = new ArrayDeque<>();
    private final Deque<Repaired> woken = new ArrayDeque<>();
    private boolean used = true;
    private int idle;
    private int restored;

    private final RepairPermits repair = new RepairPermits(
            store(),
            new Transactions() {
                @Override
                public <T extends @Nullable Object> T run(Supplier<T> work) {
                    return work.get();
                }
            },
            dirty,
            () -> restored++);

    private PermitStore store() {
        return Stubbed.of(PermitStore.class, (method, arguments) -> switch (method) {
            case "isUsed" -> used;
            case "removeForgotten" -> next("permits", removed, (long) arguments[0]);
            case "wakeForgotten" -> next("jobs", woken, (long) arguments[0]);
            case "removeIdle" -> idle;
            default -> throw new UnsupportedOperationException(method);
        });
    }

    private Repaired next(String what, Deque<Repaired> answers, long after) {
        asked.add(what + " after " + after);
        return answers.isEmpty() ? NOTHING : answers.pop();
    }

    @BeforeEach
    void follow() {
        dirty.onMarked(() -> {});
    }

    /** Before the first portion of the jobs, also where the only limit is what a failover lost. */
    @Test
    void what_the_properties_define_is_restored_in_each_round() {
        used = false;
        repair.sweep();
        assertThat(restored).isEqualTo(1);
        used = true;
        woken.add(new Repaired(7L, 0, Set.of()));
        assertThat(repair.sweep()).isEqualTo(SOON);
        assertThat(repair.sweep()).isEqualTo(REST);
        assertThat(restored).isEqualTo(2);
        repair.sweep();
        assertThat(restored).isEqualTo(3);
    }

    @Test
    void a_limit_lost_in_the_middle_of_a_round_is_restored() {
        woken.add(new Repaired(7L, 0, Set.of()));
        assertThat(repair.sweep()).isEqualTo(SOON);
        used = false;
        assertThat(repair.sweep()).isEqualTo(REST);
        repair.sweep();
        assertThat(restored).isEqualTo(2);
    }

    @Test
    void nothing_is_asked_where_there_is_no_limit() {
        used = false;
        assertThat(repair.sweep()).isEqualTo(REST);
        assertThat(asked).isEmpty();
    }

    @Test
    void rests_when_nothing_is_left() {
        assertThat(repair.sweep()).isEqualTo(REST);
        assertThat(asked).containsExactly("permits after 0", "jobs after 0");
    }

    @Test
    void goes_on_where_it_ended_and_begins_again_at_the_end() {
        removed.add(new Repaired(7L, 0, Set.of()));
        woken.add(new Repaired(5L, 0, Set.of()));
        woken.add(new Repaired(9L, 0, Set.of()));
        assertThat(repair.sweep()).isEqualTo(SOON);
        assertThat(repair.sweep()).isEqualTo(SOON);
        assertThat(repair.sweep()).isEqualTo(REST);
        repair.sweep();

        assertThat(asked)
                .containsExactly(
                        "permits after 0",
                        "jobs after 0",
                        "permits after 7",
                        "jobs after 5",
                        "jobs after 9",
                        "permits after 0",
                        "jobs after 0");
    }

    @Test
    void goes_on_while_there_are_many_idle_keys() {
        idle = 400;
        assertThat(repair.sweep()).isEqualTo(SOON);
        idle = 399;
        assertThat(repair.sweep()).isEqualTo(REST);
    }

    @Test
    void what_was_repaired_is_looked_at() {
        removed.add(new Repaired(null, 1, Set.of("a")));
        woken.add(new Repaired(null, 2, Set.of("b", "c")));
        repair.sweep();
        assertThat(dirty.take(10).names()).containsExactly("a", "b", "c");
    }
}
