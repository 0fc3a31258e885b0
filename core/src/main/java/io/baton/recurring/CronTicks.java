package io.baton.recurring;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.scheduling.support.CronExpression;

/**
 * The ticks of a cron expression, in a time zone with clock changes.
 *
 * @param eachHour whether ticks come in every hour that passes; otherwise they follow the local time: a tick in a gap comes at the end of the gap,
 *     and a tick at a time that comes twice comes the first time
 */
record CronTicks(CronExpression cron, ZoneRules rules, boolean eachHour) implements Ticks {

    private static final Pattern BLANKS = Pattern.compile("\\s+");
    private static final int HOURS = 2;
    private static final String HOURLY = "@hourly";

    static CronTicks of(String expression, ZoneId zone) {
        List<String> fields = BLANKS.splitAsStream(expression).toList();
        boolean eachHour = fields.size() > HOURS ? fields.get(HOURS).equals("*") : expression.equals(HOURLY);
        return new CronTicks(CronExpression.parse(expression), zone.getRules(), eachHour);
    }

    @Override
    public @Nullable Instant after(Instant time) {
        return eachHour ? afterInRealTime(time) : afterOnTheWall(time);
    }

    /** Searches each stretch between two clock changes, in which local time advances evenly. */
    private @Nullable Instant afterInRealTime(Instant time) {
        ZoneOffset offset = rules.getOffset(time);
        LocalDateTime local = LocalDateTime.ofInstant(time, offset);
        ZoneOffsetTransition change = rules.nextTransition(time);
        LocalDateTime tick = cron.next(local);
        while (tick != null && change != null && !tick.toInstant(offset).isBefore(change.getInstant())) {
            offset = change.getOffsetAfter();
            tick = cron.next(change.getDateTimeAfter().minusNanos(1));
            change = rules.nextTransition(change.getInstant());
        }
        return tick == null ? null : tick.toInstant(offset);
    }

    private @Nullable Instant afterOnTheWall(Instant time) {
        LocalDateTime local = LocalDateTime.ofInstant(time, rules.getOffset(time));
        ZoneOffsetTransition change = rules.getTransition(local);
        if (change != null && change.isOverlap() && !time.isBefore(change.getInstant())) {
            local = change.getDateTimeBefore().minusNanos(1);
        }
        LocalDateTime tick = cron.next(local);
        return tick == null ? null : instant(tick);
    }

    private Instant instant(LocalDateTime local) {
        ZoneOffsetTransition change = rules.getTransition(local);
        if (change == null) {
            return local.toInstant(rules.getOffset(local));
        }
        return change.isGap() ? change.getInstant() : local.toInstant(change.getOffsetBefore());
    }
}
