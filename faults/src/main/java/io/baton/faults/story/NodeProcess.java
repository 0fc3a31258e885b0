package io.baton.faults.story;

import io.baton.faults.chaos.Traces;
import io.baton.faults.proxy.FaultProxy;
import io.baton.testing.server.Commands;
import io.baton.testing.server.Reaper;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process of an application, behind a network that can be broken. */
public record NodeProcess(String name, Process process, FaultProxy network, Path trace, Reaper reaper)
        implements AutoCloseable {

    private static final int PATIENCE_SECONDS = 60;

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

    /** Asks the process to end in good order. */
    public void stop() {
        Commands.signal("TERM", process.pid());
    }

    /** Whether the process ended by itself. */
    public boolean ended() {
        try {
            return process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void close() {
        kill();
        reaper.forget(process.pid());
        network.close();
    }
}
