package io.baton.worker.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.worker.run.ActiveRun.StopReason;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How a run is asked to stop. */
class ActiveRunTests {

    private final AtomicInteger told = new AtomicInteger();
    private final ActiveRun run = Runs.of(List.of(), Thread.currentThread());

    @AfterEach
    void end() {
        run.end();
    }

    @Test
    void who_asks_late_learns_that_it_is_to_stop() {
        run.stop(StopReason.CANCELLED);
        run.onStop(told::incrementAndGet);
        assertThat(told).hasValue(1);
    }

    @Test
    void only_the_first_reason_counts() {
        run.onStop(told::incrementAndGet);
        run.stop(StopReason.TIMED_OUT);
        run.stop(StopReason.SHUTDOWN);
        assertThat(run.stopReason()).isEqualTo(StopReason.TIMED_OUT);
        assertThat(told).hasValue(1);
    }

    @Test
    void a_run_that_is_over_is_not_stopped() {
        run.onStop(told::incrementAndGet);
        run.end();
        run.stop(StopReason.TIMED_OUT);
        assertThat(run.stopReason()).isNull();
        assertThat(told).hasValue(0);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void what_ends_with_a_run_that_is_over_ends_at_once() {
        run.end();
        run.onEnd(told::incrementAndGet);
        assertThat(told).hasValue(1);
    }
}
