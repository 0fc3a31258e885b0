package io.baton;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Builds a {@link Flow} in which a step can wait for any earlier steps, by their names.
 *
 * <pre>{@code
 * Flow flow = new FlowGraph()
 *         .step("load", new Load(7))
 *         .step("images", Flow.group(images), "load")
 *         .step("texts", new Translate(7), "load")
 *         .step("publish", new Publish(7), "images", "texts")
 *         .flow();
 * }</pre>
 */
public final class FlowGraph {

    private final List<Flow.Step> steps = new ArrayList<>();
    private final Map<String, List<Integer>> ends = new LinkedHashMap<>();

    /** Creates a builder without steps. */
    public FlowGraph() {}

    /**
     * Adds a job, which starts when all of the steps with these names have ended.
     *
     * @throws IllegalArgumentException if the name is taken, or a named predecessor is not defined yet
     */
    public FlowGraph step(String name, Object payload, String... after) {
        return step(name, Flow.of(payload), after);
    }

    /**
     * Adds a flow, which starts when all of the steps with these names have ended. Its last step receives the name.
     *
     * @throws IllegalArgumentException if the name is taken, or a named predecessor is not defined yet
     */
    public FlowGraph step(String name, Flow flow, String... after) {
        if (ends.containsKey(name)) {
            throw new IllegalArgumentException("There is a step \"" + name + "\" already");
        }
        TreeSet<Integer> before = new TreeSet<>();
        for (String earlier : after) {
            List<Integer> known = ends.get(earlier);
            if (known == null) {
                throw new IllegalArgumentException("The step \"" + name + "\" cannot come after \"" + earlier
                        + "\": there is no such step yet; add it first. There are " + ends.keySet());
            }
            before.addAll(known);
        }
        int first = steps.size();
        Flow.append(steps, Flow.ends(flow.steps(), 0).size() == 1 ? flow.named(name) : flow, List.copyOf(before));
        ends.put(name, flow.steps().isEmpty() ? List.copyOf(before) : Flow.ends(steps, first));
        return this;
    }

    /** Returns the flow. */
    public Flow flow() {
        return new Flow(steps);
    }
}
