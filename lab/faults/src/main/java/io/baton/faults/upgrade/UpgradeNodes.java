package io.baton.faults.upgrade;

import static java.util.Objects.requireNonNull;

import io.baton.faults.chaos.SharedClasses;
import io.baton.faults.chaos.Traces;
import io.baton.faults.scenario.Cluster;
import io.baton.faults.scenario.NodeProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/** The processes of both releases, each of which enqueues items of its own. */
final class UpgradeNodes {

    static final int PERMITS = 4;

    private static final long ITEMS_OF_EACH = 1_000_000;

    private final Cluster cluster;
    private final Map<Release, SharedClasses> classes = new EnumMap<>(Release.class);
    private final Random random;
    private final Path quiet;
    private final List<Node> running = new ArrayList<>();
    private final List<Node> started = new ArrayList<>();

    UpgradeNodes(Cluster cluster, SharedClasses older, SharedClasses newer, Path quiet, long seed) {
        this.cluster = cluster;
        this.quiet = quiet;
        this.random = new Random(seed);
        classes.put(Release.OLD, older);
        classes.put(Release.NEW, newer);
    }

    /** A release. */
    enum Release {
        OLD,
        NEW;

        String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** A process of a release. */
    record Node(Release release, NodeProcess process) {}

    /** Starts one, which enqueues. */
    void start(Release release) {
        long first = (started.size() + 1) * ITEMS_OF_EACH;
        run(release, "--items.from=" + first, "--quiet=" + quiet);
    }

    /** Starts one that enqueues nothing and ends at once: it leaves the tables, and an archive of classes by which the others start faster. */
    void startFirst(Release release) {
        stop(run(release));
    }

    private Node run(Release release, String... more) {
        List<String> options = new ArrayList<>(List.of(more));
        options.addAll(List.of(
                "--release=" + release.text(),
                "--baton.semaphores." + UpgradeWork.PERMITS + "=" + PERMITS,
                "--baton.rate-limits." + UpgradeWork.RATE + ".permits=200",
                "--baton.rate-limits." + UpgradeWork.RATE + ".per=1s",
                "--spring.datasource.hikari.maximum-pool-size=10",
                "--spring.datasource.hikari.minimum-idle=2"));
        if (release == Release.NEW) {
            options.add("--knows.newcomer=true");
        }
        NodeProcess process = cluster.node(requireNonNull(classes.get(release)), options.toArray(String[]::new));
        Node node = new Node(release, process);
        running.add(node);
        started.add(node);
        return node;
    }

    /** Returns one of this release. */
    Node any(Release release) {
        List<Node> its = of(release);
        return its.get(random.nextInt(its.size()));
    }

    private List<Node> of(Release release) {
        return running.stream().filter(node -> node.release() == release).toList();
    }

    /** {@code kill -9}. */
    void kill(Node node) {
        running.remove(node);
        node.process().close();
    }

    /** Ends one in good order. */
    void stop(Node node) {
        node.process().stop();
        node.process().awaitEnd();
        kill(node);
    }

    /** Ends all of a release, the first in good order and the others not. */
    void end(Release release) {
        stop(any(release));
        of(release).forEach(this::kill);
    }

    void killAll() {
        List.copyOf(running).forEach(this::kill);
    }

    /** Returns whether all that run enqueue no more. */
    boolean quiet() {
        return running.stream()
                .allMatch(node -> notes(node).anyMatch(line -> line.what().equals("quiet")));
    }

    /** Returns what all processes have noted, those that were killed as well. */
    List<Traces.Line> notes() {
        return started.stream().flatMap(UpgradeNodes::notes).toList();
    }

    private static Stream<Traces.Line> notes(Node node) {
        return Traces.read(node.process().name(), node.process().trace()).stream();
    }

    /** Returns the release of the process that enqueued an item. */
    Release producer(long item) {
        return started.get((int) (item / ITEMS_OF_EACH) - 1).release();
    }
}
