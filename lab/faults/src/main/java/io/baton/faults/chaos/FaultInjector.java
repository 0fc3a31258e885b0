package io.baton.faults.chaos;

import io.baton.faults.Await;
import io.baton.faults.proxy.Cut;
import io.baton.faults.proxy.FaultProxy;
import io.baton.faults.server.Server;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.DoubleSupplier;

/** Carries out a plan of faults, each when its share of the work or of the time has gone by, and ends each that lasts. */
final class FaultInjector implements AutoCloseable {

    /** Longer than a worker may be silent. */
    private static final long NOTICED_MILLIS = 3_500;

    private static final long DATABASE_GONE_MILLIS = 700;
    private static final int FLICKERS = 6;
    private static final long FLICKER_MILLIS = 1_000;
    private static final long LOOK_NANOS = 20_000_000;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Server server;
    private final Fleet fleet;
    private final FaultProxy clients;
    private final DoubleSupplier share;
    private final Timer later = new Timer("fault-injector", true);
    private final List<String> log = new CopyOnWriteArrayList<>();
    private final List<String> failures = new CopyOnWriteArrayList<>();
    private final List<Outage> outages = new ArrayList<>();
    private final Set<Fault.Kind> kinds = EnumSet.noneOf(Fault.Kind.class);
    private int made;
    private int pending;

    FaultInjector(Server server, Fleet fleet, FaultProxy clients, DoubleSupplier share) {
        this.server = server;
        this.fleet = fleet;
        this.clients = clients;
        this.share = share;
    }

    /** When the database was killed, and when it answered again. */
    record Outage(Instant from, Instant to) {}

    void inject(List<Fault> plan) {
        for (Fault fault : plan) {
            while (share.getAsDouble() < fault.when()) {
                LockSupport.parkNanos(LOOK_NANOS);
            }
            make(fault);
        }
        awaitCalm();
    }

    private void make(Fault fault) {
        switch (fault.kind()) {
            case DATABASE_KILL -> {
                killDatabase();
                made(fault);
            }
            case CUT_CLIENTS -> {
                clients.cut(fault.cut());
                lasting(fault, "clients", 500 + fault.millis(), () -> clients.cut(Cut.PASS));
                made(fault);
            }
            case FLICKER -> flicker(fault);
            case LOCK -> lockRows(fault);
            default -> onWorker(fault);
        }
    }

    /** The connections of all workers, again and again. */
    private void flicker(Fault fault) {
        Instant from = Instant.now();
        if (!Await.until(() -> fleet.reset() > 0, PATIENCE)) {
            log.add("no connections for " + fault);
            return;
        }
        TimerTask cutting = task(fleet::reset);
        later.schedule(cutting, FLICKER_MILLIS, FLICKER_MILLIS);
        lasting(fault, "all workers", FLICKERS * FLICKER_MILLIS, () -> {
            cutting.cancel();
            fleet.troubled(from);
        });
        made(fault);
    }

    /** Locks the rows of some jobs, which cannot be settled, reclaimed or promoted meanwhile; as soon as there are jobs. */
    private void lockRows(Fault fault) {
        RowLock lock = new RowLock(server);
        if (Await.until(lock::take, PATIENCE)) {
            lasting(fault, "rows", 500 + fault.millis(), lock::close);
            made(fault);
        } else {
            log.add("no rows for " + fault);
        }
    }

    private void made(Fault fault) {
        made++;
        kinds.add(fault.kind());
    }

    /** Which kinds of faults were really made. */
    Set<Fault.Kind> kinds() {
        return kinds;
    }

    private void onWorker(Fault fault) {
        int slot = victim(fault.victim());
        while (slot >= 0 && !make(fault, slot)) {
            slot = victim(fault.victim());
        }
        if (slot < 0) {
            log.add("no victim for " + fault);
            return;
        }
        if (fault.kind() == Fault.Kind.KILL || fault.kind() == Fault.Kind.TERM) {
            log.add(fault.kind() + " w" + slot);
        }
        made(fault);
    }

    /** Returns whether it could be done to this one, which may have ended by itself. */
    private boolean make(Fault fault, int slot) {
        return switch (fault.kind()) {
            case KILL -> {
                fleet.kill(slot);
                yield true;
            }
            case TERM -> fleet.term(slot);
            case FREEZE -> {
                Optional<Runnable> thaw = fleet.freeze(slot);
                thaw.ifPresent(end -> lasting(fault, "w" + slot, NOTICED_MILLIS + fault.millis(), end));
                yield thaw.isPresent();
            }
            case CUT -> {
                lasting(fault, "w" + slot, 500 + 2 * fault.millis(), fleet.cut(slot, fault.cut()));
                yield true;
            }
            default -> throw new IllegalStateException(fault.toString());
        };
    }

    private int victim(int choice) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        int slot = fleet.fit(choice);
        while (slot < 0 && !fleet.broken() && System.nanoTime() < end) {
            LockSupport.parkNanos(LOOK_NANOS);
            slot = fleet.fit(choice);
        }
        return slot;
    }

    private synchronized void lasting(Fault fault, String whom, long millis, Runnable end) {
        pending++;
        String how = fault.kind() == Fault.Kind.FREEZE ? "" : " " + fault.cut();
        log.add(fault.kind() + " " + whom + how + " for " + millis + " ms");
        later.schedule(
                task(() -> {
                    try {
                        end.run();
                    } finally {
                        ended();
                    }
                }),
                millis);
    }

    /** A failure is reported at the end, and stops no other fault. */
    private TimerTask task(Runnable work) {
        return new TimerTask() {

            @Override
            public void run() {
                try {
                    work.run();
                } catch (RuntimeException e) {
                    failures.add(e.toString());
                }
            }
        };
    }

    private synchronized void ended() {
        pending--;
        notifyAll();
    }

    private synchronized void awaitCalm() {
        try {
            while (pending > 0) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void killDatabase() {
        Instant from = Instant.now();
        server.kill();
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(DATABASE_GONE_MILLIS));
        server.restart();
        Instant to = Instant.now();
        outages.add(new Outage(from, to));
        log.add("DATABASE_KILL, back after " + Duration.between(from, to).toMillis() + " ms");
    }

    /** What went wrong while faults lasted or ended. */
    List<String> failures() {
        return failures;
    }

    int made() {
        return made;
    }

    List<Outage> outages() {
        return outages;
    }

    List<String> log() {
        return log;
    }

    @Override
    public void close() {
        later.cancel();
    }
}
