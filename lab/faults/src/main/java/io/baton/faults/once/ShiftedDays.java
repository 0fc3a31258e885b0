package io.baton.faults.once;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A schedule for some days of a month that is over.
 *
 * @param ticks all that it has had since, found without the cron expression
 */
record ShiftedDays(String name, String cron, List<Instant> ticks) {

    static final ZoneId ZONE = ZoneId.of("Europe/Berlin");

    /** The hour that comes twice, or not at all. */
    private static final LocalTime HALF_PAST_TWO = LocalTime.of(2, 30);

    private static final int DAYS = 4;

    /** Returns the months of the last year in which clocks were changed and whose days have not come again. */
    static List<YearMonth> monthsWithChanges() {
        YearMonth now = YearMonth.now(ZONE);
        return Stream.iterate(
                        now.minusMonths(1), month -> month.isAfter(now.minusYears(1)), month -> month.minusMonths(1))
                .filter(month -> changes(month))
                .toList();
    }

    private static boolean changes(YearMonth month) {
        return YearMonth.from(nextChange(month)).equals(month);
    }

    private static LocalDate nextChange(YearMonth month) {
        Instant start = month.atDay(1).atStartOfDay(ZONE).toInstant();
        return LocalDate.ofInstant(ZONE.getRules().nextTransition(start).getInstant(), ZONE);
    }

    /**
     * Returns schedules for all days of a month, of which each has no more ticks than are made up for. None begins with the day of the change, since
     * the first tick is said and those after it are found.
     */
    static List<ShiftedDays> of(YearMonth month) {
        int dayBefore = nextChange(month).getDayOfMonth() - 1;
        List<ShiftedDays> all = new ArrayList<>();
        LocalDate from = month.atDay(1);
        for (LocalDate to = from; YearMonth.from(from).equals(month); to = to.plusDays(1)) {
            boolean last = to.equals(month.atEndOfMonth());
            if (last || Math.floorMod(to.getDayOfMonth() + 1 - dayBefore, DAYS) == 0) {
                all.addAll(of(from, to));
                from = to.plusDays(1);
            }
        }
        return all;
    }

    private static List<ShiftedDays> of(LocalDate from, LocalDate to) {
        String days = from.getDayOfMonth() + "-" + to.getDayOfMonth() + " " + from.getMonthValue() + " *";
        return List.of(
                new ShiftedDays("hourly-" + from, "0 0 * " + days, hours(from, to)),
                new ShiftedDays("daily-" + from, "0 30 2 " + days, nights(from, to)));
    }

    /** Returns all full hours that have passed on these days. */
    private static List<Instant> hours(LocalDate from, LocalDate to) {
        ZonedDateTime end = to.plusDays(1).atStartOfDay(ZONE);
        return Stream.iterate(
                        from.atStartOfDay(ZONE).toInstant(),
                        hour -> hour.isBefore(end.toInstant()),
                        hour -> hour.plus(1, ChronoUnit.HOURS))
                .toList();
    }

    private static List<Instant> nights(LocalDate from, LocalDate to) {
        return from.datesUntil(to.plusDays(1)).map(ShiftedDays::night).toList();
    }

    /** Returns half past two: the first of two, or the moment at which clocks were put forward past it. */
    private static Instant night(LocalDate day) {
        ZoneOffsetTransition change = ZONE.getRules().getTransition(day.atTime(HALF_PAST_TWO));
        return change != null && change.isGap()
                ? change.getInstant()
                : day.atTime(HALF_PAST_TWO)
                        .atZone(ZONE)
                        .withEarlierOffsetAtOverlap()
                        .toInstant();
    }
}
