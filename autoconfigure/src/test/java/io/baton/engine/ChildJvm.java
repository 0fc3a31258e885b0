package io.baton.engine;

import io.baton.testing.DatabaseAccess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A node in a process of its own. It ends with this JVM, whatever happens, since its input does. */
final class ChildJvm implements AutoCloseable {

    final String name;
    private final Process process;
    private final CompletableFuture<String> ready = new CompletableFuture<>();

    private ChildJvm(String name, Process process) {
        this.name = name;
        this.process = process;
        Thread reader = new Thread(this::read, "output-of-" + name);
        reader.setDaemon(true);
        reader.start();
    }

    static ChildJvm worker(String name, DatabaseAccess access, String... properties) {
        return start(WorkerMain.class, name, List.of("-Xmx192m"), access, properties);
    }

    static ChildJvm start(
            Class<?> main, String name, List<String> options, DatabaseAccess access, String... properties) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC"));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        String[] all = Stream.concat(
                        Stream.of(Node.withoutJpa(), "baton.queues.default.concurrency=10"), Stream.of(properties))
                .toArray(String[]::new);
        command.addAll(List.of(Node.arguments(name, access, all)));
        try {
            return new ChildJvm(
                    name,
                    new ProcessBuilder(command)
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** To the end, or the process would wait for somebody to read. */
    private void read() {
        List<String> said = new ArrayList<>();
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                said.add(line);
                if (line.startsWith(WorkerMain.READY)) {
                    ready.complete(line.substring(WorkerMain.READY.length()).strip());
                }
            }
        } catch (IOException e) {
            ready.completeExceptionally(e);
        }
        ready.completeExceptionally(
                new IllegalStateException("The process " + name + " ended early:\n" + String.join("\n", said)));
    }

    /** Waits until it runs; answers what it has to say then. */
    String awaitReady() {
        return ready.orTimeout(600, TimeUnit.SECONDS).join();
    }

    /** Without a chance to tidy up. */
    void kill() {
        process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            if (!process.waitFor(180, TimeUnit.SECONDS)) {
                kill();
                throw new IllegalStateException("The process " + name + " did not end");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            kill();
            Thread.currentThread().interrupt();
        }
    }
}
