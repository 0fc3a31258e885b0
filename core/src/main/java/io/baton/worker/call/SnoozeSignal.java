package io.baton.worker.call;

import io.baton.loop.DurationText;
import java.time.Duration;

/** Carries a handler's wish to snooze out of it. Has no stack: it is no failure. */
final class SnoozeSignal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Duration delay;

    SnoozeSignal(Duration delay) {
        super("snoozed for " + DurationText.of(delay), null, false, false);
        this.delay = delay;
    }

    public Duration delay() {
        return delay;
    }
}
