package io.baton.recurring;

import io.baton.BatonException;
import io.baton.job.Due;
import io.baton.job.NewJob;
import io.baton.job.TickLabels;
import io.baton.type.Names;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The common part of all jobs of a schedule. */
public record JobTemplate(
        String type,
        String queue,
        int priority,
        @Nullable Integer maxAttempts,
        Map<String, String> labels,
        @Nullable String payload,
        List<String> permits) {

    private static final int MOST_LABELS = Names.MOST_LABELS - TickLabels.COUNT;

    /**
     * Returns the template of a job that was to be stored.
     *
     * @throws BatonException if it is due at a time of its own, or has too many labels
     */
    static JobTemplate of(NewJob job) {
        if (!job.due().equals(Due.NOW)) {
            throw new BatonException("A recurring job of the type \"" + job.type()
                    + "\" cannot have a delay or a time of its own: its schedule says when its jobs are due");
        }
        if (job.labels().size() > MOST_LABELS) {
            throw new BatonException("A recurring job of the type \"" + job.type() + "\" cannot have more than "
                    + MOST_LABELS + " labels: two more say which one it is, and for which time");
        }
        return new JobTemplate(
                job.type(), job.queue(), job.priority(), job.maxAttempts(), job.labels(), job.payload(), job.permits());
    }

    /** Returns the job of a tick. */
    NewJob at(String schedule, Instant tick, ZoneId zone, Due due) {
        Map<String, String> all = new HashMap<>(labels);
        all.putAll(TickLabels.of(schedule, tick, zone));
        return new NewJob(type, queue, priority, due, maxAttempts, Map.copyOf(all), payload, permits);
    }

    /** Omits the payload, which may hold secrets. */
    @Override
    public String toString() {
        return type + " in " + queue;
    }
}
