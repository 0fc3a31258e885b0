package io.baton.worker;

import io.baton.job.ClaimedJob;
import io.baton.job.Outcome;
import io.baton.job.Settlement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gives back jobs whose type this node does not know, for one that does: during a rolling upgrade the next node may. The waits grow. */
final class UnknownTypes {

    private static final Logger log = LoggerFactory.getLogger(UnknownTypes.class);
    private static final long LONGEST_SECONDS = 60;

    private static final int REMEMBERED = 1_000;

    private final Map<String, Long> seconds = new ConcurrentHashMap<>();

    List<Settlement> handBack(List<ClaimedJob> jobs) {
        return jobs.stream().map(this::handBack).toList();
    }

    private Settlement handBack(ClaimedJob job) {
        Duration delay = Duration.ofSeconds(delay(job.type()));
        String reason = "No handler for the type '" + job.type() + "' on the node that claimed this job";
        return JobRunner.settlement(job, new Outcome.HandedBack(delay, reason));
    }

    private long delay(String type) {
        if (seconds.size() > REMEMBERED) {
            seconds.clear();
        }
        Long last = seconds.get(type);
        if (last == null) {
            log.warn(
                    "There is no handler for jobs of the type '{}' here. They are given back for a node that has one;"
                            + " if there is none, add a @JobHandler for it or cancel them",
                    type);
        }
        long delay = last == null ? 1 : Math.min(LONGEST_SECONDS, last * 2);
        seconds.put(type, delay);
        return delay;
    }
}
