package io.baton.faults.chaos;

import io.baton.faults.proxy.Cut;
import io.baton.faults.proxy.FaultProxy;
import io.baton.testing.server.Commands;
import io.baton.testing.server.Reaper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;

/** Workers in JVMs of their own, each behind its own proxy; one that ends is replaced as long as the fleet is kept. */
final class Fleet implements AutoCloseable {

    private static final long POLL_NANOS = 50_000_000;
    private static final long AFTER_STILLBIRTH_NANOS = 500_000_000;
    private static final int MOST_STILLBORN = 20;
    private static final Duration STOP_PATIENCE = Duration.ofMinutes(5);

    private final List<FaultProxy> proxies = new ArrayList<>();
    private final List<WorkerProcess> current = new CopyOnWriteArrayList<>();
    private final List<WorkerProcess> all = new CopyOnWriteArrayList<>();
    private final IntFunction<WorkerCommand> commands;
    private final Path directory;
    private final Reaper reaper;
    /** How many in a row ended before they were ready. */
    private final AtomicInteger stillborn = new AtomicInteger();

    private final AtomicInteger suicides = new AtomicInteger();
    private volatile boolean kept = true;
    private final Thread supervisor = new Thread(this::supervise, "supervisor");

    Fleet(int workers, int databasePort, Path directory, Reaper reaper, IntFunction<WorkerCommand> commands) {
        this.directory = directory;
        this.reaper = reaper;
        this.commands = commands;
        for (int i = 0; i < workers; i++) {
            proxies.add(new FaultProxy(databasePort));
            current.add(start(i, 1));
        }
        supervisor.setDaemon(true);
        supervisor.start();
    }

    private WorkerProcess start(int slot, int number) {
        String name = "w" + slot + "-" + number;
        Process process = commands.apply(slot)
                .start(name, proxies.get(slot).port(), trace(name), directory.resolve(name + ".log"));
        reaper.watch(process.pid());
        WorkerProcess worker = new WorkerProcess(name, process);
        all.add(worker);
        return worker;
    }

    Path trace(String name) {
        return directory.resolve(name + ".trace");
    }

    private void supervise() {
        while (kept) {
            for (int slot = 0; slot < current.size(); slot++) {
                look(slot, current.get(slot));
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    private void look(int slot, WorkerProcess worker) {
        if (!worker.ready && Files.exists(trace(worker.name))) {
            worker.ready = Traces.ready(trace(worker.name));
            worker.readySince = worker.ready ? Instant.now() : null;
        }
        if (worker.ended == null && !worker.process.isAlive()) {
            worker.ended = Instant.now();
        }
        if (!worker.process.isAlive() && mayRestart(worker)) {
            reaper.forget(worker.process.pid());
            if (worker.killed == null && !worker.asked) {
                worker.disturbed = true;
                suicides.incrementAndGet();
            }
            int number = Integer.parseInt(worker.name.substring(worker.name.indexOf('-') + 1));
            current.set(slot, start(slot, number + 1));
        }
    }

    /** One that ended before it was ready, perhaps for want of a database, is not replaced at once, nor for ever. */
    private boolean mayRestart(WorkerProcess worker) {
        if (worker.ready || worker.killed != null) {
            stillborn.set(0);
            return true;
        }
        if (stillborn.get() >= MOST_STILLBORN) {
            return false;
        }
        LockSupport.parkNanos(AFTER_STILLBIRTH_NANOS);
        stillborn.incrementAndGet();
        return true;
    }

    /** Whether workers do not come up any more. */
    boolean broken() {
        return stillborn.get() >= MOST_STILLBORN;
    }

    boolean ready() {
        return current.stream().allMatch(worker -> worker.ready);
    }

    String name(int slot) {
        return current.get(slot).name;
    }

    List<WorkerProcess> all() {
        return all;
    }

    /** Returns how many processes ended without a request to stop. */
    int suicides() {
        return suicides.get();
    }

    /** The slot of a worker that does its work undisturbed, or -1. */
    int fit(int choice) {
        for (int i = 0; i < current.size(); i++) {
            int slot = (choice + i) % current.size();
            if (current.get(slot).fit()) {
                return slot;
            }
        }
        return -1;
    }

    void kill(int slot) {
        WorkerProcess worker = current.get(slot);
        worker.disturbed = true;
        worker.killed = Instant.now();
        worker.process.destroyForcibly();
    }

    /** Freezes a worker, unless it has just ended; the answer thaws it. */
    Optional<Runnable> freeze(int slot) {
        WorkerProcess worker = current.get(slot);
        Instant from = Instant.now();
        if (!Commands.signal("STOP", worker.process)) {
            return Optional.empty();
        }
        worker.disturbed = true;
        worker.frozen = true;
        return Optional.of(() -> {
            Commands.signal("CONT", worker.process);
            worker.frozen = false;
            worker.troubled(from);
        });
    }

    /** Cuts a worker off; the answer ends that. */
    Runnable cut(int slot, Cut cut) {
        WorkerProcess worker = current.get(slot);
        worker.disturbed = true;
        Instant from = Instant.now();
        proxies.get(slot).cut(cut);
        return () -> {
            proxies.get(slot).cut(Cut.PASS);
            worker.troubled(from);
            current.get(slot).troubled(from);
        };
    }

    /** Cuts all connections of all workers, which may come back at once; returns how many there were. */
    int reset() {
        return proxies.stream().mapToInt(FaultProxy::reset).sum();
    }

    /** Something was done to all of them that is over by now. */
    void troubled(Instant from) {
        current.forEach(worker -> worker.troubled(from));
    }

    /** Requests an orderly shutdown of a worker; returns whether it had not ended by itself. */
    boolean term(int slot) {
        return ask(current.get(slot));
    }

    /** By a signal: to destroy a process closes its input as well, which a worker takes for the end of the run. */
    private static boolean ask(WorkerProcess worker) {
        worker.asked = true;
        return Commands.signal("TERM", worker.process);
    }

    /** Ends all in good order; returns how long the slowest took, in seconds, or infinity if one had to be killed. */
    double stop() throws InterruptedException {
        kept = false;
        supervisor.join();
        long start = System.nanoTime();
        current.forEach(Fleet::ask);
        for (WorkerProcess worker : current) {
            if (!worker.process.waitFor(STOP_PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                return Double.POSITIVE_INFINITY;
            }
        }
        return (System.nanoTime() - start) / 1e9;
    }

    @Override
    public void close() {
        kept = false;
        try {
            supervisor.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (WorkerProcess worker : all) {
            worker.process.destroyForcibly().onExit().join();
            reaper.forget(worker.process.pid());
        }
        proxies.forEach(FaultProxy::close);
    }
}
