package io.baton.monitor;

import io.baton.database.Micros;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Counts of the runs of jobs that started and ended in a span of time.
 *
 * @param queue the queue of the runs; null for runs of several queues
 * @param type the type of the runs; null for runs of several types
 * @param counts the counts of runs
 */
public record Activity(@Nullable String queue, @Nullable String type, Map<Count, Long> counts) {

    private static final Set<Count> WAITS = EnumSet.range(Count.WAIT_0, Count.WAIT_11);

    /** A kind of count. The waits count jobs that started by how long they had been due: up to this time, and longer than that of the wait before. */
    public enum Count {
        STARTED,
        COMPLETED,
        CANCELLED,
        /** The number of failed attempts that are repeated. */
        FAILED,
        DIED,
        /** The sum of the times for which the jobs that started had been due, in microseconds. */
        WAITED,
        /** The longest of these times. */
        LONGEST_WAIT,
        WAIT_0(Duration.ofMillis(5)),
        WAIT_1(Duration.ofMillis(20)),
        WAIT_2(Duration.ofMillis(50)),
        WAIT_3(Duration.ofMillis(200)),
        WAIT_4(Duration.ofSeconds(1)),
        WAIT_5(Duration.ofSeconds(5)),
        WAIT_6(Duration.ofSeconds(20)),
        WAIT_7(Duration.ofMinutes(1)),
        WAIT_8(Duration.ofMinutes(5)),
        WAIT_9(Duration.ofMinutes(20)),
        WAIT_10(Duration.ofHours(1)),
        WAIT_11;

        private final long most;

        Count() {
            this.most = Long.MAX_VALUE;
        }

        Count(Duration most) {
            this.most = Micros.of(most);
        }

        static Count of(long waitedMicros) {
            for (Count wait : WAITS) {
                if (waitedMicros <= wait.most) {
                    return wait;
                }
            }
            return WAIT_11;
        }

        /** Returns the count of two spans of time together. */
        public long plus(long one, long other) {
            return this == LONGEST_WAIT ? Math.max(one, other) : one + other;
        }

        /** Returns the name of the column of this count. */
        public String column() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Creates an activity with these counts. */
    public static Activity of(@Nullable String queue, @Nullable String type, ToLongFunction<Count> count) {
        Map<Count, Long> counts = new EnumMap<>(Count.class);
        Arrays.stream(Count.values()).forEach(each -> counts.put(each, count.applyAsLong(each)));
        return new Activity(queue, type, counts);
    }

    /** Returns one of the counts. */
    public long count(Count which) {
        return counts.getOrDefault(which, 0L);
    }

    /** Returns whether all counts are zero. */
    public boolean isNone() {
        return counts.values().stream().allMatch(count -> count == 0);
    }

    /** Returns the sum of both, with the queue and type of this activity. */
    public Activity plus(Activity other) {
        return of(queue, type, each -> each.plus(count(each), other.count(each)));
    }

    /** Estimates, from the waits, how long this share of the jobs that started had been due at most. Returns null if no job was counted. */
    public @Nullable Duration waitOf(double share) {
        double wanted = WAITS.stream().mapToLong(this::count).sum() * share;
        long before = 0;
        long from = 0;
        for (Count wait : WAITS) {
            long here = count(wait);
            if (here > 0 && before + here >= wanted) {
                long width = Math.max(0, Math.min(wait.most, count(Count.LONGEST_WAIT)) - from);
                return Micros.duration(from + (long) (width * (wanted - before) / here));
            }
            before += here;
            from = wait.most;
        }
        return null;
    }
}
