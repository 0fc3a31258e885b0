package io.baton.sample.push;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SampleTests {

    private static final List<Long> USERS = LongStream.range(0, 25_000).boxed().toList();

    @Test
    void so_many_try_each_content_and_everybody_is_in_the_list_once() {
        List<Sample> drawn = Sample.draw(USERS, "salt", 1_000);

        assertThat(drawn).extracting(Sample::user).doesNotHaveDuplicates().hasSameElementsAs(USERS);
        assertThat(drawn).filteredOn(sample -> "A".equals(sample.content())).hasSize(1_000);
        assertThat(drawn).filteredOn(sample -> "B".equals(sample.content())).hasSize(1_000);
    }

    @Test
    void a_second_attempt_draws_the_same_whatever_the_order() {
        List<Long> reversed = USERS.stream().sorted(Collections.reverseOrder()).toList();

        assertThat(Sample.draw(reversed, "salt", 1_000)).isEqualTo(Sample.draw(USERS, "salt", 1_000));
    }

    @Test
    void a_list_that_is_too_short_tries_what_it_can() {
        assertThat(Sample.draw(List.of(1L, 2L, 3L), "salt", 2))
                .extracting(Sample::content)
                .containsExactly("A", "A", "B");
    }

    /** By chi-square over ten parts of the ids, with nine degrees of freedom: above 21.7 in one of a hundred draws. */
    @Test
    void all_users_are_drawn_equally_often() {
        double mean = IntStream.range(0, 100)
                .mapToDouble(salt -> chiSquare(Sample.draw(USERS, "push " + salt, 1_000)))
                .average()
                .orElseThrow();

        assertThat(mean).isCloseTo(9, within(2.0));
    }

    private static double chiSquare(List<Sample> drawn) {
        long[] parts = new long[10];
        drawn.stream()
                .filter(sample -> "A".equals(sample.content()))
                .forEach(sample -> parts[(int) (sample.user() / 2_500)]++);
        return LongStream.of(parts)
                .mapToDouble(part -> (part - 100.0) * (part - 100.0) / 100)
                .sum();
    }
}
