package io.baton.recurring;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.MissedTicks;
import io.baton.Recurrence;
import io.baton.calendar.Calendars;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What becomes of ticks that were missed. */
class DueTicksTests {

    private static final Instant TICK = Instant.parse("2026-01-01T00:00:00Z");
    private static final Recurrence TEN_MINUTES = Recurrence.every(Duration.ofMinutes(10));

    private static Instant minute(int minutes) {
        return TICK.plus(Duration.ofMinutes(minutes));
    }

    @Test
    void ten_intervals_that_were_missed_have_one_job() {
        DueTicks due = DueTicks.of(TEN_MINUTES, Calendars.NONE, TICK, minute(103));
        assertThat(due.ticks()).containsExactly(minute(100));
        assertThat(due.next()).isEqualTo(minute(110));
        assertThat(due.since()).isNull();
    }

    @Test
    void ticks_that_are_skipped_have_none_unless_the_last_has_just_passed() {
        Recurrence skip = TEN_MINUTES.missed(MissedTicks.SKIP);
        assertThat(DueTicks.of(skip, Calendars.NONE, TICK, minute(103)).ticks()).isEmpty();
        assertThat(DueTicks.of(skip, Calendars.NONE, TICK, minute(103)).next()).isEqualTo(minute(110));
        assertThat(DueTicks.of(skip, Calendars.NONE, TICK, minute(101)).ticks()).containsExactly(minute(100));
        assertThat(DueTicks.of(skip, Calendars.NONE, TICK, minute(101).plusMillis(1))
                        .ticks())
                .isEmpty();
        assertThat(DueTicks.of(skip, Calendars.NONE, TICK, TICK).ticks()).containsExactly(TICK);
    }

    @Test
    void each_has_one_if_all_are_to_run() {
        Recurrence all = TEN_MINUTES.missed(MissedTicks.RUN_ALL);
        DueTicks due = DueTicks.of(all, Calendars.NONE, TICK, minute(103));
        assertThat(due.ticks())
                .isEqualTo(IntStream.rangeClosed(0, 10)
                        .mapToObj(number -> minute(10 * number))
                        .toList());
        assertThat(due.next()).isEqualTo(minute(110));
        assertThat(due.since()).isNull();
    }

    @Test
    void of_all_that_are_to_run_the_newest_hundred_do() {
        Recurrence all = Recurrence.cron("0 */10 * * * *").missed(MissedTicks.RUN_ALL);
        DueTicks due = DueTicks.of(all, Calendars.NONE, TICK, minute(10 * 100_000 + 3));
        assertThat(due.ticks()).hasSize(100).endsWith(minute(1_000_000)).startsWith(minute(10 * 99_901));
        assertThat(due.since()).isEqualTo(minute(10 * 99_901));
        DueTicks exactly = DueTicks.of(all, Calendars.NONE, TICK, minute(999));
        assertThat(exactly.ticks()).hasSize(100).startsWith(TICK);
        assertThat(exactly.since()).isNull();
    }

    @Test
    void those_that_must_not_overlap_have_one_job() {
        Recurrence all = TEN_MINUTES.missed(MissedTicks.RUN_ALL).withoutOverlap();
        assertThat(DueTicks.of(all, Calendars.NONE, TICK, minute(103)).ticks()).containsExactly(minute(100));
    }

    @Test
    void an_interval_begins_at_once_and_goes_on_in_its_grid() {
        assertThat(DueTicks.first(TEN_MINUTES, Calendars.NONE, TICK)).isEqualTo(TICK);
        assertThat(DueTicks.resumed(TEN_MINUTES, Calendars.NONE, null, TICK)).isEqualTo(TICK);
        assertThat(DueTicks.resumed(TEN_MINUTES, Calendars.NONE, TICK, minute(33)))
                .isEqualTo(minute(40));
        assertThat(DueTicks.resumed(TEN_MINUTES, Calendars.NONE, TICK, minute(40)))
                .isEqualTo(minute(50));
    }

    @Test
    void no_tick_precedes_the_last_one_after_the_clock_was_set_back() {
        Recurrence hourly = Recurrence.cron("0 0 * * * *");
        Instant last = Instant.parse("2026-01-01T12:00:00Z");
        Instant now = Instant.parse("2026-01-01T10:30:00Z");
        assertThat(DueTicks.resumed(TEN_MINUTES, Calendars.NONE, last, now))
                .isEqualTo(last.plus(Duration.ofMinutes(10)));
        assertThat(DueTicks.resumed(hourly, Calendars.NONE, last, now)).isEqualTo(last.plus(Duration.ofHours(1)));
        assertThat(DueTicks.resumed(hourly, Calendars.NONE, null, now)).isEqualTo(now.plus(Duration.ofMinutes(30)));
    }

    @Test
    void what_never_comes_has_no_tick() {
        Recurrence never = Recurrence.cron("-");
        assertThat(DueTicks.first(never, Calendars.NONE, TICK)).isNull();
        assertThat(DueTicks.resumed(never, Calendars.NONE, TICK, TICK)).isNull();
        assertThat(DueTicks.of(never, Calendars.NONE, TICK, minute(1)).next()).isNull();
    }
}
