package io.baton.recurring;

import io.baton.BatonException;
import io.baton.PayloadCodec;
import io.baton.Recurrence;
import io.baton.job.Due;
import io.baton.job.JobSettlements.FoundFailure;
import io.baton.job.NewJob;
import io.baton.job.TickLabels;
import io.baton.job.Ties;
import io.baton.type.Names;
import io.baton.type.PackingCodec;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/**
 * The times and the jobs of a schedule.
 *
 * @param job the common part of all jobs of the schedule; an empty label says that their deaths are followed
 */
record Definition(String name, Recurrence recurrence, NewJob job) {

    private static final int MOST_LABELS = Names.MOST_LABELS - TickLabels.COUNT;

    /**
     * Returns the definition of a schedule whose jobs are like this one.
     *
     * @throws BatonException if the job has a due time of its own, a sequence or a key, or too many labels
     */
    static Definition of(String name, Recurrence recurrence, NewJob job) {
        String checked = Names.recurring(name);
        if (!job.due().equals(Due.NOW)) {
            throw new BatonException("A recurring job of the type \"" + job.type()
                    + "\" cannot have a delay or a time of its own: its schedule says when its jobs are due");
        }
        if (job.sequence() != null) {
            throw new BatonException("A recurring job of the type \"" + job.type()
                    + "\" cannot be part of a sequence: let it enqueue a job that is");
        }
        if (job.key() != null) {
            throw new BatonException("A recurring job of the type \"" + job.type()
                    + "\" cannot have a key: its jobs are found by their labels. Let it enqueue a job that has one");
        }
        if (job.labels().size() > MOST_LABELS) {
            throw new BatonException("A recurring job of the type \"" + job.type() + "\" cannot have more than "
                    + MOST_LABELS + " labels: two more say which one it is, and for which time");
        }
        Map<String, String> labels = new HashMap<>(job.labels());
        if (job.bits() != 0) {
            labels.put(FoundFailure.LABEL, "");
        }
        return new Definition(checked, recurrence, like(job, job.due(), labels));
    }

    /** Returns a copy with another recurrence. */
    Definition with(Recurrence other) {
        return new Definition(name, other, job);
    }

    /** Returns the job of a tick. */
    NewJob at(Instant tick, Due due) {
        Map<String, String> labels = new HashMap<>(job.labels());
        labels.putAll(TickLabels.of(name, tick, recurrence.zone()));
        boolean followed = labels.remove(FoundFailure.LABEL) != null;
        return followed ? like(job, due, labels).tied(Ties.AFTER_DEATH) : like(job, due, labels);
    }

    private static NewJob like(NewJob job, Due due, Map<String, String> labels) {
        return new NewJob(
                job.type(),
                job.queue(),
                job.priority(),
                due,
                job.maxAttempts(),
                Map.copyOf(labels),
                job.payload(),
                job.permits());
    }

    /** Returns a text of fixed length that differs for different definitions, whatever key encrypts their payloads, or other closed days. */
    String digest(PayloadCodec codec, String closed) {
        String all = String.join(
                "\n",
                recurrence + closed,
                job.type(),
                job.queue(),
                String.valueOf(job.priority()),
                String.valueOf(job.maxAttempts()),
                new TreeMap<>(job.labels()).toString(),
                job.permits().toString(),
                String.valueOf(PackingCodec.unpacked(codec, job.payload())));
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(all.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JDK has SHA-256", e);
        }
    }
}
