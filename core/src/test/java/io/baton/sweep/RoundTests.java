package io.baton.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.loop.SweepTask;
import io.baton.loop.Troubled.Trouble;
import io.baton.sweep.Sweeper.Round;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RoundTests {

    private long nanos;
    private final AtomicInteger sweeps = new AtomicInteger();
    private final SweepTask task = () -> {
        sweeps.incrementAndGet();
        return Duration.ofSeconds(40);
    };
    private final Round round = new Round(() -> nanos, List.of(task), new SplittableRandom(1));

    private Duration turn() throws InterruptedException {
        return round.turn();
    }

    @Test
    void a_task_has_its_turn_when_it_said() throws InterruptedException {
        assertThat(turn()).isEqualTo(Duration.ofSeconds(40));
        nanos += Duration.ofSeconds(39).toNanos();
        turn();
        assertThat(sweeps).hasValue(1);
        nanos += Duration.ofSeconds(1).toNanos();
        turn();
        assertThat(sweeps).hasValue(2);
    }

    @Test
    void a_task_whose_hash_code_changes_keeps_its_turns() {
        record Changing(List<Integer> done) implements SweepTask {

            @Override
            public Duration sweep() {
                done.add(1);
                return Duration.ofSeconds(40);
            }
        }
        Changing changing = new Changing(new ArrayList<>());
        Round changed = new Round(() -> nanos, List.of(changing), new SplittableRandom(1));
        changed.turn();
        changed.within(changing, Duration.ZERO);
        changed.turn();
        assertThat(changing.done()).hasSize(2);
    }

    @Test
    void a_task_can_be_called_sooner_but_not_later() throws InterruptedException {
        turn();
        round.within(task, Duration.ofSeconds(10));
        round.within(task, Duration.ofSeconds(20));
        assertThat(turn()).isEqualTo(Duration.ofSeconds(10));
        round.within(task, Duration.ofSeconds(50));
        assertThat(turn()).isEqualTo(Duration.ofSeconds(10));
        assertThat(sweeps).hasValue(1);
    }

    @Test
    void what_fails_pauses_by_itself_and_all_that_fails_is_told() {
        boolean[] failing = {true, true};
        AtomicInteger tries = new AtomicInteger();
        SweepTask first = () -> {
            tries.incrementAndGet();
            return work(failing[0], "first");
        };
        SweepTask second = () -> work(failing[1], "second");
        Round several = new Round(() -> nanos, List.of(first, second, task), new SplittableRandom(1));

        assertThat(several.turn()).isBetween(Duration.ofMillis(50), Duration.ofMillis(100));
        assertThat(sweeps).as("turns of the one that works").hasValue(1);
        assertThat(several.troubles())
                .extracting(Trouble::failure)
                .containsExactly("java.lang.IllegalStateException", "java.lang.IllegalStateException");

        several.within(first, Duration.ZERO);
        several.turn();
        assertThat(tries).as("tries, in spite of a call").hasValue(1);

        failing[0] = false;
        nanos += Duration.ofSeconds(5).toNanos();
        several.turn();
        assertThat(several.troubles()).hasSize(1);
        failing[1] = false;
        nanos += Duration.ofSeconds(5).toNanos();
        several.turn();
        assertThat(several.troubles()).isEmpty();
    }

    private static Duration work(boolean fails, String what) {
        if (fails) {
            throw new IllegalStateException(what);
        }
        return Duration.ofSeconds(40);
    }

    @Test
    void what_is_due_in_thousands_of_years_is_no_trouble() throws InterruptedException {
        turn();
        round.within(task, Duration.ofDays(365L * 9_000));
        assertThat(turn()).isEqualTo(Duration.ofSeconds(40));
    }

    @Test
    void what_fails_is_told_by_the_name_of_its_task() {
        SweepTask named = new SweepTask() {

            @Override
            public Duration sweep() {
                return work(true, "broken");
            }

            @Override
            public String name() {
                return "cleanUp";
            }
        };
        Round one = new Round(() -> nanos, List.of(named), new SplittableRandom(1));
        one.turn();
        assertThat(one.troubles()).extracting(Trouble::part).containsExactly("baton-sweep cleanUp");
    }
}
