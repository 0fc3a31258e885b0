package io.baton.faults.story;

import io.baton.faults.worker.Trace;
import io.baton.sweep.SweepTask;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Wants its turn all the time, and notes for how long others have kept it from that: each time it was longer than ever before. */
final class SweeperWatch implements SweepTask {

    private static final Duration REST = Duration.ofMillis(5);

    private final Trace trace;
    private long due;
    private long longest = -1;

    SweeperWatch(Trace trace) {
        this.trace = trace;
    }

    @Override
    public Duration sweep() {
        long now = System.nanoTime();
        long late = due == 0 ? 0 : TimeUnit.NANOSECONDS.toMillis(now - due);
        if (late > longest) {
            longest = late;
            trace.note("sweep", late);
        }
        due = now + REST.toNanos();
        return REST;
    }
}
