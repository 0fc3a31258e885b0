package io.baton.faults.order;

import io.baton.faults.Await;
import io.baton.faults.limit.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Reads which jobs are ready, again and again. */
final class ReadyJobs {

    private static final Duration BETWEEN = Duration.ofMillis(250);
    private static final Duration LONGEST_STOP = Duration.ofMinutes(2);

    private final Clock clock;
    private final Thread thread = new Thread(this::run, "ready-jobs");
    private final List<Seen> seen = new CopyOnWriteArrayList<>();
    private volatile boolean stopped;

    ReadyJobs(Clock clock) {
        this.clock = clock;
        thread.setDaemon(true);
    }

    /** All jobs that are ready at a time. */
    record Seen(long time, List<Long> jobs) {}

    void start() {
        thread.start();
    }

    void stop() {
        stopped = true;
        Await.require(() -> !thread.isAlive(), LONGEST_STOP, "the ready jobs cannot be read");
    }

    List<Seen> seen() {
        return seen;
    }

    private void run() {
        while (!stopped) {
            try {
                long time = clock.read();
                seen.add(new Seen(
                        time, clock.jdbc().queryForList("SELECT id FROM baton_job WHERE state = 1", Long.class)));
            } catch (RuntimeException e) {
                // the database fails over
                Await.pause(BETWEEN);
            }
            Await.pause(BETWEEN);
        }
    }
}
