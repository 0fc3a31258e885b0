package io.baton.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class StepTests {

    @Test
    void a_failing_step_is_logged_and_keeps_no_other_from_its_turn() {
        AtomicInteger turns = new AtomicInteger();
        Step fails = () -> {
            throw new IllegalStateException("away");
        };
        Step works = () -> Duration.ofSeconds(turns.incrementAndGet());
        assertThatThrownBy(Step.inTurn(works, fails, works)::turn).hasMessage("away");
        assertThat(turns).hasValue(2);
    }

    @Test
    void an_error_of_a_step_keeps_no_other_from_its_turn() {
        AtomicInteger turns = new AtomicInteger();
        Step fails = () -> {
            throw new OutOfMemoryError("test");
        };
        Step works = () -> Duration.ofSeconds(turns.incrementAndGet());
        assertThatThrownBy(Step.inTurn(fails, works)::turn).isInstanceOf(OutOfMemoryError.class);
        assertThat(turns).hasValue(1);
    }
}
