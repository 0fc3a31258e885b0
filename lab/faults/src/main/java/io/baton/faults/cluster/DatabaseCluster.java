package io.baton.faults.cluster;

import io.baton.faults.Await;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A database cluster of three nodes, started by a script, which stops it when this JVM ends, however that ends. */
final class DatabaseCluster implements AutoCloseable {

    static final List<Integer> NODES = List.of(1, 2, 3);

    /** Includes the time to install packages. */
    private static final Duration LONGEST_START = Duration.ofMinutes(15);

    private static final Duration LONGEST_COMMAND = Duration.ofMinutes(4);
    private static final Duration LONGEST_STOP = Duration.ofMinutes(5);
    private static final String READY = "ready";
    private static final String SKIPPED = "SKIPPED: ";
    private static final File NOTHING = new File("/dev/null");

    private final Path script;
    private final Path directory;
    private final Path output;
    private final Process process;

    private DatabaseCluster(ClusterKind kind, Path directory) {
        this.script = Path.of("lab", "faults", "clusters", kind.script());
        this.directory = directory;
        this.output = directory.resolve("cluster.log");
        try {
            process = command("run")
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException("The script of the cluster does not start", e);
        }
    }

    /**
     * Starts a cluster below this directory and waits until it takes writes.
     *
     * @throws Unavailable if there can be none on this machine
     */
    static DatabaseCluster start(ClusterKind kind, Path directory) {
        DatabaseCluster cluster = new DatabaseCluster(kind, directory);
        boolean ended = Await.until(() -> cluster.prints(READY) || !cluster.process.isAlive(), LONGEST_START);
        if (!ended || !cluster.prints(READY)) {
            cluster.close();
            throw cluster.failure();
        }
        return cluster;
    }

    private boolean prints(String line) {
        return lines(output).contains(line);
    }

    private RuntimeException failure() {
        return lines(output).stream()
                .filter(line -> line.startsWith(SKIPPED))
                .findFirst()
                .<RuntimeException>map(line -> new Unavailable(line.substring(SKIPPED.length())))
                .orElseGet(() -> new IllegalStateException("The cluster does not start: " + lines(output)));
    }

    private static List<String> lines(Path file) {
        try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
            return lines.toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the URL by which clients reach all nodes. If several nodes take writes, these clients write to this one while it does. */
    String url(int node) {
        return execute("url", Integer.toString(node));
    }

    /** Returns the node that takes writes, the first of them if several do; empty if none does. */
    OptionalInt leader() {
        Result result = run("leader");
        return result.exit() == 0 ? OptionalInt.of(Integer.parseInt(result.output())) : OptionalInt.empty();
    }

    /** Returns the node that takes writes, as soon as one does. */
    int awaitLeader(Duration patience) {
        OptionalInt[] found = {OptionalInt.empty()};
        Await.require(
                () -> {
                    found[0] = leader();
                    return found[0].isPresent();
                },
                patience,
                "no node takes writes");
        return found[0].orElseThrow();
    }

    /** Kills everything on a node. */
    void kill(int node) {
        execute("kill", Integer.toString(node));
    }

    /** Starts what is dead on a node, and waits until it has joined the cluster. */
    void revive(int node) {
        execute("revive", Integer.toString(node));
    }

    /** Freezes a part of a node: {@code all}, {@code server}, {@code manager} or {@code etcd}. */
    void freeze(int node, String part) {
        execute("freeze", Integer.toString(node), part);
    }

    /** Cuts a node from its {@code peers}, its {@code clients} or {@code all}. */
    void cut(int node, String side) {
        execute("cut", Integer.toString(node), side);
    }

    /** Undoes all freezes, cuts and switch-overs. */
    void heal() {
        execute("heal");
    }

    /** Changes the leader in good order. */
    void switchover() {
        execute("switchover");
    }

    /** Stops a node in good order, starts it again, and waits until it has joined the cluster. */
    void restart(int node) {
        execute("restart", Integer.toString(node));
    }

    private String execute(String... arguments) {
        Result result = run(arguments);
        if (result.exit() != 0) {
            throw new IllegalStateException(
                    script + " " + List.of(arguments) + " ended with " + result.exit() + ": " + lines(errors()));
        }
        return result.output();
    }

    private record Result(int exit, String output) {}

    private synchronized Result run(String... arguments) {
        Path printed = directory.resolve("command.log");
        try {
            Process running = command(arguments)
                    .redirectInput(NOTHING)
                    .redirectOutput(printed.toFile())
                    .redirectError(errors().toFile())
                    .start();
            if (!ends(running, LONGEST_COMMAND)) {
                running.destroyForcibly();
                throw new IllegalStateException(
                        script + " " + List.of(arguments) + " does not end: " + lines(errors()));
            }
            return new Result(running.exitValue(), String.join("\n", lines(printed)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path errors() {
        return directory.resolve("command.err");
    }

    private ProcessBuilder command(String... arguments) {
        List<String> command = new ArrayList<>(List.of("bash", script.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("BATON_CLUSTERS", directory.toString());
        return builder;
    }

    private static boolean ends(Process process, Duration patience) {
        try {
            return process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Ends the input of the script, which stops the cluster then. */
    @Override
    public void close() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // it has ended already
        }
        if (!ends(process, LONGEST_STOP)) {
            process.destroyForcibly();
            run("stop");
        }
    }
}
