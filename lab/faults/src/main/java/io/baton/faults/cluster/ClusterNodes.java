package io.baton.faults.cluster;

import io.baton.faults.Await;
import io.baton.faults.chaos.ApplicationProperties;
import io.baton.faults.chaos.Traces;
import io.baton.testing.server.Commands;
import io.baton.testing.server.Reaper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The processes of the application, which run jobs, and the part of it in this JVM, which enqueues them. */
final class ClusterNodes implements AutoCloseable {

    static final Duration HEARTBEAT = Duration.ofSeconds(2);
    static final Duration DEAD_AFTER = Duration.ofSeconds(10);

    private static final Duration LONGEST_START = Duration.ofMinutes(3);
    private static final Duration LONGEST_STOP = Duration.ofMinutes(1);
    private static final int MOST_STARTS = 10;

    private final ClusterKind kind;
    private final String url;
    private final Path directory;
    private final Reaper reaper;
    private final History history;
    private final List<Node> running = new ArrayList<>();
    private int started;

    ClusterNodes(ClusterKind kind, String url, Path directory, Reaper reaper, History history) {
        this.history = history;
        this.kind = kind;
        this.url = url;
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
        List<String> settings = settings();
        settings.add("--baton.worker.enabled=false");
        settings.add("--logging.file.name=" + directory.resolve("client.log"));
        settings.add("--logging.threshold.console=off");
        return new SpringApplicationBuilder(ClusterApp.class)
                .logStartupInfo(false)
                .run(settings.toArray(String[]::new));
    }

    /** Later settings replace earlier ones, so each is there once. */
    private List<String> settings() {
        List<String> settings = new ArrayList<>(List.of(
                "--baton.worker.heartbeat=" + HEARTBEAT.toMillis() + "ms",
                "--baton.worker.dead-after=" + DEAD_AFTER.toMillis() + "ms",
                "--baton.worker.concurrency=8",
                "--baton.retry.max-attempts=40",
                "--baton.semaphores." + ClusterWork.GATE + "=" + ClusterWork.PERMITS,
                "--baton.rate-limits." + ClusterWork.RATE + ".permits=" + ClusterWork.STARTS_PER_SECOND,
                "--baton.rate-limits." + ClusterWork.RATE + ".per=1s",
                "--spring.datasource.hikari.maximum-pool-size=12",
                "--spring.datasource.hikari.minimum-idle=2",
                "--spring.datasource.hikari.connection-timeout=5000",
                "--spring.datasource.hikari.validation-timeout=2000"));
        if (!kind.exceptionOverride().isEmpty()) {
            settings.add("--spring.datasource.hikari.exception-override-class-name=" + kind.exceptionOverride());
        }
        ApplicationProperties.common(url, kind.user()).stream()
                .filter(setting -> settings.stream()
                        .noneMatch(other -> other.startsWith(setting.substring(0, setting.indexOf('=') + 1))))
                .toList()
                .forEach(settings::add);
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
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-Xmx192m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-cp",
                System.getProperty("java.class.path"),
                ClusterApp.class.getName(),
                "--notes=" + trace,
                "--histories=" + histories(directory),
                "--baton.worker.name=" + name));
        command.addAll(settings());
        Node node = new Node(name, launch(name, command));
        reaper.watch(node.process().pid());
        running.add(node);
        boolean ready = Await.until(
                () -> Traces.ready(trace) || !node.process().isAlive(), LONGEST_START)
            && node.process().isAlive();
        if (!ready) {
            end(node);
        }
        return ready;
    }

    private Process launch(String name, List<String> command) {
        try {
            return new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(directory.resolve(name + ".log").toFile())
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException("A node does not start", e);
        }
    }

    /** Replaces the processes one after the other: each new one is ready before an old one is shut down. */
    void restartAll() {
        for (Node old : List.copyOf(running)) {
            start();
            Commands.signal("TERM", old.process().pid());
            if (!Await.until(() -> !old.process().isAlive(), LONGEST_STOP)) {
                throw new IllegalStateException(old.name() + " does not end");
            }
            end(old);
        }
    }

    /** It has ended in good order, or all jobs have ended. */
    private void end(Node node) {
        node.process().destroyForcibly().onExit().join();
        history.note("stopped", "process", node.name());
        reaper.forget(node.process().pid());
        running.remove(node);
    }

    @Override
    public void close() {
        List.copyOf(running).forEach(this::end);
    }
}
