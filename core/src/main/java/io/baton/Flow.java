package io.baton;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A sequence of steps with jobs. A step starts when all jobs of the steps before it have ended. A flow is a value: its methods return a new flow, and
 * {@link Flows#start(Flow)} stores it. {@link FlowGraph} builds flows whose steps wait for any others.
 *
 * <pre>{@code
 * flows.start(Flow.group(hosts.map(CheckSmtp::new)).then(new AnalyzeResults()).then(new UpdateReports()));
 * }</pre>
 */
public final class Flow {

    private static final int MOST_STEPS = 1_000;
    private static final int MOST_EDGES = 10_000;
    private static final int MOST_PARTITIONS = 8_000;

    private final List<Step> steps;

    Flow(List<Step> steps) {
        if (steps.size() > MOST_STEPS) {
            throw new IllegalArgumentException("A flow has up to " + MOST_STEPS + " steps, not " + steps.size()
                    + "; a step can have any number of jobs");
        }
        int edges = steps.stream().mapToInt(step -> step.after().size()).sum();
        if (edges > MOST_EDGES) {
            throw new IllegalArgumentException("The steps of a flow wait for up to " + MOST_EDGES
                    + " others in all, not " + edges + "; put a step between where many wait for many");
        }
        this.steps = List.copyOf(steps);
    }

    /** Returns a flow of one job. */
    public static Flow of(Object payload) {
        return of(payload, options -> {});
    }

    /** Returns a flow of one job with options. */
    public static Flow of(Object payload, Consumer<JobOptions> options) {
        requireJob(payload);
        return step(() -> Stream.of(payload), options, false);
    }

    /** Returns a flow of one step with a job for each payload. These jobs run in parallel. */
    public static Flow group(Collection<?> payloads) {
        return group(payloads, options -> {});
    }

    /** Returns such a flow, in which all jobs have the same options. */
    public static Flow group(Collection<?> payloads, Consumer<JobOptions> options) {
        return step(payloads::stream, options, false);
    }

    /**
     * Returns a flow of one step with a job for each payload, in constant memory. The start of the flow reads the stream, so the flow can be started
     * once only.
     */
    public static Flow group(Stream<?> payloads) {
        return group(payloads, options -> {});
    }

    /** Returns such a flow, in which all jobs have the same options. */
    public static Flow group(Stream<?> payloads, Consumer<JobOptions> options) {
        return step(() -> payloads, options, false);
    }

    /**
     * Returns a flow of one step with this number of jobs of the same payload, which share the work: each one receives its {@link Partition}.
     *
     * @throws IllegalArgumentException if there are not 1 to 8,000 partitions
     */
    public static Flow partitioned(Object payload, int partitions) {
        return partitioned(payload, partitions, options -> {});
    }

    /**
     * Returns such a flow, in which all jobs have the same options.
     *
     * @throws IllegalArgumentException if there are not 1 to 8,000 partitions
     */
    public static Flow partitioned(Object payload, int partitions, Consumer<JobOptions> options) {
        requireJob(payload);
        if (partitions < 1 || partitions > MOST_PARTITIONS) {
            throw new IllegalArgumentException(
                    "Work is shared by 1 to " + MOST_PARTITIONS + " partitions, not " + partitions);
        }
        return step(() -> Collections.nCopies(partitions, payload).stream(), options, true);
    }

    /** Returns a flow in which all of these run in parallel. A step after it starts when all of them have ended. */
    public static Flow parallel(Flow... flows) {
        return parallel(List.of(flows));
    }

    /** Returns a flow in which all of these run in parallel. A step after it starts when all of them have ended. */
    public static Flow parallel(Collection<Flow> flows) {
        List<Step> all = new ArrayList<>();
        flows.forEach(flow -> append(all, flow, List.of()));
        return new Flow(all);
    }

    private static Flow step(
            Supplier<? extends Stream<?>> payloads, Consumer<JobOptions> options, boolean partitioned) {
        return new Flow(List.of(new Step(null, List.of(), payloads, options, partitioned)));
    }

    private static void requireJob(Object payload) {
        if (Objects.requireNonNull(payload, "payload") instanceof Flow) {
            throw new IllegalArgumentException("A flow is no payload; say then(Flow) with a variable of the type Flow");
        }
    }

    /** Returns this flow followed by a job, which starts when the whole flow has ended. */
    public Flow then(Object payload) {
        return then(of(payload));
    }

    /** Returns this flow followed by a job with options, which starts when the whole flow has ended. The options cannot have a time. */
    public Flow then(Object payload, Consumer<JobOptions> options) {
        return then(of(payload, options));
    }

    /** Returns this flow followed by another one, which starts when the whole of this one has ended. */
    public Flow then(Flow next) {
        List<Step> all = new ArrayList<>(steps);
        append(all, next, ends(steps, 0));
        return new Flow(all);
    }

    /**
     * Returns this flow with a name for its last step. Operators see the name, and handlers read the results of the step by it. A step without a name
     * is named after the type of its jobs.
     *
     * @throws IllegalArgumentException if the flow ends in more than one step, or no step can have this name
     */
    public Flow named(String name) {
        if (name.isBlank()
                || name.length() > Step.LONGEST_NAME
                || name.codePoints().anyMatch(Character::isISOControl)
                || !StandardCharsets.UTF_8.newEncoder().canEncode(name)) {
            throw new IllegalArgumentException("A step has a name of 1 to " + Step.LONGEST_NAME
                    + " characters that is not blank, without control characters and half surrogate pairs");
        }
        List<Integer> ends = ends(steps, 0);
        if (ends.size() != 1) {
            throw new IllegalArgumentException(
                    "The flow ends in " + ends.size() + " steps, which cannot all be named \"" + name + "\"");
        }
        List<Step> all = new ArrayList<>(steps);
        int end = ends.get(0);
        all.set(end, all.get(end).named(name));
        return new Flow(all);
    }

    /** Returns the steps. Each one comes after the steps that it waits for. */
    public List<Step> steps() {
        return steps;
    }

    /** Returns the positions, from this one on, of the steps that no other step waits for. */
    static List<Integer> ends(List<Step> steps, int from) {
        TreeSet<Integer> ends = new TreeSet<>();
        for (int position = from; position < steps.size(); position++) {
            ends.add(position);
            ends.removeAll(steps.get(position).after());
        }
        return List.copyOf(ends);
    }

    /** Adds the steps of a flow. Those without a predecessor wait for the given positions. */
    static void append(List<Step> all, Flow flow, List<Integer> after) {
        int offset = all.size();
        for (Step step : flow.steps) {
            List<Integer> before = step.after().isEmpty()
                    ? after
                    : step.after().stream().map(position -> position + offset).toList();
            all.add(step.after(before));
        }
    }

    /**
     * A step, whose jobs run in parallel.
     *
     * @param name null if it is named after the type of its jobs
     * @param after the positions of the steps that it waits for
     * @param payloads one for each job; they are read when the flow is started
     * @param options sets the options of each job
     * @param partitioned whether the jobs share the work
     */
    public record Step(
            @Nullable String name,
            List<Integer> after,
            Supplier<? extends Stream<?>> payloads,
            Consumer<JobOptions> options,
            boolean partitioned) {

        static final int LONGEST_NAME = 200;

        public Step {
            after = List.copyOf(after);
        }

        Step named(String itsName) {
            return new Step(itsName, after, payloads, options, partitioned);
        }

        Step after(List<Integer> others) {
            return new Step(name, others, payloads, options, partitioned);
        }
    }
}
