package io.baton.worker.claim;

import io.baton.job.ClaimedJob;
import io.baton.job.ReadyJobs;
import io.baton.job.ShareNames;
import io.baton.loop.LogText;
import io.baton.loop.SeldomLog;
import io.baton.loop.Ticker;
import io.baton.wakeup.WakeupPublisher;
import io.baton.worker.Engine;
import io.baton.worker.PausedQueues;
import io.baton.worker.WorkerIdentity;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows which queues may have work: a wake-up named them, a poll found some, or a claim returned that another one may find more. Wake-ups for jobs
 * that this node does not take are forwarded to other nodes. Only the thread of the claim loop uses it.
 */
public final class QueueWatch {

    private static final long SHORTEST_POLL_NANOS = 50_000_000;
    private static final long SEARCH_NANOS = 10_000_000_000L;
    private static final long NEVER_NANOS = Duration.ofHours(1).toNanos();

    private final Engine engine;
    private final WorkerIdentity identity;
    private final Set<String> queues;
    private final Map<String, FairQueue> fairQueues;
    final WakeupPublisher publisher;
    private final long longestPollNanos;
    /** The queues that are worth another claim later, each with the time of that claim. */
    private final Map<String, Long> reminders = new HashMap<>();

    /** The queues of which some jobs belonged to shares. */
    private final Set<String> byShares = new HashSet<>();

    final PausedQueues pauses;
    private final Set<String> promising = new LinkedHashSet<>();
    private long pollNanos;
    private long nextSearch;
    private long nextPoll;

    public QueueWatch(
            Engine engine,
            WorkerIdentity identity,
            Map<String, FairQueue> queues,
            WakeupPublisher publisher,
            Duration pollInterval,
            PausedQueues pauses) {
        this.engine = engine;
        this.identity = identity;
        this.queues = queues.keySet();
        this.fairQueues = queues;
        this.publisher = publisher;
        this.longestPollNanos = pollInterval.toNanos();
        this.pauses = pauses;
        this.pollNanos = longestPollNanos;
        this.nextPoll = engine.ticker().nanos();
        this.nextSearch = nextPoll + SEARCH_NANOS;
    }

    /** Returns the queues that may have work now; polls the database if that is due. */
    List<String> promising() {
        publisher.here().takeReady().forEach(this::expect);
        long now = engine.ticker().nanos();
        reminders.forEach((queue, time) -> {
            if (now - time >= 0) {
                promising.add(queue);
            }
        });
        reminders.values().removeIf(time -> now - time >= 0);
        boolean checkAll = publisher.here().takeCheckAll();
        if (checkAll) {
            queues.forEach(this::scanFully);
        }
        if (checkAll || now - nextPoll >= 0) {
            poll();
        }
        return List.copyOf(promising);
    }

    /** Finds out, now and then, which of the queues that a poll does not probe have shares. */
    private void findShares(Set<String> probed) {
        if (engine.ticker().nanos() - nextSearch >= 0) {
            nextSearch = engine.ticker().nanos() + SEARCH_NANOS;
            queues.stream()
                    .filter(queue -> !probed.contains(queue)
                            && !byShares.contains(queue)
                            && !engine.transactions()
                                    .single(() -> engine.claims().shares(queue, ShareNames.after(queue, queue), 1))
                                    .isEmpty())
                    .forEach(byShares::add);
        }
    }

    private void expect(ReadyJobs ready) {
        if (queues.contains(ready.queue())) {
            if (ready.shares()) {
                byShares.add(ready.queue());
            }
            engine.claims().hints().expect(ready);
            promising.add(ready.queue());
        }
    }

    private void poll() {
        Set<String> quiet = new HashSet<>(queues);
        promising.addAll(engine.claims().hints().cheaperToClaim(quiet));
        quiet.removeAll(promising);
        findShares(quiet.size() == 1 ? Set.of() : quiet);
        if (quiet.size() == 1) {
            promising.addAll(quiet);
        } else {
            engine.transactions()
                    .single(() -> engine.claims().queuesWithWork(quiet))
                    .forEach(name -> {
                        String queue = ShareNames.queue(name);
                        if (!queue.equals(name)) {
                            byShares.add(queue);
                        }
                        promising.add(queue);
                    });
        }
        nextPoll = engine.ticker().nanos() + apartFromOthers(pollNanos());
        pollNanos = Math.min(longestPollNanos, pollNanos * 2);
    }

    /** Returns the time until the next poll. Where wake-ups of other nodes arrive, heartbeats find lost ones, unless there was work a moment ago. */
    private long pollNanos() {
        return pollNanos == longestPollNanos && publisher.here().receivesFromOthers() ? NEVER_NANOS : pollNanos;
    }

    /** Returns a time that is up to a tenth longer or shorter, so that workers that started together do not poll together for ever. */
    private long apartFromOthers(long nanos) {
        long share = Math.floorMod(identity.current() * 0x9E3779B97F4A7C15L, 2_000L);
        return nanos / 10_000 * (9_000 + share);
    }

    /** Returns how long none of the queues is worth a claim or a poll, unless a wake-up comes. */
    Duration rest() {
        long now = engine.ticker().nanos();
        long next = nextPoll - now;
        for (long time : reminders.values()) {
            next = Math.min(next, time - now);
        }
        return Duration.ofNanos(Math.max(0, next));
    }

    /** Returns the turns of the shares of this queue; null if none of its jobs is known to have a share. */
    @Nullable
    FairQueue fair(String queue) {
        return byShares.contains(queue) ? fairQueues.get(queue) : null;
    }

    /** Lets the next claim from this queue scan for jobs of every priority and due time. */
    void scanFully(String queue) {
        engine.claims().hints().expect(ReadyJobs.outOfTurn(queue));
    }

    /** Claims nothing from this queue for a while, and forwards its wake-ups. */
    void pause(String queue, Duration pause) {
        promising.remove(queue);
        publisher.forward(queue);
        remind(queue, pause);
    }

    /** Lets this queue be claimed from a while later too, if nothing else happens. */
    void later(String queue, Duration wait) {
        publisher.forward(queue);
        remind(queue, wait);
    }

    private void remind(String queue, Duration wait) {
        reminders.put(queue, engine.ticker().nanos() + wait.toNanos());
    }

    /** Records that a claim got jobs. There may soon be more, so that polls come often, and less often while they find nothing. */
    void found(String queue) {
        publisher.here().found(queue);
        pollNanos = Math.min(longestPollNanos, SHORTEST_POLL_NANOS);
        nextPoll = Math.min(nextPoll, engine.ticker().nanos() + pollNanos);
    }

    /**
     * Records the result of a claim from this queue.
     *
     * @param more after how long another claim may find more; null if it will not
     * @param selective whether the claim passed over some of the jobs
     * @return whether the queue is worth another claim at once
     */
    boolean claimed(String queue, @Nullable Duration more, boolean selective) {
        promising.remove(queue);
        if (more != null && more.isZero()) {
            publisher.forward(queue);
            promising.add(queue);
            return true;
        }
        if (more != null) {
            remind(queue, more);
        }
        if (more != null || selective) {
            publisher.forward(queue);
        } else {
            publisher.drained(queue);
        }
        return false;
    }

    /**
     * Knows which queues hold jobs that this node cannot run. For a while after it met one, its claims from the queue name the types that it knows,
     * so that it neither takes, delays nor releases jobs that others can run. Such a claim may have to pass over many jobs: after one that got fewer
     * than it wanted comes a pause, however often jobs of the queue are announced. Only the thread of the claim loop uses it.
     */
    public static final class TypeFilters {

        private static final Logger log = LoggerFactory.getLogger(TypeFilters.class);
        private static final long FILTERED_NANOS = Duration.ofMinutes(10).toNanos();
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
            filters.put(queue, new Filter(now + FILTERED_NANOS, now));
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

        /** Returns how long nothing is claimed from the queue; zero if it may be. */
        Duration pause(String queue) {
            Filter filter = filters(queue) ? filters.get(queue) : null;
            return Duration.ofNanos(filter == null ? 0 : Math.max(0, filter.notBeforeNanos() - ticker.nanos()));
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

        /** Until when claims from a queue are filtered, and when the next one may be made. */
        private record Filter(long untilNanos, long notBeforeNanos) {}
    }
}
