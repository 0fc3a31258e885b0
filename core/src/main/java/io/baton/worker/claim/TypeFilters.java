package io.baton.worker.claim;

import io.baton.job.ClaimedJob;
import io.baton.loop.LogText;
import io.baton.loop.SeldomLog;
import io.baton.loop.Ticker;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows which queues hold jobs that this node cannot run. For a while after it met one, its claims from the queue name the types that it knows, so
 * that it neither takes, delays nor releases jobs that others can run. Such a claim may have to pass over many jobs: after one that got fewer than it
 * wanted comes a pause, however often jobs of the queue are announced. Only the thread of the claim loop uses it.
 */
public final class TypeFilters {

    private static final Logger log = LoggerFactory.getLogger(TypeFilters.class);
    private static final long LOOK_AGAIN_NANOS = Duration.ofMinutes(10).toNanos();
    private static final long SHORTEST_PAUSE_NANOS = 20_000_000;
    private static final long LONGEST_PAUSE_NANOS = 10_000_000_000L;
    /** Claims that get fewer jobs than they want take at most a thirtieth of the time. */
    private static final long PAUSE_PER_COST = 30;

    private static final int MOST_NAMES = 20;

    private final Set<String> known;
    private final Ticker ticker;
    private final SeldomLog seldom;
    private final Map<String, Filter> filters = new HashMap<>();

    public TypeFilters(Set<String> known, Ticker ticker) {
        this.known = Set.copyOf(known);
        this.ticker = ticker;
        this.seldom = new SeldomLog(log, ticker);
    }

    boolean knows(String type) {
        return known.contains(type);
    }

    /** Records that jobs of types that this node does not know were claimed from the queue, and logs the types. */
    void met(String queue, Collection<ClaimedJob> jobs) {
        long now = ticker.nanos();
        filters.put(queue, new Filter(now + LOOK_AGAIN_NANOS, now));
        jobs.stream()
                .map(ClaimedJob::type)
                .distinct()
                .limit(MOST_NAMES)
                .forEach(type -> seldom.warn(
                        type,
                        "There is no handler for jobs of the type '{}' here. They are left to nodes that have one;"
                                + " if there is none, add a @JobHandler for it or cancel them",
                        LogText.of(type)));
    }

    /** Returns whether claims from the queue pass over some of its jobs. */
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

    Duration pause(String queue) {
        Filter filter = filters(queue) ? filters.get(queue) : null;
        return filter == null ? Duration.ZERO : Duration.ofNanos(Math.max(0, filter.notBeforeNanos() - ticker.nanos()));
    }

    /** Records that a claim from the queue that began at this time got fewer jobs than it wanted. */
    void recordShortClaim(String queue, long startNanos) {
        Filter filter = filters.get(queue);
        if (filter != null) {
            long now = ticker.nanos();
            long pause = Math.max(SHORTEST_PAUSE_NANOS, PAUSE_PER_COST * (now - startNanos));
            filters.put(queue, new Filter(filter.untilNanos(), now + Math.min(LONGEST_PAUSE_NANOS, pause)));
        }
    }

    /**
     * The filter of one queue.
     *
     * @param untilNanos when the node claims all of its jobs again
     * @param notBeforeNanos when the next claim may be made
     */
    private record Filter(long untilNanos, long notBeforeNanos) {}
}
