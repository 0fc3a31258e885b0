package io.baton.worker.claim;

import io.baton.job.ClaimedJob;
import io.baton.job.JobSweeps.UnknownJobs;
import io.baton.loop.DurationText;
import io.baton.loop.LogText;
import io.baton.loop.SeldomLog;
import io.baton.loop.Step;
import io.baton.loop.Ticker;
import io.baton.worker.Engine;
import java.time.Duration;
import java.util.Collection;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Jobs of types that this node does not know: logs them, and moves those to DEAD whose type no worker of the cluster has known for long.
 * What counts is the absence of such a worker while this node and others were there, with a database that responded: since the job was ready, and since
 * the last heartbeat of one that had a handler. Any number of types needs no memory but for the names that were logged lately.
 */
public final class UnknownTypes implements Step {

    private static final Logger log = LoggerFactory.getLogger(UnknownTypes.class);
    private static final Duration INTERVAL = Duration.ofMillis(500);
    private static final long BETWEEN_WALKS_NANOS = Duration.ofMinutes(1).toNanos();
    private static final long LATELY_NANOS = Duration.ofMinutes(30).toNanos();
    private static final int PORTION = 5_000;

    /** How many types of one claim are named. */
    private static final int MOST_NAMES = 20;

    private static final UnknownJobs NONE = new UnknownJobs(null, 0, Set.of());

    private final Engine engine;
    private final Ticker ticker;
    private final Duration deadAfter;
    private final TypeFilters filters;
    private final SeldomLog seldom;
    private volatile @Nullable Long lastMet;
    private @Nullable Long afterId;
    private long nextWalk;
    /** Since when this node has seen the cluster without a gap. */
    private volatile long presentSince;

    /**
     * Creates the watch for other types than these.
     *
     * @param deadAfter how long no worker may have a handler for a type before its jobs are dead
     */
    public UnknownTypes(Engine engine, Set<String> known, Duration deadAfter) {
        this.engine = engine;
        this.filters = new TypeFilters(known, engine.ticker());
        this.ticker = engine.ticker();
        this.deadAfter = deadAfter;
        this.nextWalk = ticker.nanos();
        this.presentSince = nextWalk;
        this.seldom = new SeldomLog(log, ticker);
    }

    /** Returns the types that this node claims in queues where it met such jobs. Used by the claim loop's thread only. */
    TypeFilters filters() {
        return filters;
    }

    /** These were claimed from a queue, and are released at once. */
    void met(String queue, Collection<ClaimedJob> jobs) {
        filters.met(queue);
        lastMet = ticker.nanos();
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

    @Override
    public Duration turn() {
        if (isPresent() && (afterId != null || isDue())) {
            walk(afterId == null ? Long.MIN_VALUE : afterId);
        }
        return INTERVAL;
    }

    /** A heartbeat failed: workers that know other types may have ended while the database was away, and be about to return. */
    public void missed() {
        presentSince = ticker.nanos();
    }

    private boolean isPresent() {
        return ticker.nanos() - presentSince >= deadAfter.toNanos();
    }

    private boolean isDue() {
        long now = ticker.nanos();
        Long met = lastMet;
        return met != null && now - met < LATELY_NANOS && now - nextWalk >= 0;
    }

    private void walk(long after) {
        UnknownJobs found = engine.transactions().run(() -> {
            if (!engine.workers().presentFor(deadAfter)) {
                return NONE;
            }
            Set<String> known = engine.workers().typesSeen(deadAfter);
            return engine.sweeps().makeUnknownDead(known, deadAfter, after, PORTION);
        });
        if (found.dead() > 0) {
            log.warn(
                    "{} jobs of {} types, such as '{}', are dead: no worker has had a handler for their types for {}."
                            + " Add one and revive them, or cancel them",
                    found.dead(),
                    found.types().size(),
                    LogText.of(found.types().iterator().next()),
                    DurationText.of(deadAfter));
        }
        afterId = found.lastId();
        if (afterId == null) {
            nextWalk =
                    ticker.nanos() + Math.min(BETWEEN_WALKS_NANOS, Math.max(INTERVAL.toNanos(), deadAfter.toNanos()));
        }
    }
}
