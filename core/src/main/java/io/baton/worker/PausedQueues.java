package io.baton.worker;

import io.baton.BatonException;
import io.baton.job.ReadyJobs;
import io.baton.job.ShareNames;
import io.baton.wakeup.WakeupPublisher;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * Knows the queues from which no job may start for now, as of the last heartbeat. Each heartbeat releases their jobs that have not started, since a
 * claim may have been under way during the one before. A queue that is no longer paused is polled at once.
 */
public final class PausedQueues {

    /** The longest time that is measured; a later heartbeat reads how much is left. */
    private static final Duration LONGEST = Duration.ofHours(1);

    /** How long the queues that workers serve are known before they are read again. */
    private static final long SERVED_NANOS = 2_000_000_000;

    private final Engine engine;
    private final WakeupPublisher publisher;
    private volatile @Nullable Map<String, Long> ends;
    private volatile @Nullable Served served;
    private volatile Consumer<String> onPaused = queue -> {};
    private volatile Runnable onResumed = () -> {};
    private volatile Supplier<Map<String, Duration>> closed = Map::of;

    private record Served(Set<String> queues, long readNanos) {}

    public PausedQueues(Engine engine, WakeupPublisher publisher) {
        this.engine = engine;
        this.publisher = publisher;
    }

    /** Calls this with each paused queue, each time the worker may hold jobs of it that must not start. */
    public void onPaused(Consumer<String> onPaused) {
        this.onPaused = onPaused;
    }

    /** Calls this whenever queues are not paused any more, on the thread that has read it. */
    public void onResumed(Runnable onResumed) {
        this.onResumed = onResumed;
    }

    /** Adds queues that are closed, each with the time that is left until it opens; the function reads the clock of the database. */
    public void closed(Supplier<Map<String, Duration>> closed) {
        this.closed = closed;
    }

    /** Returns how long no job of this queue may start; zero if it is not paused or closed. Queries the database if no heartbeat has done so yet. */
    public Duration left(String queue) {
        Map<String, Long> known = ends;
        Long end = (known != null ? known : update(engine.transactions().run(engine.claims()::paused))).get(queue);
        return end == null
                ? Duration.ZERO
                : Duration.ofNanos(Math.max(0, end - engine.ticker().nanos()));
    }

    /** Returns whether no job of this share may start, since it, the share that it is a part of, or the queue is paused; null for no share. */
    public boolean isPaused(String queue, @Nullable String share) {
        return !left(queue).isZero()
                || (share != null
                        && (!left(ShareNames.of(queue, share)).isZero()
                                || !left(ShareNames.of(queue, ShareNames.whole(share)))
                                        .isZero()));
    }

    /** Returns these queues and those that other living workers serve, without those of which no job may start. Any thread may call it. */
    public Set<String> open(Set<String> own) {
        long now = engine.ticker().nanos();
        Served known = served;
        if (known == null || now - known.readNanos() >= SERVED_NANOS) {
            known = new Served(
                    engine.transactions().single(() -> engine.workers().queuesServed()), now);
            served = known;
        }
        Set<String> open = new HashSet<>(known.queues());
        open.addAll(own);
        open.removeIf(queue -> !left(queue).isZero());
        return open;
    }

    /** Records and returns the pauses that were read: for how long each paused queue is paused from now on. */
    public Map<String, Long> update(Map<String, Duration> paused) {
        Map<String, Long> before = ends;
        Map<String, Long> now = new HashMap<>();
        Map<String, Duration> all = new HashMap<>(closed.get());
        paused.forEach((queue, left) -> all.merge(queue, left, (a, b) -> a.compareTo(b) > 0 ? a : b));
        all.forEach((queue, left) -> {
            Duration measured = left.compareTo(LONGEST) > 0 ? LONGEST : left;
            now.put(queue, engine.ticker().nanos() + measured.toNanos());
        });
        ends = Map.copyOf(now);
        now.keySet().forEach(onPaused);
        if (before != null) {
            Set<String> resumed = new HashSet<>(before.keySet());
            resumed.removeAll(now.keySet());
            resumed.forEach(queue -> publisher.here().jobsAvailable(ReadyJobs.outOfTurn(queue)));
            if (!resumed.isEmpty()) {
                onResumed.run();
            }
        }
        return now;
    }

    /** Pauses a queue for every node. */
    public void pause(String queue, Duration pause) {
        try {
            engine.ofHandlers().run(() -> {
                engine.claims().pauseAtLeast(queue, pause);
                return true;
            });
        } catch (DataAccessException | TransactionException e) {
            throw new BatonException("The queue '" + queue + "' could not be paused: the database did not take it", e);
        }
        publisher.pausesChanged();
    }
}
