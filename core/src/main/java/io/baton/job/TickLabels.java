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

    /** Returns the labels of a tick. */
    public static Map<String, String> of(String schedule, Instant at, ZoneId zone) {
        return Map.of(SCHEDULE, schedule, TICK, at.atZone(zone).toString());
    }

    /**
     * Returns the tick in these labels; empty if there is none.
     *
     * @throws BatonException if this node cannot read the tick
     */
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
            throw new BatonException(
                    "The tick of the recurring job \"" + schedule
                            + "\" cannot be read: the Java of this node may not know the time zone of " + tick,
                    e);
        }
    }
}
