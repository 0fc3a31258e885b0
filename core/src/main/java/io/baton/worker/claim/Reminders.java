package io.baton.worker.claim;

import io.baton.loop.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Queues that are worth another look, each once its time has come. Used by the claim loop's thread only. */
final class Reminders {

    private final Ticker ticker;
    private final Map<String, Long> times = new HashMap<>();

    Reminders(Ticker ticker) {
        this.ticker = ticker;
    }

    /** This queue, after this time; what was noted of it before does not count any more. */
    void remind(String queue, Duration wait) {
        times.put(queue, ticker.nanos() + wait.toNanos());
    }

    /** Takes the queues whose time has come. */
    List<String> due() {
        List<String> due = new ArrayList<>();
        times.forEach((queue, time) -> {
            if (ticker.nanos() - time >= 0) {
                due.add(queue);
            }
        });
        due.forEach(times::remove);
        return due;
    }

    /** Returns how long until the next, or until this time if that comes before. */
    long untilNext(long otherwise) {
        long now = ticker.nanos();
        long next = otherwise - now;
        for (long time : times.values()) {
            next = Math.min(next, time - now);
        }
        return Math.max(0, next);
    }
}
