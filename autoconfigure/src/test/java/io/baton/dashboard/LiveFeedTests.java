package io.baton.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.baton.monitor.Monitor;
import io.baton.monitor.Monitor.Ended;
import io.baton.operator.RefusedException;
import io.baton.testing.Stubbed;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The samples that open pages read. */
class LiveFeedTests {

    private Duration now = Duration.ZERO;
    private Duration takes = Duration.ZERO;
    private boolean away;
    private int samples;
    private Runnable meanwhile = () -> {};

    private final Monitor monitor = Stubbed.of(Monitor.class, (method, arguments) -> switch (method) {
        case "queues" -> queues();
        case "living" -> 3L;
        default -> new Ended(0, 0, 0);
    });
    private final LiveFeed feed = new LiveFeed(monitor, () -> now.toNanos());

    private List<?> queues() {
        samples++;
        now = now.plus(takes);
        meanwhile.run();
        if (away) {
            throw new IllegalStateException("away");
        }
        return List.of();
    }

    @Test
    void one_sample_serves_all_pages_for_a_second() {
        assertThat(feed.sample().workers()).isEqualTo(3);
        assertThatTheSecondSampleIsTakenAt(Duration.ofSeconds(1));
    }

    @Test
    void sampling_takes_a_tenth_of_the_time() {
        takes = Duration.ofSeconds(2);
        feed.sample();
        assertThatTheSecondSampleIsTakenAt(Duration.ofSeconds(20));
    }

    private void assertThatTheSecondSampleIsTakenAt(Duration time) {
        now = time.minusMillis(1);
        feed.sample();
        assertThat(samples).isEqualTo(1);
        now = time;
        feed.sample();
        assertThat(samples).isEqualTo(2);
    }

    @Test
    void a_database_that_is_away_is_read_once_a_second() {
        feed.sample();
        away = true;
        takes = Duration.ofSeconds(30);
        now = now.plusSeconds(1);
        for (int page = 0; page < 50; page++) {
            assertThatThrownBy(feed::sample)
                    .isInstanceOfSatisfying(RefusedException.class, refused -> assertThat(refused.status())
                            .isEqualTo(503));
        }
        assertThat(samples).isEqualTo(2);
        away = false;
        now = now.plusSeconds(1);
        assertThat(feed.sample().workers()).isEqualTo(3);
    }

    @Test
    void a_second_page_waits_for_the_sample_of_the_first() throws Exception {
        Thread second = new Thread(feed::sample);
        meanwhile = () -> {
            second.start();
            await().until(() -> second.getState() == Thread.State.WAITING);
        };
        feed.sample();
        second.join();
        assertThat(samples).isEqualTo(1);
    }
}
