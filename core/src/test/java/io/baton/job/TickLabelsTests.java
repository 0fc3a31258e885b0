package io.baton.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.Tick;
import io.baton.job.TickLabels.UnknownTickZoneException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TickLabelsTests {

    private static final Instant AT = Instant.parse("2026-03-29T00:30:00Z");

    private static Map<String, String> labels(String tick) {
        return Map.of(TickLabels.SCHEDULE, "nightly", TickLabels.TICK, tick);
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTC", "Z", "+01:00", "Europe/Berlin"})
    void a_tick_is_read_as_it_was_written(String zone) {
        assertThat(TickLabels.read(TickLabels.of("nightly", AT, ZoneId.of(zone))))
                .contains(new Tick("nightly", AT, ZoneId.of(zone)));
    }

    @Test
    void a_time_zone_that_this_node_does_not_know_is_named() {
        assertThatThrownBy(() -> TickLabels.read(labels("2026-03-29T01:30+01:00[No/Such]")))
                .isInstanceOf(UnknownTickZoneException.class)
                .hasMessageContaining("\"nightly\"")
                .hasMessageContaining("[No/Such]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "soon", "2026-03-29"})
    void what_is_no_tick_is_none(String text) {
        assertThat(TickLabels.read(labels(text))).isEmpty();
        assertThat(TickLabels.read(Map.of(TickLabels.SCHEDULE, "nightly"))).isEmpty();
    }
}
