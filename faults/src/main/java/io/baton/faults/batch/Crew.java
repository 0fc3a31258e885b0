package io.baton.faults.batch;

import io.baton.faults.chaos.Traces;
import io.baton.faults.story.NodeProcess;
import io.baton.faults.story.Scene;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The processes that run items and fold. */
final class Crew {

    private final Scene scene;
    private final Random random;
    private final List<NodeProcess> running = new ArrayList<>();

    Crew(Scene scene, long seed) {
        this.scene = scene;
        this.random = new Random(seed);
    }

    /** Leaves an archive of classes, by which the others start faster. */
    void train() {
        NodeProcess first = start();
        first.stop();
        first.ended();
        kill(first);
    }

    NodeProcess start(String... more) {
        List<String> options = new ArrayList<>(List.of(
                "--baton.queues.items.concurrency=4",
                "--baton.worker.dead-after=3s",
                "--spring.datasource.hikari.maximum-pool-size=12",
                "--spring.datasource.hikari.minimum-idle=2"));
        options.addAll(List.of(more));
        NodeProcess node = scene.node(options.toArray(String[]::new));
        running.add(node);
        return node;
    }

    /** Starts one whose fold stops at a point in this round. */
    NodeProcess trapped(FoldTrap.Point point, int round) {
        return start("--trap.point=" + point, "--trap.round=" + round);
    }

    boolean isTrapped(NodeProcess node) {
        return Traces.read(node.name(), node.trace()).stream()
                .anyMatch(line -> line.what().equals("trapped"));
    }

    void release(NodeProcess node) {
        try {
            Files.createFile(FoldTrap.release(node.trace()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
