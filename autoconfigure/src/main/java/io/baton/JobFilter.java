package io.baton;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which jobs are meant. What is not set does not restrict: {@code JobFilter.all().queue("files").state(DEAD)}.
 *
 * @param queue the queue, if it matters
 * @param type the type, if it matters
 * @param states the states; empty for any
 * @param labels labels that all must be there
 * @param before the job that all must be older than, if it matters
 */
public record JobFilter(
        @Nullable String queue,
        @Nullable String type,
        Set<JobState> states,
        Map<String, String> labels,
        @Nullable JobId before) {

    private static final JobFilter ALL = new JobFilter(null, null, Set.of(), Map.of(), null);

    public JobFilter {
        states = Set.copyOf(states);
        labels = Map.copyOf(labels);
    }

    /** Every job. */
    public static JobFilter all() {
        return ALL;
    }

    /** Only jobs of this queue. */
    public JobFilter queue(String queue) {
        return new JobFilter(queue, type, states, labels, before);
    }

    /** Only jobs of this type. */
    public JobFilter type(String type) {
        return new JobFilter(queue, type, states, labels, before);
    }

    /** Only jobs in one of these states. */
    public JobFilter state(JobState first, JobState... more) {
        Set<JobState> wanted = EnumSet.of(first);
        wanted.addAll(Arrays.asList(more));
        return new JobFilter(queue, type, wanted, labels, before);
    }

    /**
     * Only jobs that carry this label, besides those already asked for.
     *
     * @throws BatonException if the name has a {@code =} in it
     */
    public JobFilter label(String name, String value) {
        if (name.indexOf('=') >= 0) {
            throw new BatonException("No label's name has a \"=\" in it: \"" + name + "\"");
        }
        Map<String, String> wanted = new TreeMap<>(labels);
        wanted.put(name, value);
        return new JobFilter(queue, type, states, wanted, before);
    }

    /** Only jobs in one of these states; any state if there are none. */
    public JobFilter states(Set<JobState> states) {
        return new JobFilter(queue, type, states, labels, before);
    }

    /** Only jobs with a smaller id than this one: what follows it in a search, which lists the newest first. */
    public JobFilter before(JobId job) {
        return new JobFilter(queue, type, states, labels, job);
    }
}
