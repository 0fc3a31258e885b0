package io.baton.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.loop.Step;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WorkerAssemblyTests {

    @Test
    void a_step_of_the_watch_that_fails_keeps_no_other_from_its_turn_and_is_told_of() {
        AtomicInteger turns = new AtomicInteger();
        Step fails = () -> {
            throw new IllegalStateException("away");
        };
        Step works = () -> Duration.ofSeconds(turns.incrementAndGet());
        assertThatThrownBy(WorkerAssembly.inTurn(works, fails, works)::turn).hasMessage("away");
        assertThat(turns).hasValue(2);
    }
}
