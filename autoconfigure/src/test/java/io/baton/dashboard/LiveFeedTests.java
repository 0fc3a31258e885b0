package io.baton.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.monitor.Monitor;
import io.baton.monitor.Monitor.Ended;
import io.baton.operator.RefusedException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** The samples that open pages read. */
class LiveFeedTests {

    private Duration now = Duration.ZERO;
    private Duration takes = Duration.ZERO;
    private boolean away;
    private int samples;
    private Runnable meanwhile = () -> {};

    private final Monitor monitor = (Monitor) Proxy.newProxyInstance(
            Monitor.class.getClassLoader(),
            new Class<?>[] {Monitor.class},
            (proxy, method, arguments) -> switch (method.getName()) {
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

    /** A thread that waits for a second may be missed on a busy machine, so that it is looked for several times. */
    @Test
    void after_a_quiet_time_a_second_page_waits_for_the_first_sample() {
        feed.sample();
        AtomicBoolean waited = new AtomicBoolean();
        meanwhile = () -> {
            Thread second = new Thread(feed::sample);
            second.setUncaughtExceptionHandler((thread, refused) -> {});
            second.start();
            while (second.isAlive() && !waited.get()) {
                waited.set(second.getState() == Thread.State.TIMED_WAITING);
            }
        };
        for (int time = 0; time < 20 && !waited.get(); time++) {
            now = now.plusMinutes(1);
            feed.sample();
        }
        assertThat(waited).isTrue();
    }
}
