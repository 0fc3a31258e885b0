package io.baton;

import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Selects jobs, such as {@code JobFilter.all().queue("files").state(DEAD)}. A term that is not set does not restrict the selection. */
public final class JobFilter {

    private static final int LONGEST_ERROR = 200;
    private static final Instant EARLIEST = Instant.parse("1000-01-01T00:00:00Z");
    private static final Instant LATEST = Instant.parse("9999-12-31T00:00:00Z");
    private static final JobFilter ALL =
            new JobFilter(new Terms(null, null, null, Set.of(), Map.of(), null, null, null, null, null, null, null));

    @JsonValue
    private final Terms t;

    private JobFilter(Terms t) {
        this.t = t;
    }

    private record Terms(
            @Nullable String queue,
            @Nullable String share,
            @Nullable String type,
            Set<JobState> states,
            Map<String, String> labels,
            @Nullable JobId before,
            @Nullable JobId after,
            @Nullable BatchId batch,
            @Nullable Instant from,
            @Nullable Instant until,
            @Nullable String error,
            @Nullable String key) {

        Terms {
            states = Set.copyOf(states);
            labels = Map.copyOf(labels);
            requireStorable("queue", queue);
            requireStorable("share", share);
            requireStorable("type", type);
            requireStorable("error", error);
            requireStorable("key", key);
            labels.keySet().forEach(name -> requireStorable("label name", name));
        }

        /** PostgreSQL would refuse the query instead of finding nothing. */
        private static void requireStorable(String what, @Nullable String text) {
            if (text != null && text.indexOf('\0') >= 0) {
                throw new BatonException("No job can be found by a " + what + " with a NUL character in it: \""
                        + text.replace('\0', '?') + "\"");
            }
        }
    }

    /** Returns every job. */
    public static JobFilter all() {
        return ALL;
    }

    /**
     * Returns a filter for jobs of this queue.
     *
     * @throws BatonException if the name has a NUL character in it
     */
    public JobFilter queue(String queue) {
        return new JobFilter(new Terms(
                queue, null, t.type, t.states, t.labels, t.before, t.after, t.batch, t.from, t.until, t.error, t.key));
    }

    /**
     * Returns a filter for jobs of this share of a queue and of its parts, or of a part as in {@code share/part}.
     *
     * @throws BatonException if a name has a NUL character in it
     */
    public JobFilter share(String queue, String share) {
        return new JobFilter(new Terms(
                queue, share, t.type, t.states, t.labels, t.before, t.after, t.batch, t.from, t.until, t.error, t.key));
    }

    /**
     * Returns a filter for jobs of this type.
     *
     * @throws BatonException if the name has a NUL character in it
     */
    public JobFilter type(String type) {
        return new JobFilter(new Terms(
                t.queue, t.share, type, t.states, t.labels, t.before, t.after, t.batch, t.from, t.until, t.error,
                t.key));
    }

    /**
     * Returns a filter for jobs with this key, which {@link JobOptions#key} has set. An index finds them.
     *
     * @throws BatonException if the key has a NUL character in it
     */
    public JobFilter key(String key) {
        return new JobFilter(new Terms(
                t.queue, t.share, t.type, t.states, t.labels, t.before, t.after, t.batch, t.from, t.until, t.error,
                key));
    }

    /** Returns a filter for jobs in one of these states. */
    public JobFilter state(JobState first, JobState... more) {
        Set<JobState> wanted = EnumSet.of(first);
        wanted.addAll(Arrays.asList(more));
        return states(wanted);
    }

    /** Returns a filter for jobs in one of these states; for all states if the set is empty. */
    public JobFilter states(Set<JobState> states) {
        return new JobFilter(new Terms(
                t.queue, t.share, t.type, states, t.labels, t.before, t.after, t.batch, t.from, t.until, t.error,
                t.key));
    }

    /**
     * Returns a filter for jobs with this label, in addition to the labels that this filter requires.
     *
     * @throws BatonException if the name has a {@code =} in it
     */
    public JobFilter label(String name, String value) {
        if (name.indexOf('=') >= 0) {
            throw new BatonException("No label's name has a \"=\" in it: \"" + name + "\"");
        }
        if (value == null) {
            throw new BatonException("No label has the value null: give a value of the label \"" + name + "\"");
        }
        Map<String, String> wanted = new TreeMap<>(t.labels);
        wanted.put(name, value);
        return new JobFilter(new Terms(
                t.queue, t.share, t.type, t.states, wanted, t.before, t.after, t.batch, t.from, t.until, t.error,
                t.key));
    }

    /** Returns a filter for jobs with a smaller id than this one. These follow it in a search, which lists the newest first. */
    public JobFilter before(JobId job) {
        return new JobFilter(new Terms(
                t.queue, t.share, t.type, t.states, t.labels, job, t.after, t.batch, t.from, t.until, t.error, t.key));
    }

    /** Returns a filter for jobs with a larger id than this one. These were enqueued later. */
    public JobFilter after(JobId job) {
        return new JobFilter(new Terms(
                t.queue, t.share, t.type, t.states, t.labels, t.before, job, t.batch, t.from, t.until, t.error, t.key));
    }

    /** Returns a filter for jobs of this batch or flow that were not completed or cancelled, such as the dead ones that it waits for. */
    public JobFilter batch(BatchId batch) {
        return new JobFilter(new Terms(
                t.queue, t.share, t.type, t.states, t.labels, t.before, t.after, batch, t.from, t.until, t.error,
                t.key));
    }

    /**
     * Returns a filter for jobs that were enqueued between two times, by the clock of the database.
     *
     * @param from the earliest time; null for no bound
     * @param until the time before which the enqueue must be; null for no bound
     * @throws BatonException if a time is not within the years 1000 to 9999
     */
    public JobFilter enqueuedBetween(@Nullable Instant from, @Nullable Instant until) {
        for (Instant time : new Instant[] {from == null ? EARLIEST : from, until == null ? EARLIEST : until}) {
            if (time.isBefore(EARLIEST) || !time.isBefore(LATEST)) {
                throw new BatonException("No job can be found by a time outside the years 1000 to 9999: " + time);
            }
        }
        return new JobFilter(new Terms(
                t.queue, t.share, t.type, t.states, t.labels, t.before, t.after, t.batch, from, until, t.error, t.key));
    }

    /**
     * Returns a filter for dead jobs whose error, including the stack trace, contains this text; upper and lower case differ.
     *
     * @throws BatonException if the text is empty, longer than 200 characters, or has a NUL character in it
     */
    public JobFilter errorContains(String text) {
        if (text.isEmpty() || text.length() > LONGEST_ERROR) {
            throw new BatonException(
                    "Jobs are found by 1 to " + LONGEST_ERROR + " characters of their error, not by " + text.length());
        }
        return new JobFilter(new Terms(
                t.queue, t.share, t.type, t.states, t.labels, t.before, t.after, t.batch, t.from, t.until, text,
                t.key));
    }

    /** Returns the queue; null for any. */
    public @Nullable String queue() {
        return t.queue;
    }

    /** Returns the type; null for any. */
    public @Nullable String type() {
        return t.type;
    }

    /** Returns the share of the queue; null for any. */
    public @Nullable String share() {
        return t.share;
    }

    /** Returns the key; null for any. */
    public @Nullable String key() {
        return t.key;
    }

    /** Returns the states; empty for any. */
    public Set<JobState> states() {
        return t.states;
    }

    /** Returns the labels that a job must have. */
    public Map<String, String> labels() {
        return t.labels;
    }

    /** Returns the job that is newer than all that match; null for no bound. */
    public @Nullable JobId before() {
        return t.before;
    }

    /** Returns the job that is older than all that match; null for no bound. */
    public @Nullable JobId after() {
        return t.after;
    }

    /** Returns the batch; null for any. */
    public @Nullable BatchId batch() {
        return t.batch;
    }

    /** Returns the earliest time of the enqueue; null for no bound. */
    public @Nullable Instant enqueuedFrom() {
        return t.from;
    }

    /** Returns the time before which the enqueue must be; null for no bound. */
    public @Nullable Instant enqueuedUntil() {
        return t.until;
    }

    /** Returns the text that an error must contain; null for any. */
    public @Nullable String errorContains() {
        return t.error;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof JobFilter filter && t.equals(filter.t);
    }

    @Override
    public int hashCode() {
        return t.hashCode();
    }

    @Override
    public String toString() {
        return "JobFilter" + t.toString().substring("Terms".length());
    }
}
