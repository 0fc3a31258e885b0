package io.baton.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.BatonException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LatestStartTests {

    private static final Instant ENQUEUED = Instant.parse("2026-03-29T00:30:00Z");

    private static boolean isOver(String label, String now) {
        return LatestStart.isOver(Map.of(LatestStart.LABEL, label), ENQUEUED, Instant.parse(now));
    }

    @ParameterizedTest
    @CsvSource({
        "2026-03-29T01:00:00Z, 2026-03-29T01:00:00Z",
        "PT10M, 2026-03-29T00:40:00Z",
        "2026-03-29T02:00:00Z/PT10M, 2026-03-29T02:10:00Z",
        "2026-03-28T02:00:00Z/PT10M, 2026-03-29T00:40:00Z"
    })
    void it_is_over_right_after_its_time(String label, Instant last) {
        assertThat(isOver(label, last.toString())).isFalse();
        assertThat(isOver(label, last.plusNanos(1000).toString())).isTrue();
    }

    @Test
    void the_time_within_begins_when_the_job_is_due() {
        Duration time = Duration.ofMinutes(10);

        assertThat(LatestStart.within(time, Due.NOW)).isEqualTo("PT10M");
        assertThat(LatestStart.within(time, Due.after(Duration.ofHours(1)))).isEqualTo("PT1H10M");
        assertThat(LatestStart.within(time, Due.at(ENQUEUED))).isEqualTo("2026-03-29T00:30:00Z/PT10M");
    }

    @Test
    void without_the_label_it_is_never_over() {
        assertThat(LatestStart.isOver(Map.of("other", "PT1S"), ENQUEUED, Instant.MAX))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT-1S", "P36501D"})
    void an_impossible_time_is_refused(Duration time) {
        assertThatThrownBy(() -> LatestStart.within(time, Due.NOW))
                .isInstanceOf(BatonException.class)
                .hasMessage("A job can start within a positive time of up to 100 years, not within " + time);
    }
}
