package io.baton.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PlacesTests {

    private long now;
    private final Places places = new Places(new QueueSettings(10, 0), () -> now);

    private void passes(Duration time) {
        now += time.toNanos();
    }

    @Test
    void are_all_there_until_no_thread_can_be_had() {
        places.started(1);
        assertThat(places.now()).isEqualTo(10);
        assertThat(places.pauseLeft()).isZero();
    }

    @Test
    void are_those_that_were_had_for_a_while_and_then_one_more() {
        places.failed(3);
        assertThat(places.now()).isEqualTo(3);
        passes(places.pauseLeft());
        assertThat(places.now()).isEqualTo(4);
    }

    @Test
    void become_fewer_while_threads_become_fewer() {
        places.failed(3);
        places.failed(0);
        assertThat(places.now()).isZero();
    }

    @Test
    void are_all_back_once_there_is_one_more_than_was_had() {
        places.failed(3);
        places.started(3);
        assertThat(places.now()).isEqualTo(3);
        places.started(4);
        assertThat(places.now()).isEqualTo(10);
        assertThat(places.pauseLeft()).isZero();
    }

    @Test
    void are_tried_ever_less_often_but_never_given_up() {
        places.failed(0);
        Duration first = places.pauseLeft();
        for (int i = 0; i < 20; i++) {
            passes(places.pauseLeft());
            places.failed(0);
        }
        assertThat(first).isLessThanOrEqualTo(Duration.ofSeconds(5));
        assertThat(places.pauseLeft()).isBetween(Duration.ofSeconds(30), Duration.ofMinutes(1));
    }
}
