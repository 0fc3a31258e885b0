package io.baton.simulation;

import io.baton.loop.Failures.Backoff;
import io.baton.loop.LoopControl;
import io.baton.loop.Step;
import io.baton.loop.Troubled.Trouble;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Gives a step its turns by the rules of {@link io.baton.loop.Loop}, in virtual time. */
final class VirtualLoop implements LoopControl {

    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final long WAKING_NANOS = 500_000;
    private static final long SECOND = 1_000_000_000;
    private static final int BUSY = 2_000;
    private static final long LOOK_NANOS = 5_000_000;

    private final SimulatedNode node;
    private final String name;
    private final Step step;
    private final Backoff backoff;
    private Timeline.@Nullable Event next;
    private boolean turning;
    private boolean woken;
    private boolean stopped;
    private long second;
    private int turns;

    VirtualLoop(SimulatedNode node, String name, Step step, Duration longestPause) {
        this.node = node;
        this.name = name;
        this.step = step;
        this.backoff = new Backoff(FIRST_PAUSE, longestPause, node.world().random());
    }

    @Override
    public void start(boolean daemon) {
        rest(node.world().random().nextLong(WAKING_NANOS));
    }

    @Override
    public void wake() {
        if (stopped) {
            return;
        }
        if (turning || backoff.failures() > 0) {
            woken = true;
        } else {
            rest(node.world().random().nextLong(WAKING_NANOS));
        }
    }

    /** Called where time can pass. */
    @Override
    public void stop(Duration patience) {
        halt();
        long end = node.world().timeline().now() + patience.toNanos();
        while (turning && node.world().timeline().now() < end) {
            node.pause(LOOK_NANOS, false);
        }
    }

    /** No further turn begins. */
    void halt() {
        stopped = true;
        if (next != null) {
            next.cancel();
        }
    }

    @Override
    public Optional<Trouble> trouble() {
        return Optional.empty();
    }

    private void rest(long nanos) {
        if (next != null) {
            next.cancel();
        }
        next = node.world().timeline().in(node, nanos, this::turn);
    }

    private void turn() {
        next = null;
        woken = false;
        turning = true;
        notBusy();
        if (node.stopsInTheMiddle(name)) {
            node.go(new Coroutine(node, this::turnOnce));
        } else {
            turnOnce();
        }
    }

    private void turnOnce() {
        long rest;
        try {
            rest = step.turn().toNanos();
            backoff.reset();
        } catch (Crash e) {
            return;
        } catch (SimulationFailure e) {
            throw e;
        } catch (RuntimeException | Error e) {
            node.world().trace().say(() -> node + " " + name + " failed: " + e);
            rest = backoff.afterFailure().toNanos();
        } catch (InterruptedException e) {
            throw new SimulationFailure("Nobody interrupts " + name, e);
        }
        turning = false;
        if (!stopped) {
            boolean again = woken && backoff.failures() == 0;
            woken = false;
            rest(again ? node.world().random().nextLong(WAKING_NANOS) : rest);
        }
    }

    private void notBusy() {
        long current = node.world().timeline().now() / SECOND;
        turns = current == second ? turns + 1 : 0;
        second = current;
        if (turns > BUSY) {
            throw new SimulationFailure(node + ": " + name + " turns without rest");
        }
    }
}
