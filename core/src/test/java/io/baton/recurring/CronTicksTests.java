package io.baton.recurring;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.MissedTicks;
import io.baton.Recurrence;
import io.baton.calendar.Calendars;
import io.baton.recurring.DueTicks.Ticks;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ticks of cron expressions where clocks are put forward and back. */
class CronTicksTests {

    private static final LocalDateTime BEGIN = LocalDateTime.of(2025, 1, 1, 0, 0);
    private static final LocalDateTime END = LocalDateTime.of(2028, 1, 1, 0, 0);

    private static List<Instant> ticks(String cron, ZoneId zone, LocalDateTime begin, LocalDateTime end) {
        Ticks ticks = DueTicks.ticks(Recurrence.cron(cron).zone(zone), Calendars.NONE);
        List<Instant> all = new ArrayList<>();
        Instant until = end.atZone(zone).toInstant();
        for (Instant tick = ticks.after(begin.atZone(zone).toInstant().minusNanos(1));
                tick != null && tick.isBefore(until);
                tick = ticks.after(tick)) {
            all.add(tick);
        }
        return all;
    }

    private static List<String> shown(String cron, String zone, String day) {
        LocalDate date = LocalDate.parse(day);
        ZoneId id = ZoneId.of(zone);
        return ticks(cron, id, date.atStartOfDay(), date.plusDays(1).atStartOfDay()).stream()
                .map(tick -> tick.atZone(id))
                .map(tick -> tick.toLocalTime() + tick.getOffset().getId().replace(":00", ""))
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // forward: 02:00 is followed by 03:00
                "0 30 1 * * * | Europe/Berlin | 2026-03-29 | [01:30+01]",
                "0 0 2 * * * | Europe/Berlin | 2026-03-29 | [03:00+02]",
                "0 30 2 * * * | Europe/Berlin | 2026-03-29 | [03:00+02]",
                "0 0 3 * * * | Europe/Berlin | 2026-03-29 | [03:00+02]",
                "0 0/20 2 * * * | Europe/Berlin | 2026-03-29 | [03:00+02]",
                "0 30 1-3 * * * | Europe/Berlin | 2026-03-29 | [01:30+01, 03:00+02, 03:30+02]",
                "0 0 */6 * * * | Europe/Berlin | 2026-03-29 | [00:00+01, 06:00+02, 12:00+02, 18:00+02]",
                // back: 03:00 is followed by 02:00
                "0 0 2 * * * | Europe/Berlin | 2026-10-25 | [02:00+02]",
                "0 30 2 * * * | Europe/Berlin | 2026-10-25 | [02:30+02]",
                "0 0 3 * * * | Europe/Berlin | 2026-10-25 | [03:00+01]",
                "0 0/30 2-3 * * * | Europe/Berlin | 2026-10-25 | [02:00+02, 02:30+02, 03:00+01, 03:30+01]",
                "0 30 1 * * * | America/New_York | 2026-11-01 | [01:30-04]",
                "0 30 2 * * * | America/New_York | 2026-03-08 | [03:00-04]",
                // half an hour
                "0 15 2 * * * | Australia/Lord_Howe | 2026-10-04 | [02:30+11]",
                "0 45 2 * * * | Australia/Lord_Howe | 2026-10-04 | [02:45+11]",
                "0 45 1 * * * | Australia/Lord_Howe | 2026-04-05 | [01:45+11]",
                "0 30 2 * * * | UTC | 2026-03-29 | [02:30Z]"
            })
    void each_time_on_the_wall_comes_once(String cron, String zone, String day, String expected) {
        assertThat(shown(cron, zone, day)).hasToString(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "Europe/Berlin, 2026-03-29, 23",
        "Europe/Berlin, 2026-10-25, 25",
        "Europe/Berlin, 2026-07-01, 24",
        "America/New_York, 2026-03-08, 23",
        "America/New_York, 2026-11-01, 25"
    })
    void each_hour_that_passes_has_its_tick(String zone, String day, int hours) {
        for (String cron : List.of("0 0 * * * *", "@hourly")) {
            assertThat(shown(cron, zone, day)).hasSize(hours).doesNotHaveDuplicates();
        }
        assertThat(shown("0 */15 * * * *", zone, day)).hasSize(4 * hours);
    }

    @Test
    void a_shift_of_half_an_hour_moves_the_ticks_of_each_hour() {
        assertThat(shown("0 0 * * * *", "Australia/Lord_Howe", "2026-04-05"))
                .startsWith("00:00+11", "01:00+11", "02:00+10:30", "03:00+10:30");
        assertThat(shown("0 0 * * * *", "Australia/Lord_Howe", "2026-10-04"))
                .startsWith("00:00+10:30", "01:00+10:30", "03:00+11");
        assertThat(shown("0 45 * * * *", "Australia/Lord_Howe", "2026-04-05"))
                .startsWith("00:45+11", "01:45+11", "01:45+10:30", "02:45+10:30");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "UTC", "Africa/Casablanca"})
    void every_day_of_three_years_has_one_tick(String zone) {
        ZoneId id = ZoneId.of(zone);
        for (String time : List.of("00:00", "01:30", "01:45", "02:00", "02:15", "02:30", "03:00", "23:59")) {
            LocalTime local = LocalTime.parse(time);
            String cron = "0 " + local.getMinute() + " " + local.getHour() + " * * *";
            List<LocalDate> days = ticks(cron, id, BEGIN, END).stream()
                    .map(tick -> LocalDate.ofInstant(tick, id))
                    .toList();
            assertThat(days)
                    .as("%s in %s", cron, zone)
                    .isEqualTo(BEGIN.toLocalDate().datesUntil(END.toLocalDate()).toList());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Europe/Berlin", "America/New_York", "UTC"})
    void every_hour_of_three_years_has_one_tick(String zone) {
        ZoneId id = ZoneId.of(zone);
        Instant begin = BEGIN.atZone(id).toInstant();
        List<Instant> ticks = ticks("0 0 * * * *", id, BEGIN, END);
        assertThat(ticks).hasSize((int) begin.until(END.atZone(id), ChronoUnit.HOURS));
        for (int hour = 0; hour < ticks.size(); hour++) {
            assertThat(ticks.get(hour)).isEqualTo(begin.plus(Duration.ofHours(hour)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0 30 2 * * *", "0 */7 * * * *", "* * 2 * * *", "0 0 3 1 * *", "@daily"})
    void the_last_tick_is_found_as_if_each_were_counted(String cron) {
        ZoneId zone = ZoneId.of("Europe/Berlin");
        Ticks ticks = DueTicks.ticks(Recurrence.cron(cron).zone(zone), Calendars.NONE);
        for (String begin : List.of("2026-03-28T01:00", "2026-10-24T12:34:56", "2026-10-25T00:00")) {
            Instant first = requireNonNull(
                    ticks.after(LocalDateTime.parse(begin).atZone(zone).toInstant()));
            Instant last = first;
            for (int count = 0; count < 4_000; count++) {
                Instant next = requireNonNull(ticks.after(last));
                if (count % 97 == 0) {
                    assertThat(ticks.last(first, last)).isEqualTo(last);
                    assertThat(ticks.last(first, last.plusMillis(1))).isEqualTo(last);
                    assertThat(ticks.last(first, next.minusNanos(1))).isEqualTo(last);
                }
                last = next;
            }
        }
    }

    @Test
    void macros_are_known() {
        assertThat(shown("@daily", "Europe/Berlin", "2026-03-29")).containsExactly("00:00+01");
        assertThat(shown("@midnight", "Europe/Berlin", "2026-10-25")).containsExactly("00:00+02");
    }

    @Test
    void a_time_that_the_second_pass_shows_again_does_not_come_again() {
        Ticks ticks = DueTicks.ticks(Recurrence.cron("0 30 2 * * *").zone("Europe/Berlin"), Calendars.NONE);
        Instant second = ZonedDateTime.parse("2026-10-25T02:10+01:00").toInstant();
        assertThat(ticks.after(second))
                .isEqualTo(ZonedDateTime.parse("2026-10-26T02:30+01:00").toInstant());
    }

    @Test
    void a_tick_that_is_only_a_second_late_is_skipped_by_nobody() {
        Instant tick = Instant.parse("2026-01-01T01:00:00Z");
        Recurrence nightly = Recurrence.cron("0 0 1 * * *");
        for (MissedTicks missed : MissedTicks.values()) {
            DueTicks due = DueTicks.of(nightly.missed(missed), Calendars.NONE, tick, tick.plusSeconds(1));
            assertThat(due.ticks()).containsExactly(tick);
            assertThat(due.next()).isEqualTo("2026-01-02T01:00:00Z");
        }
    }
}
