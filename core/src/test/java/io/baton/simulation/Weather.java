package io.baton.simulation;

import io.baton.job.Due;
import io.baton.testing.memory.MemoryTransaction;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.springframework.dao.CannotAcquireLockException;

/** What goes wrong, and when: nodes crash and freeze, the database goes away, calls fail, people interfere. */
final class Weather {

    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;
    private static final double SLUGGISH = 0.1;

    private final World world;
    private final RandomGenerator random;
    private final Setup setup;
    private final Map<SimulatedNode, Blow> blows = new HashMap<>();
    private long sluggishUntil = -1;
    private long outageUntil = -1;
    private long longOutageEnd = -1;
    private long longOutageBegin = -1;

    Weather(World world) {
        this.world = world;
        this.random = world.random();
        this.setup = world.setup();
    }

    /** Something that happens to a node at its next call of the store. */
    private record Blow(boolean afterCommit, boolean crash, long freezeNanos) {}

    /** Plans the troubles. */
    void gather() {
        several(setup.crashes(), 3, this::crashSomebody);
        several(setup.freezes(), 3, this::freezeSomebody);
        several(setup.outages(), 2, this::outage);
        several(setup.people(), 10, this::interfere);
        several(setup.people() && setup.limited(), 4, world.limits()::resize);
        several(setup.people() && setup.limited(), 2, world.limits()::pause);
        several(setup.heldRows(), 5, this::holdRow);
        several(setup.clockJumps(), 2, () -> world.jump(random.nextLong(-60 * SECOND, 60 * SECOND)));
        several(setup.restarts(), 2, this::restartSomebody);
    }

    private void several(boolean wanted, int most, Runnable trouble) {
        int times = wanted ? 1 + random.nextInt(most) : 0;
        for (int i = 0; i < times; i++) {
            world.timeline().in(null, random.nextLong(setup.troubled().toNanos()), trouble);
        }
    }

    private void crashSomebody() {
        SimulatedNode node = world.somebodyBusy();
        if (random.nextBoolean()) {
            strike(node, new Blow(random.nextBoolean(), true, 0));
        } else {
            world.crash(node);
        }
    }

    private void freezeSomebody() {
        SimulatedNode node = world.somebodyBusy();
        long deadAfter = setup.deadAfter().toNanos();
        boolean nearlyDead = random.nextInt(3) == 0;
        long nanos = nearlyDead ? deadAfter + random.nextLong(3 * SECOND) : random.nextLong(deadAfter * 3);
        if (nearlyDead) {
            // whoever is about to declare it dead takes long to do so
            sluggishUntil = world.timeline().now() + nanos + SECOND;
        }
        if (random.nextBoolean()) {
            strike(node, new Blow(random.nextBoolean(), false, nanos));
        } else {
            freeze(node, nanos);
        }
    }

    private void strike(SimulatedNode node, Blow blow) {
        blows.put(node, blow);
        node.stopAtNextCall(true);
    }

    /** Now and then a node crashes after the commit of what it is about to write, and leaves the rest to others. */
    void mayCrashAfterCommit(SimulatedNode node) {
        boolean troubled = world.timeline().now() < setup.troubled().toNanos();
        if (setup.crashes() && troubled && random.nextInt(2) == 0) {
            strike(node, new Blow(true, true, 0));
        }
    }

    private void freeze(SimulatedNode node, long nanos) {
        world.trace().say(() -> node + " freezes for " + Duration.ofNanos(nanos));
        node.freeze(nanos);
    }

    private void restartSomebody() {
        SimulatedNode node = world.somebody();
        world.trace().say(() -> node + " departs");
        node.depart();
        world.successorOf(node);
    }

    private void outage() {
        long nanos = random.nextInt(3) == 0
                ? random.nextLong(SECOND)
                : setup.heartbeat().toNanos() * 3 + random.nextLong(30 * SECOND);
        world.trace().say(() -> "The database is away for " + Duration.ofNanos(nanos));
        outageUntil = Math.max(outageUntil, world.timeline().now() + nanos);
        if (nanos >= setup.heartbeat().toNanos() * 3) {
            longOutageBegin = world.timeline().now();
            longOutageEnd = Math.max(longOutageEnd, outageUntil);
        }
    }

    /** Whether sweeps take long at the moment. */
    boolean isSluggish() {
        return sluggishUntil > world.timeline().now();
    }

    boolean isAway() {
        return outageUntil > world.timeline().now();
    }

    /** Since when a silence counts that began then: an outage in between excuses everybody. */
    long countsSince(long silentSince) {
        return longOutageEnd > silentSince
                        && longOutageBegin <= world.timeline().now()
                ? longOutageEnd
                : silentSince;
    }

    private void interfere() {
        long id = 1L + random.nextInt(Math.max(1, world.ledger().enqueued()));
        try {
            switch (random.nextInt(3)) {
                case 0 -> {
                    world.ledger().cancelAsked(id);
                    world.people().cancel(List.of(id));
                }
                case 1 ->
                    world.people().reschedule(List.of(id), new Due.After(Duration.ofMillis(random.nextInt(8_000))));
                default -> world.people().revive(List.of(id));
            }
        } catch (CannotAcquireLockException e) {
            world.trace().say(() -> "A person gives up: " + e.getMessage());
        }
    }

    private void holdRow() {
        List<Long> ids = world.ledger().waitingOrRunning();
        if (ids.isEmpty()) {
            return;
        }
        long id = ids.get(random.nextInt(ids.size()));
        MemoryTransaction transaction = world.database().begin();
        try {
            world.database().in(transaction, () -> {
                world.database().lockJob(id);
                return null;
            });
            world.trace().say(() -> "A person holds job " + id);
            world.timeline().in(null, random.nextLong(8 * SECOND), () -> world.database()
                    .rollback(transaction));
        } catch (CannotAcquireLockException e) {
            world.database().rollback(transaction);
        }
    }

    /** A node is about to call the store. */
    void beforeCall(SimulatedNode node) {
        latency(node);
        land(node, false);
        beforeStatement(node);
    }

    /** A node calls the store within a transaction. */
    void beforeStatement(SimulatedNode node) {
        if (isAway() || world.chance(setup.faultyCalls() / 2)) {
            world.ledger().findings().met(Probe.UNREACHABLE);
            throw DatabaseErrors.unreachable();
        }
    }

    /** A node is about to call the store within a transaction, in which time has passed since its last call. */
    void betweenStatements(SimulatedNode node) {
        if (random.nextBoolean()) {
            latency(node);
        }
        node.checkAlive();
        beforeStatement(node);
    }

    /** A node is about to commit; its locks stand meanwhile. */
    void beforeCommit(SimulatedNode node) {
        if (random.nextInt(4) == 0) {
            latency(node);
        }
        land(node, false);
        beforeStatement(node);
    }

    /** A node has committed, and may not learn it. */
    void afterCommit(SimulatedNode node) {
        land(node, true);
        latency(node);
        if (isAway() || world.chance(setup.faultyCalls() / 2)) {
            world.ledger().findings().met(Probe.UNKNOWN_OUTCOME);
            throw DatabaseErrors.unknown();
        }
    }

    private void latency(SimulatedNode node) {
        if (setup.stopsInTheMiddle() > 0) {
            boolean slow = world.chance(isSluggish() ? SLUGGISH : setup.slowCalls());
            node.pause(random.nextLong(slow ? SECOND : 5 * MILLI), false);
        }
    }

    private void land(SimulatedNode node, boolean afterCommit) {
        Blow blow = blows.get(node);
        if (blow == null || blow.afterCommit() != afterCommit) {
            return;
        }
        blows.remove(node);
        node.stopAtNextCall(false);
        world.ledger().findings().met(blow.crash() ? Probe.CRASH_AT_A_CALL : Probe.FREEZE_AT_A_CALL);
        if (blow.crash()) {
            world.crash(node);
            throw new Crash();
        }
        freeze(node, blow.freezeNanos());
        node.pause(1, false);
    }
}
