package io.baton.calendar;

import io.baton.BatonException;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The days without work. Equal calendars have equal texts.
 *
 * @param zone the time zone of the windows of queues; recurring jobs have their own
 */
public record WorkCalendar(ZoneId zone, Set<LocalDate> dates, Set<DayOfWeek> days) {

    /** All days have work. */
    public static final WorkCalendar EVERY_DAY = of(ZoneId.of("UTC"), Set.of());

    /** Returns a calendar without these dates and days of the week; fails with a {@link BatonException} if a text is neither, or no day is left. */
    public static WorkCalendar of(ZoneId zone, Collection<String> closed) {
        WorkCalendar calendar = new WorkCalendar(zone, new TreeSet<>(), new TreeSet<>());
        for (String text : closed) {
            try {
                if (text.chars().allMatch(Character::isLetter)) {
                    calendar.days.add(day(text));
                } else {
                    calendar.dates.add(LocalDate.parse(text));
                }
            } catch (DateTimeException e) {
                throw new BatonException(
                        "\"" + text
                                + "\" is neither a date, such as 2026-12-25, nor a day of the week, such as SATURDAY",
                        e);
            }
        }
        if (calendar.days.size() == DayOfWeek.values().length) {
            throw new BatonException("A calendar cannot close every day of the week: at least one has work");
        }
        return calendar;
    }

    /** Returns the day of the week with this name, of which three letters are enough. */
    static DayOfWeek day(String name) {
        return Stream.of(DayOfWeek.values())
                .filter(day -> name.length() >= 3 && day.name().startsWith(name.toUpperCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new DateTimeException("There is no day " + name));
    }

    /** Returns whether this day has no work. */
    public boolean closes(LocalDate day) {
        return days.contains(day.getDayOfWeek()) || dates.contains(day);
    }
}
