package io.baton.monitor;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * How many runs of jobs started and ended in a stretch of time, and how.
 *
 * @param queue null for runs of several queues
 * @param type null for runs of several types
 * @param failed attempts that failed and are made again
 * @param waited how long the jobs that started had been due, together
 * @param longestWait of one of them
 * @param waits how many of those that started had been due for as long as each of {@link #WAITS} at most, and for longer than the one before
 */
public record Activity(
        @Nullable String queue,
        @Nullable String type,
        long started,
        long completed,
        long cancelled,
        long failed,
        long died,
        Duration waited,
        Duration longestWait,
        List<Long> waits) {

    /** The bounds by which waits are counted; longer ones are counted after the last. */
    public static final List<Duration> WAITS = List.of(
            Duration.ofMillis(5),
            Duration.ofMillis(20),
            Duration.ofMillis(50),
            Duration.ofMillis(200),
            Duration.ofSeconds(1),
            Duration.ofSeconds(5),
            Duration.ofSeconds(20),
            Duration.ofMinutes(1),
            Duration.ofMinutes(5),
            Duration.ofMinutes(20),
            Duration.ofHours(1));

    /** Returns the place of a wait among the counts. */
    static int place(Duration wait) {
        int place = 0;
        while (place < WAITS.size() && wait.compareTo(WAITS.get(place)) > 0) {
            place++;
        }
        return place;
    }

    /** Returns whether nothing ran. */
    public boolean isNone() {
        return started == 0
                && completed == 0
                && cancelled == 0
                && failed == 0
                && died == 0
                && waits.stream().allMatch(wait -> wait == 0);
    }

    /** Returns both together; the queue and the type are those of this one. */
    public Activity plus(Activity other) {
        return new Activity(
                queue,
                type,
                started + other.started,
                completed + other.completed,
                cancelled + other.cancelled,
                failed + other.failed,
                died + other.died,
                waited.plus(other.waited),
                longestWait.compareTo(other.longestWait) > 0 ? longestWait : other.longestWait,
                IntStream.range(0, waits.size())
                        .mapToObj(place -> waits.get(place) + other.waits.get(place))
                        .toList());
    }

    /** Returns the same without its queue and type. */
    Activity unnamed() {
        return new Activity(null, null, started, completed, cancelled, failed, died, waited, longestWait, waits);
    }

    /** Returns how long this share of the jobs that started had been due at most, as far as the counts say; null if none was counted. */
    public @Nullable Duration waitOf(double share) {
        long counted = waits.stream().mapToLong(each -> each).sum();
        double wanted = counted * share;
        long before = 0;
        for (int place = 0; place < waits.size() && counted > 0; place++) {
            long here = waits.get(place);
            if (here > 0 && before + here >= wanted) {
                Duration from = place == 0 ? Duration.ZERO : WAITS.get(place - 1);
                Duration to = place == WAITS.size() || WAITS.get(place).compareTo(longestWait) > 0
                        ? longestWait
                        : WAITS.get(place);
                long width = Math.max(0, to.minus(from).toNanos());
                return from.plusNanos((long) (width * (wanted - before) / here));
            }
            before += here;
        }
        return null;
    }
}
