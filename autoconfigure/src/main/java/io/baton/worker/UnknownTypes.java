package io.baton.worker;

import io.baton.job.ClaimedJob;
import io.baton.job.Outcome;
import io.baton.job.Settlement;
import io.baton.loop.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives back jobs whose type this node does not know, for one that does: during a rolling upgrade the next node may. The waits grow, and
 * once no living worker has known a type for long, its jobs are buried.
 */
final class UnknownTypes {

    private static final Logger log = LoggerFactory.getLogger(UnknownTypes.class);
    private static final long LONGEST_SECONDS = 60;
    private static final int REMEMBERED = 1_000;

    private final Engine engine;
    private final Ticker ticker;
    private final long buryAfterNanos;
    private final Map<String, Unknown> unknown = new ConcurrentHashMap<>();

    UnknownTypes(Engine engine, Duration buryAfter) {
        this.engine = engine;
        this.ticker = engine.ticker();
        this.buryAfterNanos = buryAfter.toNanos();
    }

    List<Settlement> handBack(List<ClaimedJob> jobs) {
        return jobs.stream().map(this::handBack).toList();
    }

    private Settlement handBack(ClaimedJob job) {
        if (unknown.size() > REMEMBERED) {
            unknown.clear();
        }
        Unknown type = again(job.type(), unknown.get(job.type()));
        unknown.put(job.type(), type);
        if (ticker.nanos() - type.sinceNanos() >= buryAfterNanos) {
            String reason = "No worker has had a handler for the type '" + job.type() + "' for "
                    + Duration.ofNanos(buryAfterNanos) + ". Add one and revive the job, or cancel it";
            return new Settlement(job.fence(), new Outcome.Buried(reason));
        }
        String reason = "No handler for the type '" + job.type() + "' on the node that claimed this job";
        return new Settlement(job.fence(), new Outcome.HandedBack(Duration.ofSeconds(type.seconds()), reason));
    }

    private Unknown again(String type, @Nullable Unknown before) {
        if (before == null) {
            log.warn(
                    "There is no handler for jobs of the type '{}' here. They are given back for a node that has one;"
                            + " if there is none, add a @JobHandler for it or cancel them",
                    type);
            return new Unknown(1, ticker.nanos());
        }
        boolean knownElsewhere =
                engine.transactions().single(engine.workers()::typesOfTheLiving).contains(type);
        return new Unknown(
                Math.min(LONGEST_SECONDS, before.seconds() * 2), knownElsewhere ? ticker.nanos() : before.sinceNanos());
    }

    /**
     * A type without a handler here.
     *
     * @param seconds how long its jobs wait next
     * @param sinceNanos since when no worker is known to have one
     */
    private record Unknown(long seconds, long sinceNanos) {}
}
