package io.baton.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpreadTest {

    @Test
    void theMedianLiesInTheMiddleWhateverTheOrder() {
        assertThat(Spread.of(List.of(9.0, 1.0, 2.0))).isEqualTo(new Spread(2, 1, 9, 3));
    }

    @Test
    void theMedianOfAnEvenNumberLiesBetweenTwoValues() {
        assertThat(Spread.of(List.of(4.0, 1.0, 2.0, 100.0)).median()).isEqualTo(3);
    }

    @Test
    void aPercentileLiesBetweenItsNeighbours() {
        assertThat(Spread.percentile(List.of(0.0, 10.0), 99)).isEqualTo(9.9);
        assertThat(Spread.percentile(List.of(7.0), 99)).isEqualTo(7);
    }
}
