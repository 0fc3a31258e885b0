package io.baton.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.baton.monitor.Monitor.Sample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class SamplerTests {

    private final AtomicBoolean first = new AtomicBoolean(true);
    private final AtomicBoolean unreadable = new AtomicBoolean();
    private final List<QueueStatus> queues = new ArrayList<>();
    private Duration time = Duration.ofDays(1);
    private final Sampler sampler = new Sampler(this::sample, first::get, () -> time.toNanos());
    private final List<@Nullable Sample> seen = new ArrayList<>();

    private Sample sample() {
        if (unreadable.get()) {
            throw new IllegalStateException("statement timeout");
        }
        return new Sample(List.copyOf(queues), 0, List.of(), 0, List.of(), 0, 0, Duration.ZERO);
    }

    @Test
    void figures_that_cannot_be_read_any_more_are_withdrawn() {
        sampler.onSample(seen::add);
        sampler.sweep();
        unreadable.set(true);
        assertThatIllegalStateException().isThrownBy(sampler::sweep);
        assertThat(seen).hasSize(2).last().isNull();
        unreadable.set(false);
        sampler.sweep();
        assertThat(seen).hasSize(3).last().isNotNull();
    }

    @Test
    void a_failing_listener_keeps_no_other_from_learning_the_turns_end() {
        sampler.onSample(sample -> {
            throw new IllegalArgumentException("a meter of this name has another type");
        });
        sampler.onSample(seen::add);
        sampler.sweep();
        first.set(false);
        sampler.sweep();
        assertThat(seen).hasSize(2).last().isNull();
    }

    private static QueueStatus queue(String name, int workers, @Nullable Duration due) {
        return new QueueStatus(name, due == null ? 0 : 1, 0, 0, 0, 0, 0, workers, due, false, null, null, 0, 0);
    }

    private void sweepIn(Duration wait) {
        time = time.plus(wait);
        sampler.sweep();
    }

    @Test
    void each_unserved_queue_is_logged_once_an_hour(CapturedOutput output) {
        queues.add(queue("limbo", 0, Duration.ofHours(1)));
        queues.add(queue("fresh", 0, Duration.ofSeconds(59)));
        queues.add(queue("empty", 0, null));
        queues.add(queue("limo", 1, Duration.ofHours(1)));
        for (int minute = 0; minute < 125; minute++) {
            sweepIn(Duration.ofMinutes(1));
        }
        assertThat(output.toString().lines().filter(line -> line.contains("no living worker")))
                .hasSize(3)
                .allMatch(line -> line.contains("'limbo'") && line.contains("Did you mean 'limo'?"));
        assertThat(sampler.unserved()).containsExactly("limbo");
    }

    @Test
    void a_node_registered_after_the_first_sample_serves_what_waited(CapturedOutput output) {
        queues.add(queue("mails", 0, Duration.ofHours(1)));
        sweepIn(Duration.ZERO);
        assertThat(sampler.unserved()).isEmpty();
        queues.set(0, queue("mails", 1, Duration.ofHours(1)));
        sweepIn(Duration.ofMinutes(1));
        queues.set(0, queue("mails", 0, Duration.ofHours(1)));
        sweepIn(Duration.ofMinutes(1));

        assertThat(sampler.unserved()).isEmpty();
        assertThat(output).doesNotContain("no living worker serves");
    }

    @Test
    void a_queue_name_forges_no_line_and_is_named_until_served(CapturedOutput output) {
        queues.add(queue("lim\nbo", 0, Duration.ofHours(1)));
        sweepIn(Duration.ZERO);
        sweepIn(Duration.ofMinutes(1));

        assertThat(sampler.unserved()).containsExactly("lim\nbo");
        assertThat(output).contains("'lim\\nbo'");

        queues.clear();
        sweepIn(Duration.ofMinutes(1));
        assertThat(sampler.unserved()).isEmpty();
    }

    @Test
    void other_nodes_sample_on_request_and_log_no_queue(CapturedOutput output) {
        first.set(false);
        queues.add(queue("limbo", 0, Duration.ofHours(1)));
        for (int minute = 0; minute < 3; minute++) {
            sweepIn(Duration.ofMinutes(1));
            sampler.recent();
        }
        assertThat(sampler.unserved()).containsExactly("limbo");
        time = time.plusMinutes(5);
        assertThat(sampler.unserved()).isEmpty();
        assertThat(output).doesNotContain("limbo");
    }
}
