package io.baton.faults.scenario;

import io.baton.faults.Await;
import io.baton.faults.chaos.Traces;
import io.baton.faults.proxy.FaultProxy;
import io.baton.testing.server.Commands;
import io.baton.testing.server.Reaper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A process of an application, behind a network that can be broken. */
public record NodeProcess(String name, Process process, FaultProxy network, Path trace, Reaper reaper)
        implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(3);

    /**
     * Starts a small JVM, whose output goes into a file of its name.
     *
     * @param options of the JVM, the class path among them
     * @param application its class and its arguments
     */
    public static Process launch(Path directory, String name, List<String> options, List<String> application) {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-Xmx192m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData"));
        command.addAll(options);
        command.addAll(application);
        try {
            return new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(directory.resolve(name + ".log").toFile())
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException("A node does not start", e);
        }
    }

    boolean ready() {
        return Traces.ready(trace);
    }

    /** The jobs whose handlers started, in that order. */
    List<Traces.Line> notes() {
        return Traces.read(name, trace);
    }

    /** How many times handlers started. */
    long starts() {
        return notes().stream().filter(line -> line.what().equals("start")).count();
    }

    public void kill() {
        process.destroyForcibly().onExit().join();
    }

    public void freeze() {
        Commands.signal("STOP", process.pid());
    }

    public void thaw() {
        Commands.signal("CONT", process.pid());
    }

    /** Requests an orderly shutdown. */
    public void stop() {
        Commands.signal("TERM", process.pid());
    }

    /** Waits until the process has ended by itself; fails if it does not. */
    public void awaitEnd() {
        Await.require(() -> !process.isAlive(), PATIENCE, name + " does not end");
    }

    @Override
    public void close() {
        kill();
        reaper.forget(process.pid());
        network.close();
    }
}
