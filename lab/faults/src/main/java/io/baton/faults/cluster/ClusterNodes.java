package io.baton.faults.cluster;

import io.baton.faults.Await;
import io.baton.faults.chaos.Traces;
import io.baton.faults.scenario.NodeProcess;
import io.baton.history.HistoryWriter;
import io.baton.history.Word;
import io.baton.testing.server.Commands;
import io.baton.testing.server.Reaper;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The processes of the application, which run jobs, and the part of it in this JVM, which enqueues them. */
final class ClusterNodes implements AutoCloseable {

    private static final Duration LONGEST_START = Duration.ofMinutes(3);
    private static final Duration LONGEST_STOP = Duration.ofMinutes(1);
    private static final int MOST_STARTS = 10;

    private final ClusterKind kind;
    private final List<String> urls;
    private final Path directory;
    private final Reaper reaper;
    private final HistoryWriter history;
    private final List<Node> running = new ArrayList<>();
    private int started;

    /**
     * Creates the processes of a run.
     *
     * @param urls used in turn
     */
    ClusterNodes(ClusterKind kind, List<String> urls, Path directory, Reaper reaper, HistoryWriter history) {
        this.history = history;
        this.kind = kind;
        this.urls = urls;
        this.directory = directory;
        this.reaper = reaper;
    }

    private record Node(String name, Process process) {}

    /** Returns the directory of the histories of all processes of a run. */
    static Path histories(Path directory) {
        return directory.resolve("histories");
    }

    /** Starts the part without a worker, which creates Baton's tables. */
    ConfigurableApplicationContext client() {
        List<String> settings = settings(0);
        settings.add("--baton.worker.enabled=false");
        settings.add("--logging.file.name=" + directory.resolve("client.log"));
        settings.add("--logging.threshold.console=off");
        return new SpringApplicationBuilder(ClusterApp.class)
                .logStartupInfo(false)
                .run(settings.toArray(String[]::new));
    }

    private List<String> settings(int number) {
        List<String> settings = Workload.settings(urls.get(number % urls.size()), kind.user());
        if (!kind.exceptionOverride().isEmpty()) {
            settings.add("--spring.datasource.hikari.exception-override-class-name=" + kind.exceptionOverride());
        }
        return settings;
    }

    void start(int count) {
        for (int i = 0; i < count; i++) {
            start();
        }
    }

    /** A process that starts while the database takes no writes may end, and is started again. */
    private void start() {
        for (int attempt = 0; attempt < MOST_STARTS; attempt++) {
            if (starts("node-" + ++started)) {
                return;
            }
        }
        throw new IllegalStateException("A node does not start; see " + directory);
    }

    private boolean starts(String name) {
        Path trace = directory.resolve(name + ".trace");
        List<String> application = new ArrayList<>(List.of(
                ClusterApp.class.getName(),
                "--notes=" + trace,
                "--histories=" + histories(directory),
                "--baton.worker.name=" + name));
        application.addAll(settings(started));
        List<String> classes = List.of("-cp", System.getProperty("java.class.path"));
        Node node = new Node(name, NodeProcess.launch(directory, name, classes, application));
        reaper.watch(node.process().pid());
        running.add(node);
        boolean ready = Await.until(() -> Traces.ready(trace) || !node.process().isAlive(), LONGEST_START)
                && node.process().isAlive();
        if (!ready) {
            write(Word.KILLED, node);
            end(node);
        }
        return ready;
    }

    /** Replaces the processes one after the other: each new one is ready before an old one is shut down. */
    void restartAll() {
        for (Node old : List.copyOf(running)) {
            start();
            write(Word.STOPPED, old);
            Commands.signal("TERM", old.process().pid());
            if (!Await.until(() -> !old.process().isAlive(), LONGEST_STOP)) {
                throw new IllegalStateException(old.name() + " does not end");
            }
            end(old);
        }
    }

    /** Writes what is about to be done to a process. */
    private void write(Word word, Node node) {
        history.write(word, Map.of("process", node.name()));
    }

    private void end(Node node) {
        node.process().destroyForcibly().onExit().join();
        reaper.forget(node.process().pid());
        running.remove(node);
    }

    /** Ends all processes. Those that still run jobs are not expected to end them. */
    void endAll() {
        List.copyOf(running).forEach(node -> {
            write(Word.STOPPED, node);
            end(node);
        });
    }

    @Override
    public void close() {
        endAll();
    }
}
