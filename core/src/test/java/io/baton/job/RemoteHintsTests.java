package io.baton.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RemoteHintsTests {

    private final RemoteHints hints = new RemoteHints();
    private final AtomicInteger wakes = new AtomicInteger();

    @BeforeEach
    void follow() {
        hints.follow(wakes::incrementAndGet);
    }

    private void add(int names) {
        for (int name = 0; name < names; name++) {
            hints.add(String.valueOf(name));
        }
    }

    @Test
    void permitted_polls_take_each_name_once_and_the_oldest_first() {
        hints.add("2");
        hints.add("1");
        hints.add("2");
        hints.add("3");
        assertThat(hints.take(2)).isEmpty();
        assertThat(wakes).hasValue(0);
        hints.permitRead();
        assertThat(wakes).hasValue(1);
        assertThat(hints.take(2)).containsExactly("1", "2");
        assertThat(hints.take(2)).isEmpty();
        assertThat(hints.isWaiting()).isTrue();
        hints.permitRead();
        assertThat(hints.isWaiting()).isFalse();
        assertThat(hints.take(2)).containsExactly("3");
        assertThat(hints.isEmpty()).isTrue();
        hints.permitRead();
        assertThat(wakes).as("nothing to look at").hasValue(2);
    }

    @Test
    void what_is_too_much_to_remember_makes_a_look_around_worth_it() {
        add(RemoteHints.MOST);
        hints.permitRead();
        assertThat(hints.takeFullScan()).isFalse();
        assertThat(hints.take(Integer.MAX_VALUE)).hasSize(RemoteHints.MOST);
        add(2 * RemoteHints.MOST);
        assertThat(hints.takeFullScan()).isFalse();
        hints.permitRead();
        assertThat(hints.take(Integer.MAX_VALUE)).isEmpty();
        assertThat(hints.takeFullScan()).isTrue();
        assertThat(hints.takeFullScan()).isFalse();
        assertThat(hints.isEmpty()).isTrue();
    }

    @Test
    void where_no_follow_up_takes_them_none_are_remembered() {
        add(1);
        hints.leave();
        add(2 * RemoteHints.MOST);
        assertThat(hints.isEmpty()).isTrue();
        hints.permitRead();
        assertThat(wakes).hasValue(0);
    }
}
