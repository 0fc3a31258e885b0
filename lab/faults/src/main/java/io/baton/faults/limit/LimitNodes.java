package io.baton.faults.limit;

import io.baton.faults.scenario.Cluster;
import io.baton.faults.scenario.NodeProcess;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Processes that run jobs, and what was done to them at which times. */
public final class LimitNodes {

    private final Cluster cluster;
    private final Clock clock;
    private final String[] options;
    private final List<NodeProcess> running = new ArrayList<>();
    private final Map<String, Long> ends = new HashMap<>();
    private final Map<String, List<Span>> freezes = new HashMap<>();
    private final Map<String, Long> frozen = new HashMap<>();
    private final Map<String, Span> stops = new HashMap<>();

    /** Creates them, of which none runs yet, with the options of each. */
    public LimitNodes(Cluster cluster, Clock clock, String... options) {
        this.cluster = cluster;
        this.clock = clock;
        this.options = options;
    }

    /** From one time to another. */
    public record Span(long from, long to) {}

    /** Starts some more. */
    public void start(int count) {
        for (int i = 0; i < count; i++) {
            running.add(cluster.node(options));
        }
    }

    /** Returns one of those that run. */
    public NodeProcess get(int choice) {
        return running.get(choice % running.size());
    }

    /** Returns one that is not this one. */
    NodeProcess other(NodeProcess node, int choice) {
        List<NodeProcess> others =
                running.stream().filter(each -> !each.equals(node)).toList();
        return others.get(choice % others.size());
    }

    /** Ends one without a word. */
    void kill(NodeProcess node) {
        long before = clock.read();
        node.kill();
        isFrozenNoMore(node);
        ends.put(node.name(), before);
        running.remove(node);
    }

    /** Ends one in good order. */
    public void stop(NodeProcess node) {
        long before = clock.read();
        node.stop();
        node.awaitEnd();
        kill(node);
        ends.put(node.name(), clock.read());
        stops.put(node.name(), new Span(before, end(node.name())));
    }

    void freeze(NodeProcess node) {
        node.freeze();
        frozen.put(node.name(), clock.read());
    }

    void thaw(NodeProcess node) {
        isFrozenNoMore(node);
        node.thaw();
    }

    private void isFrozenNoMore(NodeProcess node) {
        Long since = frozen.remove(node.name());
        if (since != null) {
            freezes.computeIfAbsent(node.name(), name -> new ArrayList<>()).add(new Span(since, clock.read()));
        }
    }

    /** Ends all that run. */
    public void killAll() {
        List.copyOf(running).forEach(this::kill);
    }

    /** Returns when a process was killed, or the end of time. */
    public long end(String node) {
        return ends.getOrDefault(node, Long.MAX_VALUE);
    }

    /** Returns the times in which a process was frozen. */
    List<Span> freezes(String node) {
        return freezes.getOrDefault(node, List.of());
    }

    /** Returns the times in which processes were frozen or shut down, by their names. */
    public Map<String, List<Span>> silences() {
        Map<String, List<Span>> all = new HashMap<>();
        freezes.forEach((node, spans) -> all.put(node, new ArrayList<>(spans)));
        stops.forEach((node, span) ->
                all.computeIfAbsent(node, name -> new ArrayList<>()).add(span));
        return all;
    }

    /** Returns when processes were killed, by their names. */
    public Map<String, Long> ends() {
        return ends;
    }
}
