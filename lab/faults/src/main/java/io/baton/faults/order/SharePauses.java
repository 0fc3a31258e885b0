package io.baton.faults.order;

import io.baton.Shares;
import io.baton.faults.Await;
import io.baton.faults.limit.Clock;
import io.baton.job.ShareNames;
import java.sql.Timestamp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** Pauses one share after the other while jobs of the others start, and resumes it. */
final class SharePauses {

    /** With one heartbeat a node may read the pauses of the moment before; the next one releases what was claimed meanwhile. */
    private static final int HEARTBEATS = 3;

    private static final int STARTS = 300;
    private static final Duration LONGEST = Duration.ofSeconds(10);
    private static final Duration LONGEST_UNKNOWN = Duration.ofSeconds(30);
    private static final Duration BETWEEN = Duration.ofMillis(50);
    private static final Duration LONGEST_STOP = Duration.ofMinutes(2);

    private final Shares shares;
    private final Clock clock;
    private final Thread thread = new Thread(this::run, "pauses");
    private final List<Pause> pauses = new CopyOnWriteArrayList<>();
    private volatile boolean stopped;

    SharePauses(Shares shares, Clock clock) {
        this.shares = shares;
        this.clock = clock;
        thread.setDaemon(true);
    }

    /**
     * A time in which a share was paused and all nodes knew it.
     *
     * @param requested a time before the call
     * @param waiting how many of its jobs were ready at the end
     */
    record Pause(String share, long requested, long from, long to, long waiting) {}

    void start() {
        thread.start();
    }

    /** Ends the pause, if there is one, and begins no other. */
    void stop() {
        stopped = true;
        Await.require(() -> !thread.isAlive(), LONGEST_STOP, "a share is not resumed");
    }

    List<Pause> pauses() {
        return pauses;
    }

    private void run() {
        for (int turn = 0; !stopped; turn++) {
            String share = OrderWork.PAUSED.get(turn % OrderWork.PAUSED.size());
            try {
                awaitStarts();
                pause(share);
            } catch (RuntimeException e) {
                // the database fails over: what is not known is not judged
                Await.pause(BETWEEN);
            }
            Await.require(() -> isResumed(share), LONGEST_STOP, "a share is not resumed");
        }
    }

    private void pause(String share) {
        long requested = clock.read();
        shares.pause(OrderWork.QUEUE, share);
        if (isKnown()) {
            long from = clock.read();
            awaitStarts();
            pauses.add(new Pause(share, requested, from, clock.read(), waiting(share)));
        }
    }

    private boolean isResumed(String share) {
        try {
            shares.resume(OrderWork.QUEUE, share);
            return true;
        } catch (RuntimeException e) {
            Await.pause(BETWEEN);
            return false;
        }
    }

    /** Waits until each worker that lives has had some heartbeats; returns whether they have. */
    private boolean isKnown() {
        Map<Long, Set<Timestamp>> seen = new HashMap<>();
        return Await.until(() -> stopped || beat(seen), LONGEST_UNKNOWN) && !stopped;
    }

    private boolean beat(Map<Long, Set<Timestamp>> seen) {
        Await.pause(BETWEEN);
        List<Long> living = new ArrayList<>();
        clock.jdbc().query("SELECT id, seen_at FROM baton_worker WHERE NOT dead", row -> {
            living.add(row.getLong(1));
            seen.computeIfAbsent(row.getLong(1), worker -> new HashSet<>()).add(row.getTimestamp(2));
        });
        return living.stream()
                .allMatch(worker -> Objects.requireNonNull(seen.get(worker)).size() > HEARTBEATS);
    }

    private void awaitStarts() {
        long since = System.nanoTime();
        long before = starts();
        while (!stopped && starts() < before + STARTS && System.nanoTime() - since < LONGEST.toNanos()) {
            Await.pause(BETWEEN);
        }
    }

    private long starts() {
        return count("SELECT COALESCE(MAX(n), 0) FROM handler_run");
    }

    private long waiting(String share) {
        String stored = ShareNames.of(OrderWork.QUEUE, share);
        return count(
                "SELECT COUNT(*) FROM baton_job WHERE state = 1 AND queue >= ? AND queue < ?",
                stored,
                ShareNames.end(stored));
    }

    private long count(String query, Object... parameters) {
        return Objects.requireNonNull(clock.jdbc().queryForObject(query, Long.class, parameters));
    }
}
