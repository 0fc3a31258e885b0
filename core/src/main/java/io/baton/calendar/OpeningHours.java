package io.baton.calendar;

import io.baton.BatonException;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZonedDateTime;
import java.time.zone.ZoneOffsetTransition;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The windows of time in which jobs of a queue may start, by the wall clock in the zone of a calendar. */
public record OpeningHours(List<Daily> windows, WorkCalendar calendar) {

    private static final int MOST_JOINED = 14;

    private static final String TIME = "([01][0-9]|2[0-3]):([0-5][0-9])";
    private static final Pattern WINDOW = Pattern.compile(
            "(?:([a-z]+)(?:-([a-z]+))? +)?" + TIME + "-(?:" + TIME + "|24:00)", Pattern.CASE_INSENSITIVE);
    private static final int DAY = 24 * 60;

    /** A window that begins on some days of the week. Both minutes are counted from the midnight before it. */
    public record Daily(Set<DayOfWeek> days, int from, int until) {}

    /** Returns the windows that a text names; fails with a {@link BatonException} if it cannot be read, or the calendar leaves none of their days. */
    public static OpeningHours of(String text, WorkCalendar calendar) {
        List<Daily> windows =
                Stream.of(text.split(",", -1)).map(each -> daily(each.strip())).toList();
        if (windows.stream().allMatch(each -> calendar.days().containsAll(each.days()))) {
            throw new BatonException("The calendar closes all of these days, so that no job would ever start");
        }
        return new OpeningHours(windows, calendar);
    }

    private static Daily daily(String text) {
        Matcher parts = WINDOW.matcher(text);
        try {
            int from = parts.matches() ? minute(parts, 3) : DAY;
            int until = from == DAY || parts.group(5) == null ? DAY : minute(parts, 5);
            if (from != until) {
                return new Daily(days(parts.group(1), parts.group(2)), from, until > from ? until : until + DAY);
            }
        } catch (DateTimeException e) {
            // the text below says what is expected
        }
        throw new BatonException(
                "\"" + text + "\" is not a window of time. Write windows such as \"Mon-Fri 08:00-18:00\","
                        + " \"Sat 22:00-06:00\" or \"00:00-24:00\", separated by commas");
    }

    private static int minute(Matcher parts, int hour) {
        return Integer.parseInt(parts.group(hour)) * 60 + Integer.parseInt(parts.group(hour + 1));
    }

    private static Set<DayOfWeek> days(@Nullable String first, @Nullable String last) {
        DayOfWeek day = first == null ? DayOfWeek.MONDAY : WorkCalendar.day(first);
        DayOfWeek end = first == null ? DayOfWeek.SUNDAY : last == null ? day : WorkCalendar.day(last);
        Set<DayOfWeek> days = EnumSet.of(end);
        for (; day != end; day = day.plus(1)) {
            days.add(day);
        }
        return days;
    }

    /**
     * Returns the first moment from this one on at which jobs may start. A window belongs to the day on which it begins. The search ends: beside the
     * dates of the calendar, only a window within the hour that clocks skip lacks a day.
     */
    public ZonedDateTime opens(Instant time) {
        Instant first = begins(time);
        return (first.isBefore(time) ? time : first).atZone(calendar.zone());
    }

    /** Returns since when jobs may start without a gap, for some days at most, if they may at this time; else when the next window begins. */
    public Instant window(Instant time) {
        Instant first = begins(time);
        for (int left = MOST_JOINED; left > 0 && !first.isAfter(time); left--) {
            Instant before = begins(first.minusNanos(1));
            if (!before.isBefore(first)) {
                break;
            }
            first = before;
        }
        return first;
    }

    private Instant begins(Instant time) {
        LocalDate day = LocalDate.ofInstant(time, calendar.zone()).minusDays(1);
        LocalDate end = day.plusWeeks(calendar.dates().size() + 4L);
        Instant first = Instant.MAX;
        for (; first.equals(Instant.MAX) && day.isBefore(end); day = day.plusDays(1)) {
            for (Daily window : windows) {
                Instant from = at(day, window.from, false);
                Instant until = at(day, window.until, true);
                boolean begins = window.days.contains(day.getDayOfWeek()) && !calendar.closes(day);
                if (begins && from.isBefore(until) && until.isAfter(time) && from.isBefore(first)) {
                    first = from;
                }
            }
        }
        return first;
    }

    /** Returns when clocks show a minute of a day: the end of the hour that they skip, the first or last time of one that comes twice. */
    private Instant at(LocalDate day, int minute, boolean last) {
        LocalDateTime local = day.atStartOfDay().plusMinutes(minute);
        ZoneOffsetTransition change = calendar.zone().getRules().getTransition(local);
        if (change == null) {
            return local.atZone(calendar.zone()).toInstant();
        }
        // a window that ends where the repeated hour begins has nothing of it
        boolean again = last && !local.equals(change.getDateTimeAfter());
        return change.isGap()
                ? change.getInstant()
                : local.toInstant(again ? change.getOffsetAfter() : change.getOffsetBefore());
    }
}
