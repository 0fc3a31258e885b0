package io.baton.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpreadTests {

    @Test
    void the_median_lies_in_the_middle_whatever_the_order() {
        assertThat(Spread.of(List.of(9.0, 1.0, 2.0))).isEqualTo(new Spread(2, 1, 9, 3));
    }

    @Test
    void the_median_of_an_even_number_lies_between_two_values() {
        assertThat(Spread.of(List.of(4.0, 1.0, 2.0, 100.0)).median()).isEqualTo(3);
    }

    @Test
    void a_percentile_lies_between_its_neighbours() {
        assertThat(Spread.percentile(List.of(0.0, 10.0), 99)).isEqualTo(9.9);
        assertThat(Spread.percentile(List.of(7.0), 99)).isEqualTo(7);
    }
}
