package io.baton.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HeardTests {

    private final Heard<Integer> heard = new Heard<>();
    private final AtomicInteger wakes = new AtomicInteger();

    @BeforeEach
    void follow() {
        heard.follow(wakes::incrementAndGet);
    }

    private void hear(int names) {
        for (int name = 0; name < names; name++) {
            heard.of(name);
        }
    }

    @Test
    void each_name_is_taken_once_the_longest_known_first() {
        heard.of(2);
        heard.of(1);
        heard.of(2);
        heard.of(3);
        assertThat(wakes).hasValue(4);
        assertThat(heard.take(2)).containsExactly(1, 2);
        assertThat(heard.isAnything()).isTrue();
        assertThat(heard.take(2)).containsExactly(3);
        assertThat(heard.isAnything()).isFalse();
        assertThat(heard.takeMany()).isFalse();
    }

    @Test
    void what_is_too_much_to_remember_makes_a_look_around_worth_it() {
        hear(Heard.MOST);
        assertThat(heard.take(Integer.MAX_VALUE)).hasSize(Heard.MOST);
        hear(Heard.MOST + 1);
        assertThat(heard.isAnything()).isTrue();
        assertThat(heard.take(Integer.MAX_VALUE)).isEmpty();
        assertThat(heard.takeMany()).isTrue();
        assertThat(heard.takeMany()).isFalse();
    }

    @Test
    void who_takes_nothing_any_more_remembers_nothing() {
        hear(1);
        heard.leave();
        hear(2 * Heard.MOST);
        assertThat(heard.isAnything()).isFalse();
        assertThat(wakes).hasValue(1);
    }
}
