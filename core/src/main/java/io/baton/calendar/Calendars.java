package io.baton.calendar;

import io.baton.BatonException;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.Map;
import java.util.TreeMap;

/**
 * The calendars of this node, and the queues whose jobs start only in windows of time.
 *
 * @param named the calendars by name
 * @param queues the windows by queue
 */
public record Calendars(Map<String, WorkCalendar> named, Map<String, OpeningHours> queues) {

    public static final Calendars NONE = new Calendars(Map.of(), Map.of());

    /** Returns calendars of the same names that close no day, and no windows. */
    public Calendars open() {
        Map<String, WorkCalendar> open = new TreeMap<>(named);
        open.replaceAll((name, calendar) -> WorkCalendar.EVERY_DAY);
        return new Calendars(open, Map.of());
    }

    /** Returns a calendar; fails with a {@link BatonException} if this node does not know it. */
    public WorkCalendar get(String name) {
        WorkCalendar calendar = named.get(name);
        if (calendar == null) {
            throw new BatonException("There is no calendar \"" + name + "\" among " + named.keySet()
                    + ": define it below baton.calendars, on each node");
        }
        return calendar;
    }

    /** Returns the queues that are closed at this time, each with the time at which it opens. */
    public Map<String, ZonedDateTime> closed(Instant now) {
        Map<String, ZonedDateTime> closed = new TreeMap<>();
        queues.forEach((queue, hours) -> {
            ZonedDateTime opens = hours.opens(now);
            if (opens.toInstant().isAfter(now)) {
                closed.put(queue, opens);
            }
        });
        return closed;
    }
}
