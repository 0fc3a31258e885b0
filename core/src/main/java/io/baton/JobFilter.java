package io.baton;

import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Selects jobs. What is not set does not restrict: {@code JobFilter.all().queue("files").state(DEAD)}. */
public final class JobFilter {

    private static final int LONGEST_ERROR = 200;
    private static final Instant EARLIEST = Instant.parse("1000-01-01T00:00:00Z");
    private static final Instant LATEST = Instant.parse("9999-12-31T00:00:00Z");
    private static final JobFilter ALL =
            new JobFilter(new Terms(null, null, Set.of(), Map.of(), null, null, null, null, null, null));

    @JsonValue
    private final Terms of;

    private JobFilter(Terms of) {
        this.of = of;
    }

    private record Terms(
            @Nullable String queue,
            @Nullable String type,
            Set<JobState> states,
            Map<String, String> labels,
            @Nullable JobId before,
            @Nullable JobId after,
            @Nullable BatchId batch,
            @Nullable Instant from,
            @Nullable Instant until,
            @Nullable String error) {

        Terms {
            states = Set.copyOf(states);
            labels = Map.copyOf(labels);
            requireStorable("queue", queue);
            requireStorable("type", type);
            requireStorable("error", error);
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
     * Only jobs of this queue.
     *
     * @throws BatonException if the name has a NUL character in it
     */
    public JobFilter queue(String queue) {
        return new JobFilter(new Terms(
                queue, of.type, of.states, of.labels, of.before, of.after, of.batch, of.from, of.until, of.error));
    }

    /**
     * Only jobs of this type.
     *
     * @throws BatonException if the name has a NUL character in it
     */
    public JobFilter type(String type) {
        return new JobFilter(new Terms(
                of.queue, type, of.states, of.labels, of.before, of.after, of.batch, of.from, of.until, of.error));
    }

    /** Only jobs in one of these states. */
    public JobFilter state(JobState first, JobState... more) {
        Set<JobState> wanted = EnumSet.of(first);
        wanted.addAll(Arrays.asList(more));
        return states(wanted);
    }

    /** Only jobs in one of these states; any state if there are none. */
    public JobFilter states(Set<JobState> states) {
        return new JobFilter(new Terms(
                of.queue, of.type, states, of.labels, of.before, of.after, of.batch, of.from, of.until, of.error));
    }

    /**
     * Only jobs that carry this label, besides those already required.
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
        Map<String, String> wanted = new TreeMap<>(of.labels);
        wanted.put(name, value);
        return new JobFilter(new Terms(
                of.queue, of.type, of.states, wanted, of.before, of.after, of.batch, of.from, of.until, of.error));
    }

    /** Only jobs with a smaller id than this one: what follows it in a search, which lists the newest first. */
    public JobFilter before(JobId job) {
        return new JobFilter(new Terms(
                of.queue, of.type, of.states, of.labels, job, of.after, of.batch, of.from, of.until, of.error));
    }

    /** Only jobs with a larger id than this one: those that were enqueued later. */
    public JobFilter after(JobId job) {
        return new JobFilter(new Terms(
                of.queue, of.type, of.states, of.labels, of.before, job, of.batch, of.from, of.until, of.error));
    }

    /** Only jobs that are items of this batch or flow, and were not completed or cancelled: such as the dead ones that hold it up. */
    public JobFilter batch(BatchId batch) {
        return new JobFilter(new Terms(
                of.queue, of.type, of.states, of.labels, of.before, of.after, batch, of.from, of.until, of.error));
    }

    /**
     * Only jobs that were enqueued at this time or later, and before another, by the clock of the database.
     *
     * @param from null for any time before
     * @param until null for any time after
     * @throws BatonException if a time is not within the years 1000 to 9999
     */
    public JobFilter enqueuedBetween(@Nullable Instant from, @Nullable Instant until) {
        for (Instant time : new Instant[] {from == null ? EARLIEST : from, until == null ? EARLIEST : until}) {
            if (time.isBefore(EARLIEST) || !time.isBefore(LATEST)) {
                throw new BatonException("No job can be found by a time outside the years 1000 to 9999: " + time);
            }
        }
        return new JobFilter(new Terms(
                of.queue, of.type, of.states, of.labels, of.before, of.after, of.batch, from, until, of.error));
    }

    /**
     * Only dead jobs whose error, with its stack trace, has this text in it; upper and lower case differ.
     *
     * @throws BatonException if the text is empty, longer than 200 characters, or has a NUL character in it
     */
    public JobFilter errorContains(String text) {
        if (text.isEmpty() || text.length() > LONGEST_ERROR) {
            throw new BatonException(
                    "Jobs are found by 1 to " + LONGEST_ERROR + " characters of their error, not by " + text.length());
        }
        return new JobFilter(new Terms(
                of.queue, of.type, of.states, of.labels, of.before, of.after, of.batch, of.from, of.until, text));
    }

    /** Returns the queue, if it matters. */
    public @Nullable String queue() {
        return of.queue;
    }

    /** Returns the type, if it matters. */
    public @Nullable String type() {
        return of.type;
    }

    /** Returns the states; empty for any. */
    public Set<JobState> states() {
        return of.states;
    }

    /** Returns the labels that all must be there. */
    public Map<String, String> labels() {
        return of.labels;
    }

    /** Returns the job that all must be older than, if it matters. */
    public @Nullable JobId before() {
        return of.before;
    }

    /** Returns the job that all must be newer than, if it matters. */
    public @Nullable JobId after() {
        return of.after;
    }

    /** Returns the batch, if it matters. */
    public @Nullable BatchId batch() {
        return of.batch;
    }

    /** Returns the time at or after which all must be enqueued, if it matters. */
    public @Nullable Instant enqueuedFrom() {
        return of.from;
    }

    /** Returns the time before which all must be enqueued, if it matters. */
    public @Nullable Instant enqueuedUntil() {
        return of.until;
    }

    /** Returns the text that the errors of all must contain, if it matters. */
    public @Nullable String errorContains() {
        return of.error;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof JobFilter filter && of.equals(filter.of);
    }

    @Override
    public int hashCode() {
        return of.hashCode();
    }

    @Override
    public String toString() {
        return "JobFilter" + of.toString().substring("Terms".length());
    }
}
