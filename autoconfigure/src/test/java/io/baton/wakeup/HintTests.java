package io.baton.wakeup;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.job.JobSignal;
import io.baton.job.Ring;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HintTests {

    private static final String THERE = "01234567-0123-0123-0123-0123456789ab";
    private static final String HERE = "76543210-0123-0123-0123-0123456789ab";

    private final List<Object> heard = new ArrayList<>();
    private final JobSignal signal = new JobSignal() {
        @Override
        public void jobsAvailable(Ring ring) {
            heard.add(ring);
        }

        @Override
        public void jobsScheduled() {
            heard.add("scheduled");
        }
    };

    private void hear(String text) {
        Hint.ofOthers(text, HERE).ifPresent(hint -> hint.ring(signal));
    }

    private void assertThatItArrives(Ring ring) {
        heard.clear();
        hear(Hint.available(THERE, ring).text());
        assertThat(heard).containsExactly(ring);
    }

    @Test
    void a_ring_arrives_as_it_was_sent() {
        assertThatItArrives(Ring.of("q"));
        assertThatItArrives(Ring.of("q", 0));
        assertThatItArrives(Ring.of("q", 5).and(-3).and(Integer.MAX_VALUE).and(Integer.MIN_VALUE));
        assertThatItArrives(Ring.outOfTurn("q"));
    }

    @Test
    void a_queue_may_have_any_name() {
        assertThatItArrives(Ring.of("1,2:3*", 4));
        assertThatItArrives(Ring.outOfTurn(":"));
        assertThatItArrives(Ring.of("*:ünï,"));
    }

    /** PostgreSQL takes less than 8,000 bytes. */
    @Test
    void the_longest_is_short_enough_to_be_sent() {
        Set<Integer> priorities =
                IntStream.range(0, 16).mapToObj(i -> Integer.MIN_VALUE + i).collect(Collectors.toSet());
        Ring longest = new Ring("q".repeat(200), priorities, false);
        assertThatItArrives(longest);
        assertThat(Hint.available(THERE, longest).text()).hasSizeLessThan(1_000);
    }

    @Test
    void other_kinds_arrive_too() {
        hear(Hint.scheduled(THERE).text());
        hear(Hint.echo(THERE).text());
        assertThat(heard).containsExactly("scheduled");
    }

    @Test
    void its_own_is_not_heard() {
        hear(Hint.available(HERE, Ring.of("q")).text());
        assertThat(heard).isEmpty();
    }

    @Test
    void a_longer_one_than_any_node_would_send_is_not_read() {
        hear(THERE + "q" + "1,".repeat(2_000) + ":q");
        hear(THERE + "q*:" + "q".repeat(2_000));
        assertThat(heard).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                THERE,
                THERE + "q",
                THERE + "qq",
                THERE + "q1.5:q",
                THERE + "q99999999999:q",
                THERE + "z0:q"
            })
    void what_no_node_would_send_is_passed_over(String text) {
        hear(text);
        assertThat(heard).isEmpty();
    }
}
