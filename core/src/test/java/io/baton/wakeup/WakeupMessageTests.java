package io.baton.wakeup;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.job.JobSignal.ClusterSignal;
import io.baton.job.Pulse.Part;
import io.baton.job.ReadyJobs;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WakeupMessageTests {

    private static final String THERE = "01234567-0123-0123-0123-0123456789ab";
    private static final String HERE = "76543210-0123-0123-0123-0123456789ab";

    private final List<Object> received = new ArrayList<>();
    private final ClusterSignal signal = new ClusterSignal() {
        @Override
        public void jobsAvailable(ReadyJobs ready) {
            received.add(ready);
        }

        @Override
        public void pausesChanged() {
            received.add("pauses");
        }

        @Override
        public void jobsScheduled() {
            received.add("scheduled");
        }

        @Override
        public void changed(Part kind, String name) {
            received.add(kind + " " + name);
        }
    };

    private void receive(String text) {
        WakeupMessage.deliver(text, HERE, signal);
    }

    private void assertThatItArrives(ReadyJobs ready) {
        received.clear();
        receive(WakeupMessage.available(THERE, ready));
        assertThat(received).containsExactly(ready);
    }

    @Test
    void a_message_arrives_as_it_was_sent() {
        assertThatItArrives(ReadyJobs.of("q"));
        assertThatItArrives(ReadyJobs.of("q", 0));
        assertThatItArrives(ReadyJobs.of("q", 5)
                .and(ReadyJobs.of("q", -3))
                .and(ReadyJobs.of("q", Integer.MAX_VALUE))
                .and(ReadyJobs.of("q", Integer.MIN_VALUE)));
        assertThatItArrives(ReadyJobs.outOfTurn("q"));
    }

    @Test
    void a_queue_may_have_any_name() {
        assertThatItArrives(ReadyJobs.of("1,2:3*", 4));
        assertThatItArrives(ReadyJobs.outOfTurn(":"));
        assertThatItArrives(ReadyJobs.of("*:ünï,"));
    }

    /** PostgreSQL takes less than 8,000 bytes. */
    @Test
    void the_longest_is_short_enough_to_be_sent() {
        Set<Integer> priorities =
                IntStream.range(0, 16).mapToObj(i -> Integer.MIN_VALUE + i).collect(Collectors.toSet());
        ReadyJobs longest = new ReadyJobs("q".repeat(200), priorities, false);
        assertThatItArrives(longest);
        assertThat(WakeupMessage.available(THERE, longest)).hasSizeLessThan(1_000);
    }

    @Test
    void other_kinds_arrive_too() {
        receive(WakeupMessage.scheduled(THERE));
        receive(WakeupMessage.echo(THERE));
        receive(WakeupMessage.pausesChanged(THERE));
        receive(WakeupMessage.changed(THERE, Part.LIMITS, "mails"));
        receive(WakeupMessage.changed(THERE, Part.BATCHES, "-7"));
        assertThat(received).containsExactly("scheduled", "pauses", "LIMITS mails", "BATCHES -7");
    }

    @Test
    void its_own_is_ignored() {
        receive(WakeupMessage.available(HERE, ReadyJobs.of("q")));
        assertThat(received).isEmpty();
    }

    @Test
    void a_longer_one_than_any_node_would_send_is_not_read() {
        receive(THERE + "q" + "1,".repeat(2_000) + ":q");
        receive(THERE + "q*:" + "q".repeat(2_000));
        assertThat(received).isEmpty();
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
        receive(text);
        assertThat(received).isEmpty();
    }
}
