package io.baton.calendar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.BatonException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When queues open, also across clock changes, midnight and days without work. */
class OpeningHoursTests {

    private static OpeningHours hours(String windows, String zone, String... closed) {
        return OpeningHours.of(windows, WorkCalendar.of(ZoneId.of(zone), List.of(closed)));
    }

    /** Without a second time, the queue is open at the first one. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "open", textBlock = """
            # 2026-12-04 is a Friday
            Mon-Fri 08:00-18:00            | Europe/Berlin    | 2026-12-04T06:59:59Z | 2026-12-04T07:00:00Z
            Mon-Fri 08:00-18:00            | Europe/Berlin    | 2026-12-04T07:00:00Z | open
            Mon-Fri 08:00-18:00            | Europe/Berlin    | 2026-12-04T16:59:59Z | open
            Mon-Fri 08:00-18:00            | Europe/Berlin    | 2026-12-04T17:00:00Z | 2026-12-07T07:00:00Z
            monday-FRIDAY 08:00-18:00      | UTC              | 2026-12-05T12:00:00Z | 2026-12-07T08:00:00Z
            Fri-Mon 08:00-18:00            | UTC              | 2026-12-07T17:00:00Z | open
            Fri-Mon 08:00-18:00            | UTC              | 2026-12-07T18:00:00Z | 2026-12-11T08:00:00Z
            Sat 10:00-12:00, Mon 08:00-9:  | UTC              | 2026-12-05T11:00:00Z | bad
            Sat 10:00-12:00,Mon 08:00-09:00| UTC              | 2026-12-05T12:00:00Z | 2026-12-07T08:00:00Z
            14:00-15:00, 08:00-12:00       | UTC              | 2026-12-05T03:00:00Z | 2026-12-05T08:00:00Z
            14:00-15:00, 08:00-14:00       | UTC              | 2026-12-05T14:00:00Z | open
            # past midnight, which belongs to the day before
            Fri 22:00-06:00                | UTC              | 2026-12-05T05:59:59Z | open
            Fri 22:00-06:00                | UTC              | 2026-12-05T06:00:00Z | 2026-12-11T22:00:00Z
            Fri 22:00-06:00                | UTC              | 2026-12-04T03:00:00Z | 2026-12-04T22:00:00Z
            22:00-06:00                    | America/New_York | 2026-12-04T12:00:00Z | 2026-12-05T03:00:00Z
            00:00-24:00                    | UTC              | 2026-12-04T00:00:00Z | open
            20:00-24:00                    | UTC              | 2026-12-04T23:59:59Z | open
            20:00-00:00                    | UTC              | 2026-12-05T00:00:00Z | 2026-12-05T20:00:00Z
            # clocks are put forward from 02:00 to 03:00: a window in this hour is left out
            02:00-03:00                    | Europe/Berlin    | 2026-03-28T02:00:00Z | 2026-03-30T00:00:00Z
            02:30-03:30                    | Europe/Berlin    | 2026-03-29T00:59:59Z | 2026-03-29T01:00:00Z
            02:30-03:30                    | Europe/Berlin    | 2026-03-29T01:29:59Z | open
            01:00-02:30                    | Europe/Berlin    | 2026-03-29T01:00:00Z | 2026-03-29T23:00:00Z
            08:00-18:00                    | Europe/Berlin    | 2026-03-29T05:00:00Z | 2026-03-29T06:00:00Z
            02:00-03:00                    | America/New_York | 2026-03-07T08:00:00Z | 2026-03-09T06:00:00Z
            22:00-06:00                    | America/New_York | 2026-03-08T09:59:59Z | open
            22:00-06:00                    | America/New_York | 2026-03-08T10:00:00Z | 2026-03-09T02:00:00Z
            # clocks are put back from 03:00 to 02:00: a window in this hour has two
            02:00-03:00                    | Europe/Berlin    | 2026-10-24T23:59:59Z | 2026-10-25T00:00:00Z
            02:00-03:00                    | Europe/Berlin    | 2026-10-25T01:59:59Z | open
            02:00-03:00                    | Europe/Berlin    | 2026-10-25T02:00:00Z | 2026-10-26T01:00:00Z
            22:00-02:00                    | Europe/Berlin    | 2026-10-24T23:59:59Z | open
            22:00-02:00                    | Europe/Berlin    | 2026-10-25T00:30:00Z | 2026-10-25T21:00:00Z
            22:00-01:00                    | America/New_York | 2026-11-01T05:30:00Z | 2026-11-02T03:00:00Z
            02:30-02:45                    | Europe/Berlin    | 2026-10-25T01:00:00Z | open
            08:00-18:00                    | America/New_York | 2026-11-01T12:00:00Z | 2026-11-01T13:00:00Z
            Sun 01:00-02:00                | America/New_York | 2026-11-01T06:59:59Z | open
            # leap days
            Tue 08:00-18:00                | UTC              | 2028-02-28T12:00:00Z | 2028-02-29T08:00:00Z
            00:00-24:00                    | UTC              | 2028-02-29T12:00:00Z | open
            """)
    void a_queue_opens_with_its_window(String windows, String zone, Instant time, String opens) {
        if ("bad".equals(opens)) {
            assertThatThrownBy(() -> hours(windows, zone)).isInstanceOf(BatonException.class);
            return;
        }
        assertThat(hours(windows, zone).opens(time).toInstant()).isEqualTo(opens == null ? time : Instant.parse(opens));
    }

    @Test
    void days_without_work_have_no_window() {
        OpeningHours hours =
                hours("08:00-18:00, 22:00-02:00", "Europe/Berlin", "2026-12-25", "2026-12-24", "SATURDAY", "Sun");
        ZonedDateTime monday = ZonedDateTime.parse("2026-12-28T08:00:00+01:00[Europe/Berlin]");
        assertThat(hours.opens(Instant.parse("2026-12-24T10:00:00Z"))).isEqualTo(monday);
        assertThat(hours.opens(Instant.parse("2026-12-24T00:59:00Z")).toInstant())
                .as("the night before belongs to an open day")
                .isEqualTo("2026-12-24T00:59:00Z");
        assertThat(hours.opens(Instant.parse("2026-12-24T01:00:00Z"))).isEqualTo(monday);
    }

    @Test
    void a_window_opens_however_many_of_its_days_are_closed() {
        LocalDate first = LocalDate.of(2026, 3, 1);
        String[] sundays = Stream.iterate(first, day -> day.plusWeeks(1))
                .limit(500)
                .map(LocalDate::toString)
                .toArray(String[]::new);
        OpeningHours hours = hours("Sun 02:00-03:00", "Europe/Berlin", sundays);
        assertThat(hours.opens(Instant.parse("2026-02-28T00:00:00Z")).toLocalDate())
                .isEqualTo(first.plusWeeks(500));
    }

    /** At each moment a queue is open exactly if the wall clock shows a time of its window, but for windows within an hour that comes twice. */
    @ParameterizedTest
    @ValueSource(strings = {"Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Havana", "UTC"})
    void a_queue_is_open_if_the_wall_clock_says_so(String zone) {
        OpeningHours hours = hours("08:00-18:00", zone, "SUNDAY", "2027-02-01");
        Instant end = Instant.parse("2028-01-01T00:00:00Z");
        for (Instant time = Instant.parse("2027-01-01T00:00:00Z");
                time.isBefore(end);
                time = time.plus(Duration.ofMinutes(10))) {
            ZonedDateTime local = time.atZone(ZoneId.of(zone));
            boolean open = local.getHour() >= 8
                    && local.getHour() < 18
                    && !hours.calendar().closes(local.toLocalDate());
            assertThat(hours.opens(time).toInstant().equals(time))
                    .as("%s", local)
                    .isEqualTo(open);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                ",",
                "Mon-Fri",
                "8-18",
                "8:00-18:00",
                "Mon 08:00-08:00",
                "24:00-08:00",
                "00:00-00:00",
                "25:00-26:00",
                "08:60-09:00",
                "Mo 08:00-18:00",
                "Mon-Foo 08:00-18:00",
                "08:00-18:00,",
                "Mon,Tue 08:00-18:00",
                "Mon-Fri 08:00-18:00 Sat",
                "08:00 - 18:00"
            })
    void what_is_no_window_is_refused_with_examples(String windows) {
        assertThatThrownBy(() -> hours(windows, "UTC"))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("is not a window of time")
                .hasMessageContaining("Mon-Fri 08:00-18:00");
    }

    @Test
    void a_calendar_leaves_some_day() {
        assertThatThrownBy(() -> hours("Sat 08:00-10:00, Sun 08:00-10:00", "UTC", "SATURDAY", "SUNDAY"))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("closes all of these days");
        String[] week = {"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};
        assertThatThrownBy(() -> hours("08:00-10:00", "UTC", week))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("at least one");
        assertThat(hours("08:00-10:00", "UTC", Arrays.copyOf(week, 6))
                        .opens(Instant.parse("2026-12-07T00:00:00Z"))
                        .toLocalDate())
                .isEqualTo("2026-12-13");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-13-01", "25.12.2026", "2027-02-29", "Feiertag", "2026-12-25T00:00"})
    void what_is_no_day_is_refused_with_examples(String day) {
        assertThatThrownBy(() -> hours("08:00-10:00", "UTC", day))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining(day)
                .hasMessageContaining("2026-12-25")
                .hasMessageContaining("SATURDAY");
    }

    @Test
    void only_closed_queues_are_named() {
        WorkCalendar berlin = WorkCalendar.of(ZoneId.of("Europe/Berlin"), List.of());
        Calendars calendars = new Calendars(
                Map.of("de", berlin),
                Map.of(
                        "mails",
                        OpeningHours.of("08:00-18:00", berlin),
                        "calls",
                        OpeningHours.of("18:00-08:00", berlin)));
        Instant noon = Instant.parse("2026-12-04T11:00:00Z");
        assertThat(calendars.closed(noon)).containsOnlyKeys("calls");
        assertThatThrownBy(() -> calendars.get("fr"))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("no calendar \"fr\" among [de]")
                .hasMessageContaining("baton.calendars");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            00:00-24:00                          | 2026-11-18T00:00:00Z
            22:00-24:00, 00:00-06:00             | 2026-12-01T22:00:00Z
            Mon-Fri 08:00-18:00, Wed 00:00-06:00 | 2026-12-02T00:00:00Z
            """)
    void windows_that_touch_are_one(String windows, Instant since) {
        OpeningHours hours = OpeningHours.of(windows, WorkCalendar.EVERY_DAY);

        assertThat(hours.window(Instant.parse("2026-12-02T00:05:00Z"))).isEqualTo(since);
    }
}
