package io.baton.faults.batch;

import io.baton.faults.chaos.Traces;
import io.baton.faults.scenario.Cluster;
import io.baton.faults.scenario.NodeProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** The processes that run items and fold. */
final class BatchNodes {

    private static final List<String> USUAL = List.of(
            "--baton.queues.items.concurrency=4",
            "--baton.queues.flows.concurrency=4",
            "--baton.worker.dead-after=3s",
            "--spring.datasource.hikari.maximum-pool-size=12",
            "--spring.datasource.hikari.minimum-idle=2");

    private final Cluster cluster;
    private final Random random;
    private final List<NodeProcess> running = new ArrayList<>();
    private final List<NodeProcess> started = new ArrayList<>();

    BatchNodes(Cluster cluster, long seed) {
        this.cluster = cluster;
        this.random = new Random(seed);
    }

    /** Leaves an archive of classes, by which the others start faster. */
    void train() {
        NodeProcess first = start();
        first.stop();
        first.awaitEnd();
        kill(first);
    }

    /** Starts one; these options win over the usual ones. */
    NodeProcess start(String... more) {
        List<String> options = new ArrayList<>(List.of(more));
        USUAL.stream()
                .filter(usual -> options.stream()
                        .noneMatch(option -> option.startsWith(usual.substring(0, usual.indexOf('=') + 1))))
                .toList()
                .forEach(options::add);
        NodeProcess node = cluster.node(options.toArray(String[]::new));
        running.add(node);
        started.add(node);
        return node;
    }

    /** Starts one whose fold stops at a point in this round. */
    NodeProcess trapped(FoldTrap.Point point, int round) {
        return start("--trap.point=" + point, "--trap.round=" + round);
    }

    boolean isTrapped(NodeProcess node) {
        return noted(node, "trapped").findAny().isPresent();
    }

    /** Returns what one process has noted under this word. */
    Stream<Traces.Line> noted(NodeProcess node, String what) {
        return Traces.read(node.name(), node.trace()).stream()
                .filter(line -> line.what().equals(what));
    }

    /** Returns what all processes have noted under this word, those that were killed as well. */
    Stream<Traces.Line> noted(String what) {
        return started.stream().flatMap(node -> noted(node, what));
    }

    void release(NodeProcess node) {
        try {
            Files.createFile(FoldTrap.release(node.trace()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns all that were ever started. */
    List<NodeProcess> all() {
        return List.copyOf(started);
    }

    NodeProcess any() {
        return running.get(random.nextInt(running.size()));
    }

    /** {@code kill -9}. */
    void kill(NodeProcess node) {
        running.remove(node);
        node.close();
    }

    void killAll() {
        List.copyOf(running).forEach(this::kill);
    }
}
