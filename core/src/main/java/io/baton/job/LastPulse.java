package io.baton.job;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Keeps the last successful heartbeat: it replaces a poll for the parts that it found unused. Any thread may call it. */
public final class LastPulse {

    private final LongSupplier nanoTime;
    private volatile @Nullable Taken last;

    private record Taken(long sentNanos, Pulse pulse) {}

    public LastPulse(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Returns a wrapper of {@code pulses} that keeps the last result. */
    public Pulses of(Pulses pulses) {
        return (workerId, queues) -> {
            long sent = nanoTime.getAsLong();
            Pulse pulse = pulses.take(workerId, queues);
            last = new Taken(sent, pulse);
            return pulse;
        };
    }

    /**
     * Returns how long a poll can wait that is due once an interval: until one interval after the last heartbeat if it found this part unused, else
     * zero.
     */
    public Duration spares(Pulse.Part part, Duration interval) {
        Taken taken = last;
        if (taken == null || !taken.pulse().unused().contains(part)) {
            return Duration.ZERO;
        }
        long age = nanoTime.getAsLong() - taken.sentNanos();
        return Duration.ofNanos(Math.max(0, interval.toNanos() - age));
    }
}
