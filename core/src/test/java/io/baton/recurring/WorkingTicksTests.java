package io.baton.recurring;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.MissedTicks;
import io.baton.Recurrence;
import io.baton.calendar.Calendars;
import io.baton.calendar.WorkCalendar;
import io.baton.recurring.DueTicks.Ticks;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ticks on days that a calendar does not close. */
class WorkingTicksTests {

    private static Calendars closed(String... days) {
        return new Calendars(Map.of("de", WorkCalendar.of(ZoneId.of("UTC"), List.of(days))), Map.of());
    }

    private static final Calendars WORK = closed("SATURDAY", "SUNDAY", "2026-12-25", "2028-02-29");

    @ParameterizedTest
    @CsvSource(nullValues = "none", textBlock = """
            # 2026-12-04 is a Friday
            0 0 1 * * *,    Europe/Berlin,    2026-12-04T00:00:00Z, 2026-12-07T00:00:00Z
            0 0 1 * * *,    Europe/Berlin,    2026-12-03T23:59:59Z, 2026-12-04T00:00:00Z
            # the day is that of the zone of the schedule: Friday evening in New York
            0 0 22 * * *,   America/New_York, 2026-12-04T12:00:00Z, 2026-12-05T03:00:00Z
            0 0 22 * * *,   America/New_York, 2026-12-05T03:00:00Z, 2026-12-08T03:00:00Z
            0 0 1 * * *,    Europe/Berlin,    2026-12-24T00:00:00Z, 2026-12-28T00:00:00Z
            0 */10 * * * *, UTC,              2026-12-04T23:55:00Z, 2026-12-07T00:00:00Z
            0 0 * * * *,    Europe/Berlin,    2026-03-27T22:30:00Z, 2026-03-29T22:00:00Z
            0 0 0 29 2 *,   UTC,              2026-12-04T00:00:00Z, 2036-02-29T00:00:00Z
            0 30 0 * * *,   America/Havana,   2026-03-07T00:00:00Z, 2026-03-09T04:30:00Z
            0 0 8 * * SAT,  UTC,              2026-12-04T00:00:00Z, none
            0 0 8 L * *,    UTC,              2027-01-01T00:00:00Z, 2027-03-31T08:00:00Z
            """)
    void the_next_tick_is_on_a_day_with_work(String cron, String zone, Instant time, Instant next) {
        Ticks ticks = DueTicks.ticks(Recurrence.cron(cron).zone(zone).calendar("de"), WORK);
        assertThat(ticks.after(time)).isEqualTo(next);
    }

    @Test
    void the_last_tick_missed_is_on_a_day_with_work() {
        Recurrence nightly = Recurrence.cron("0 0 1 * * *").calendar("de");
        Instant friday = Instant.parse("2026-12-04T01:00:00Z");
        Instant sunday = Instant.parse("2026-12-13T12:00:00Z");
        DueTicks due = DueTicks.of(nightly, WORK, friday, sunday);
        assertThat(due.ticks()).containsExactly(Instant.parse("2026-12-11T01:00:00Z"));
        assertThat(due.next()).isEqualTo("2026-12-14T01:00:00Z");
        assertThat(DueTicks.of(nightly.missed(MissedTicks.RUN_ALL), WORK, friday, sunday)
                        .ticks())
                .hasSize(6)
                .startsWith(friday, Instant.parse("2026-12-07T01:00:00Z"));
    }

    @Test
    void a_tick_whose_day_was_closed_since_is_left_out() {
        Recurrence nightly = Recurrence.cron("0 0 1 * * *").calendar("de");
        Instant saturday = Instant.parse("2026-12-05T01:00:00Z");
        DueTicks due = DueTicks.of(nightly, WORK, saturday, saturday.plusSeconds(1));
        assertThat(due.ticks()).isEmpty();
        assertThat(due.next()).isEqualTo("2026-12-07T01:00:00Z");
        DueTicks all =
                DueTicks.of(nightly.missed(MissedTicks.RUN_ALL), WORK, saturday, Instant.parse("2026-12-08T12:00:00Z"));
        assertThat(all.ticks())
                .containsExactly(Instant.parse("2026-12-07T01:00:00Z"), Instant.parse("2026-12-08T01:00:00Z"));
    }

    @Test
    void a_closed_year_is_passed() {
        String[] year = LocalDate.of(2026, 1, 1)
                .datesUntil(LocalDate.of(2029, 1, 1))
                .map(Object::toString)
                .toArray(String[]::new);
        assertThat(DueTicks.ticks(Recurrence.cron("@daily").calendar("de"), closed(year))
                        .after(Instant.parse("2026-01-01T00:00:00Z")))
                .isEqualTo("2029-01-01T00:00:00Z");
    }
}
