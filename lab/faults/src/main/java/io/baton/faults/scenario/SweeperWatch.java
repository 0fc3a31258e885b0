package io.baton.faults.scenario;

import io.baton.faults.worker.Trace;
import io.baton.loop.SweepTask;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Wants its turn all the time, and notes for how long others have kept it from that: each time it was longer than ever before, and once a second. */
final class SweeperWatch implements SweepTask {

    private static final Duration REST = Duration.ofMillis(5);
    private static final Duration NOTES = Duration.ofSeconds(1);

    private final Trace trace;
    private long due;
    private long longest;
    private long noted;

    SweeperWatch(Trace trace) {
        this.trace = trace;
    }

    @Override
    public Duration sweep() {
        long now = System.nanoTime();
        long late = due == 0 ? 0 : TimeUnit.NANOSECONDS.toMillis(now - due);
        if (late > longest || now - noted >= NOTES.toNanos()) {
            longest = Math.max(longest, late);
            noted = now;
            trace.note("sweep", longest);
        }
        due = now + REST.toNanos();
        return REST;
    }
}
