package io.baton.worker.claim;

import io.baton.loop.Ticker;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which queues hold jobs that this node cannot run. For a while after it met one, its claims from the queue name the types that it knows, so
 * that it neither takes, delays nor releases what others can run. Such a claim may have to pass over many jobs: one that did not find what
 * it wanted is followed by a pause, however often jobs of the queue are announced. Used by the claim loop's thread only.
 */
final class TypeFilters {

    private static final long LOOK_AGAIN_NANOS = Duration.ofMinutes(10).toNanos();
    private static final long SHORTEST_PAUSE_NANOS = 20_000_000;
    private static final long LONGEST_PAUSE_NANOS = 10_000_000_000L;
    /** Claims that find nothing take at most a thirtieth of the time. */
    private static final long PAUSE_PER_COST = 30;

    private final Set<String> known;
    private final Ticker ticker;
    private final Map<String, Filter> filters = new HashMap<>();

    TypeFilters(Set<String> known, Ticker ticker) {
        this.known = Set.copyOf(known);
        this.ticker = ticker;
    }

    boolean knows(String type) {
        return known.contains(type);
    }

    /** A job of the queue is of a type that this node does not know. */
    void met(String queue) {
        long now = ticker.nanos();
        filters.put(queue, new Filter(now + LOOK_AGAIN_NANOS, now));
    }

    /** Whether claims from the queue pass over some of its jobs. */
    boolean filters(String queue) {
        Filter filter = filters.get(queue);
        if (filter != null && ticker.nanos() - filter.untilNanos() >= 0) {
            filters.remove(queue);
            return false;
        }
        return filter != null;
    }

    /** Returns the types to claim; null for any. */
    @Nullable
    Set<String> wanted(String queue) {
        return filters(queue) ? known : null;
    }

    /** Returns how long the queue is to be left alone. */
    Duration pause(String queue) {
        Filter filter = filters(queue) ? filters.get(queue) : null;
        return filter == null ? Duration.ZERO : Duration.ofNanos(Math.max(0, filter.notBeforeNanos() - ticker.nanos()));
    }

    /** A claim from the queue that began at this time got less than it wanted. */
    void recordShortClaim(String queue, long startNanos) {
        Filter filter = filters.get(queue);
        if (filter != null) {
            long now = ticker.nanos();
            long pause = Math.max(SHORTEST_PAUSE_NANOS, PAUSE_PER_COST * (now - startNanos));
            filters.put(queue, new Filter(filter.untilNanos(), now + Math.min(LONGEST_PAUSE_NANOS, pause)));
        }
    }

    /**
     * Of one queue.
     *
     * @param untilNanos when the node claims all of its jobs again
     * @param notBeforeNanos when the next claim may be made
     */
    private record Filter(long untilNanos, long notBeforeNanos) {}
}
