package io.baton.job;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The last heartbeat that succeeded: it stands for a poll for what it did not find. For any thread. */
public final class LastPulse {

    private final LongSupplier nanoTime;
    private volatile @Nullable Taken last;

    private record Taken(long sentNanos, Pulse pulse) {}

    /** Creates one that knows of no heartbeat yet. */
    public LastPulse(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Returns the same pulses, the last of which is kept. */
    public Pulses of(Pulses pulses) {
        return (workerId, queues) -> {
            long sent = nanoTime.getAsLong();
            Pulse pulse = pulses.take(workerId, queues);
            last = new Taken(sent, pulse);
            return pulse;
        };
    }

    /**
     * Returns for how long a poll that is to be sent once an interval can wait: until an interval after the last heartbeat, if that found the part
     * unused; else zero.
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
