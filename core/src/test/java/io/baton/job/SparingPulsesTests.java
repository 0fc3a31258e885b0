package io.baton.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.job.Pulse.Part;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class SparingPulsesTests {

    private static final Duration INTERVAL = Duration.ofSeconds(10);

    private final AtomicLong nanos = new AtomicLong(-5);
    private final DirtySet<String> limits = new DirtySet<>();
    private final DirtySet<Long> batches = new DirtySet<>();

    private void pulse(Supplier<Pulse> answer) {
        Pulses pulses = (worker, queues) -> answer.get();
        Pulses.sparing(pulses, Map.of(Part.LIMITS, limits, Part.BATCHES, batches), nanos::get)
                .take(1, Set.of());
    }

    private static Pulse unused(Part... parts) {
        return new Pulse(true, List.of(), List.of(), Set.of(), null, null, Set.of(parts));
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    @Test
    void spares_nothing_before_the_first_heartbeat() {
        assertThat(limits.spared(INTERVAL)).isZero();
    }

    @Test
    void spares_polls_for_what_was_not_found_only() {
        pulse(() -> unused(Part.LIMITS));

        assertThat(limits.spared(INTERVAL)).isEqualTo(INTERVAL);
        assertThat(batches.spared(INTERVAL)).isZero();

        pulse(() -> unused());
        assertThat(limits.spared(INTERVAL)).isZero();
    }

    @Test
    void spares_polls_until_an_interval_after_it_was_sent() {
        pulse(() -> {
            pass(Duration.ofSeconds(3));
            return unused(Part.LIMITS);
        });

        assertThat(limits.spared(INTERVAL)).isEqualTo(Duration.ofSeconds(7));
        assertThat(limits.spared(Duration.ofSeconds(1)))
                .as("heartbeats are less frequent than these polls")
                .isZero();
        pass(Duration.ofSeconds(7));
        assertThat(limits.spared(INTERVAL)).isZero();
        pass(Duration.ofSeconds(7));
        assertThat(limits.spared(INTERVAL)).isZero();
    }

    @Test
    void a_heartbeat_that_fails_spares_nothing_more() {
        pulse(() -> unused(Part.LIMITS));
        pass(Duration.ofSeconds(6));

        assertThatThrownBy(() -> pulse(() -> {
                    throw new IllegalStateException("away");
                }))
                .hasMessage("away");

        assertThat(limits.spared(INTERVAL)).isEqualTo(Duration.ofSeconds(4));
    }
}
