package io.baton;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Selects jobs. What is not set does not restrict: {@code JobFilter.all().queue("files").state(DEAD)}. */
public final class JobFilter {

    private static final JobFilter ALL = new JobFilter(new Terms(null, null, Set.of(), Map.of(), null, null, null));

    @JsonValue
    private final Terms terms;

    private JobFilter(Terms terms) {
        this.terms = terms;
    }

    private record Terms(
            @Nullable String queue,
            @Nullable String type,
            Set<JobState> states,
            Map<String, String> labels,
            @Nullable JobId before,
            @Nullable JobId after,
            @Nullable BatchId batch) {

        Terms {
            states = Set.copyOf(states);
            labels = Map.copyOf(labels);
            requireStorable("queue", queue);
            requireStorable("type", type);
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
        return new JobFilter(
                new Terms(queue, terms.type, terms.states, terms.labels, terms.before, terms.after, terms.batch));
    }

    /**
     * Only jobs of this type.
     *
     * @throws BatonException if the name has a NUL character in it
     */
    public JobFilter type(String type) {
        return new JobFilter(
                new Terms(terms.queue, type, terms.states, terms.labels, terms.before, terms.after, terms.batch));
    }

    /** Only jobs in one of these states. */
    public JobFilter state(JobState first, JobState... more) {
        Set<JobState> wanted = EnumSet.of(first);
        wanted.addAll(Arrays.asList(more));
        return states(wanted);
    }

    /** Only jobs in one of these states; any state if there are none. */
    public JobFilter states(Set<JobState> states) {
        return new JobFilter(
                new Terms(terms.queue, terms.type, states, terms.labels, terms.before, terms.after, terms.batch));
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
        Map<String, String> wanted = new TreeMap<>(terms.labels);
        wanted.put(name, value);
        return new JobFilter(
                new Terms(terms.queue, terms.type, terms.states, wanted, terms.before, terms.after, terms.batch));
    }

    /** Only jobs with a smaller id than this one: what follows it in a search, which lists the newest first. */
    public JobFilter before(JobId job) {
        return new JobFilter(
                new Terms(terms.queue, terms.type, terms.states, terms.labels, job, terms.after, terms.batch));
    }

    /** Only jobs with a larger id than this one: those that were enqueued later. */
    public JobFilter after(JobId job) {
        return new JobFilter(
                new Terms(terms.queue, terms.type, terms.states, terms.labels, terms.before, job, terms.batch));
    }

    /** Only jobs that are items of this batch or flow, and were not completed or cancelled: such as the dead ones that hold it up. */
    public JobFilter batch(BatchId batch) {
        return new JobFilter(
                new Terms(terms.queue, terms.type, terms.states, terms.labels, terms.before, terms.after, batch));
    }

    /** Returns the queue, if it matters. */
    public @Nullable String queue() {
        return terms.queue;
    }

    /** Returns the type, if it matters. */
    public @Nullable String type() {
        return terms.type;
    }

    /** Returns the states; empty for any. */
    public Set<JobState> states() {
        return terms.states;
    }

    /** Returns the labels that all must be there. */
    public Map<String, String> labels() {
        return terms.labels;
    }

    /** Returns the job that all must be older than, if it matters. */
    public @Nullable JobId before() {
        return terms.before;
    }

    /** Returns the job that all must be newer than, if it matters. */
    public @Nullable JobId after() {
        return terms.after;
    }

    /** Returns the batch, if it matters. */
    public @Nullable BatchId batch() {
        return terms.batch;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof JobFilter filter && terms.equals(filter.terms);
    }

    @Override
    public int hashCode() {
        return terms.hashCode();
    }

    @Override
    public String toString() {
        return "JobFilter" + terms.toString().substring("Terms".length());
    }
}
