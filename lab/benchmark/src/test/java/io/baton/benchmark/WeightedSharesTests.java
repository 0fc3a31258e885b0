package io.baton.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.baton.benchmark.baton.WeightedShares;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WeightedSharesTests {

    @Test
    void backlogs_are_as_large_as_weights() {
        assertThat(IntStream.range(0, WeightedShares.cycle(false))
                        .mapToObj(job -> WeightedShares.weight(job, false))
                        .collect(Collectors.groupingBy(Function.identity(), Collectors.counting())))
                .containsOnly(entry(1, 1L), entry(2, 2L), entry(4, 4L));
        assertThat(IntStream.range(0, WeightedShares.cycle(true))
                        .boxed()
                        .collect(Collectors.groupingBy(
                                job -> WeightedShares.weight(job, true),
                                Collectors.summingInt(job -> WeightedShares.millis(job, true)))))
                .containsOnly(entry(1, 100), entry(2, 200), entry(4, 400));
    }
}
