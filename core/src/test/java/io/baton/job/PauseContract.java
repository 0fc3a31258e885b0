package io.baton.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Which queues are paused, and for how long. */
abstract class PauseContract extends VerbContract {

    @Test
    void no_queue_is_paused_at_first() {
        assertThat(store().paused()).isEmpty();
        assertThat(store().resume("files")).isFalse();
    }

    @Test
    void a_queue_is_paused_until_it_is_resumed() {
        store().pause("files", null);
        assertThat(store().paused()).containsOnlyKeys("files");
        assertThat(store().paused().get("files")).isGreaterThan(Duration.ofDays(10_000));
        assertThat(store().resume("files")).isTrue();
        assertThat(store().paused()).isEmpty();
        assertThat(store().resume("files")).isFalse();
    }

    @Test
    void a_queue_is_paused_until_a_time() {
        store().pause("files", new Due.After(Duration.ofHours(1)));
        assertThat(store().paused().get("files")).isBetween(Duration.ofMinutes(59), Duration.ofHours(1));
        store().pause("mails", new Due.At(Instant.parse("2001-01-01T00:00:00Z")));
        assertThat(store().paused()).containsOnlyKeys("files");
        assertThat(store().resume("mails")).isFalse();
    }

    @Test
    void what_is_said_last_counts() {
        store().pause("files", null);
        store().pause("files", new Due.After(Duration.ofHours(1)));
        assertThat(store().paused().get("files")).isLessThanOrEqualTo(Duration.ofHours(1));
        store().pause("files", Due.NOW);
        assertThat(store().paused()).isEmpty();
    }

    @Test
    void a_longer_pause_stays() {
        store().pause("files", new Due.After(Duration.ofHours(2)));
        store().pauseAtLeast("files", Duration.ofHours(1));
        assertThat(store().paused().get("files")).isGreaterThan(Duration.ofHours(1));
        store().pauseAtLeast("files", Duration.ofHours(3));
        assertThat(store().paused().get("files")).isGreaterThan(Duration.ofHours(2));
    }

    @Test
    void names_are_told_apart_by_every_character() {
        store().pause("files", null);
        store().pause("Files ", null);
        assertThat(store().paused()).containsOnlyKeys("files", "Files ");
        assertThat(store().resume("FILES")).isFalse();
    }

    @Test
    void what_is_said_last_counts_however_often_it_was_prolonged_before() {
        for (int hours = 1; hours <= 3; hours++) {
            store().pauseAtLeast("files", Duration.ofHours(hours));
        }
        store().pause("files", new Due.After(Duration.ofMinutes(30)));
        assertThat(store().paused().get("files")).isLessThanOrEqualTo(Duration.ofMinutes(30));
        assertThat(store().resume("files")).isTrue();
        assertThat(store().paused()).isEmpty();
    }
}
