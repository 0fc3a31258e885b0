package io.baton.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class WaitsTests {

    @Test
    void percentiles_are_those_of_all_waits_together() {
        Waits waits = Stream.of(Waits.of(List.of("160:90")), Waits.of(List.of("160:8", "320:2")))
                .collect(Waits.all());

        assertThat(waits.percentile(50)).isCloseTo(1.024, within(0.05));
        assertThat(waits.percentile(99)).isCloseTo(1_048.6, within(50.0));
    }

    @Test
    void no_waits_take_no_time() {
        assertThat(Waits.of(List.of()).percentile(99)).isZero();
    }
}
