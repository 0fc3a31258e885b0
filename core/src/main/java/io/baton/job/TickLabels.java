package io.baton.job;

import io.baton.BatonException;
import io.baton.Tick;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Map;
import java.util.Optional;

/** The labels that hold the tick of a job; they stay when its due time changes. Applications cannot set them. */
public final class TickLabels {

    /** The name of the recurring job. */
    public static final String SCHEDULE = "baton.schedule";

    /** The time of the tick, in the time zone of its schedule. */
    public static final String TICK = "baton.tick";

    /** The number of these labels. */
    public static final int COUNT = 2;

    private TickLabels() {}

    public static Map<String, String> of(String schedule, Instant at, ZoneId zone) {
        return Map.of(SCHEDULE, schedule, TICK, at.atZone(zone).toString());
    }

    /** Returns the tick in these labels; empty if there is none. */
    public static Optional<Tick> read(Map<String, String> labels) {
        String schedule = labels.get(SCHEDULE);
        String tick = labels.get(TICK);
        if (schedule == null || tick == null) {
            return Optional.empty();
        }
        try {
            ZonedDateTime at = ZonedDateTime.parse(tick);
            return Optional.of(new Tick(schedule, at.toInstant(), at.getZone()));
        } catch (DateTimeException e) {
            if (tick.contains("[")) {
                throw new UnknownTickZoneException(schedule, tick);
            }
            return Optional.empty();
        }
    }

    /** Thrown if the Java of this node is too old to know the time zone of a tick; other nodes can run the job. */
    public static class UnknownTickZoneException extends BatonException {

        UnknownTickZoneException(String schedule, String tick) {
            super(
                    "The tick \"" + tick + "\" of the recurring job \"" + schedule
                            + "\" has a time zone that the Java of this node does not know: nodes with a newer one can run the job");
        }
    }
}
