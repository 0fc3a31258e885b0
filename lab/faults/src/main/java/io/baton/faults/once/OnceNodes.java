package io.baton.faults.once;

import io.baton.faults.scenario.Cluster;
import io.baton.faults.scenario.NodeProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Processes with the same options, some of which are killed and replaced. */
final class OnceNodes implements AutoCloseable {

    private final Cluster cluster;
    private final Random random;
    private final String[] options;
    private final List<NodeProcess> running = new ArrayList<>();

    OnceNodes(Cluster cluster, long seed, String... options) {
        this.cluster = cluster;
        this.random = new Random(seed);
        this.options = options.clone();
    }

    NodeProcess start() {
        NodeProcess node = cluster.node(options);
        running.add(node);
        return node;
    }

    void start(int count) {
        for (int i = 0; i < count; i++) {
            start();
        }
    }

    NodeProcess any() {
        return running.get(random.nextInt(running.size()));
    }

    /** Kills the process of this name, if it runs, and starts another; returns whether it did. */
    boolean replace(String name) {
        List<NodeProcess> victims =
                running.stream().filter(node -> node.name().equals(name)).toList();
        victims.forEach(this::replace);
        return !victims.isEmpty();
    }

    /** Kills a process and starts another. */
    void replace(NodeProcess node) {
        kill(node);
        start();
    }

    /** Ends a process in good order and starts another. */
    void restart(NodeProcess node) {
        node.stop();
        node.awaitEnd();
        replace(node);
    }

    /** Starts another process for each that has ended by itself. */
    void replaceEnded() {
        running.stream().filter(node -> !node.process().isAlive()).toList().forEach(this::replace);
    }

    /** {@code kill -9}. */
    private void kill(NodeProcess node) {
        running.remove(node);
        node.close();
    }

    @Override
    public void close() {
        List.copyOf(running).forEach(this::kill);
    }
}
