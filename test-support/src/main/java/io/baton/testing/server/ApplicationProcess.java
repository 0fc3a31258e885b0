package io.baton.testing.server;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A Spring Boot application with a web server, in a JVM of its own. */
public final class ApplicationProcess implements AutoCloseable {

    private final Process process;
    private final Reaper reaper;
    private final int port;

    private ApplicationProcess(Process process, Reaper reaper, int port) {
        this.process = process;
        this.reaper = reaper;
        this.port = port;
    }

    /**
     * Starts one on a free port and returns when it has started.
     *
     * @param directory where its output goes, in a file of its own
     * @param application the name of the class with the main method
     */
    public static ApplicationProcess start(
            Reaper reaper, Path directory, String classPath, String application, List<String> arguments) {
        int port = Commands.freePort();
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "-Dof.run=" + reaper.directory(),
                "-cp",
                classPath,
                application,
                "--server.port=" + port));
        command.addAll(arguments);
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            reaper.watch(process.pid());
            String name = application.substring(application.lastIndexOf('.') + 1);
            started(process, "Started " + name + " in", directory.resolve("port-" + port + ".log"))
                    .join();
            return new ApplicationProcess(process, reaper, port);
        } catch (IOException e) {
            throw new UncheckedIOException("The application does not start", e);
        }
    }

    /** Writes down what the process says, and tells when it says this. */
    private static CompletableFuture<String> started(Process process, String words, Path log) {
        CompletableFuture<String> started = new CompletableFuture<>();
        Thread reader = new Thread(() -> copy(process, words, log, started), "output-" + process.pid());
        reader.setDaemon(true);
        reader.start();
        return started;
    }

    private static void copy(Process process, String words, Path log, CompletableFuture<String> started) {
        try (BufferedReader output = process.inputReader();
                BufferedWriter writer = Files.newBufferedWriter(log)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                writer.write(line + "\n");
                writer.flush();
                if (line.contains(words)) {
                    started.complete(line);
                }
            }
        } catch (IOException e) {
            started.completeExceptionally(e);
        }
        started.completeExceptionally(new IllegalStateException("The application ended:\n" + Commands.endOf(log)));
    }

    /** Where it listens. */
    public String url() {
        return "http://127.0.0.1:" + port;
    }

    /** {@code kill -9}. */
    public void kill() {
        process.destroyForcibly().onExit().join();
        reaper.forget(process.pid());
    }

    @Override
    public void close() {
        kill();
    }
}
