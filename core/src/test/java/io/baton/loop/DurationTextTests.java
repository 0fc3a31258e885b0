package io.baton.loop;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationTextTests {

    @ParameterizedTest
    @CsvSource({
        "PT0S, 0 s",
        "PT0.000123S, 0.00012 s",
        "PT0.270000001S, 0.27 s",
        "PT0.3S, 0.3 s",
        "PT1.057117485S, 1.1 s",
        "PT30S, 30 s",
        "PT59.9S, 60 s",
        "PT1M, 1 min",
        "PT2M30.5S, 2 min 30 s",
        "PT1H, 1 h",
        "PT3H20M59S, 3 h 20 min",
        "P7D, 7 d",
        "P1DT5H, 1 d 5 h",
        "PT-5S, -5 s"
    })
    void is_what_people_write(Duration duration, String text) {
        assertThat(DurationText.of(duration)).isEqualTo(text);
    }
}
