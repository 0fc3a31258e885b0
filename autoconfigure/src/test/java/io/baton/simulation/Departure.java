package io.baton.simulation;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** How a node ends in good order: the steps of a worker's shift at its end, in virtual time. */
final class Departure {

    private static final Duration AFTER_INTERRUPT = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final long LOOK_NANOS = 20_000_000;

    private final Node node;
    private final VirtualLoop claiming;
    private final VirtualLoop settling;
    private final VirtualLoop beating;
    private final VirtualLoop watching;
    private final VirtualLoop sweeping;
    private final VirtualScheduler deadlines;
    private final Duration shutdownTimeout;
    private boolean begun;

    Departure(
            Node node,
            VirtualLoop claiming,
            VirtualLoop settling,
            VirtualLoop beating,
            VirtualLoop watching,
            VirtualLoop sweeping,
            VirtualScheduler deadlines,
            Duration shutdownTimeout) {
        this.node = node;
        this.claiming = claiming;
        this.settling = settling;
        this.beating = beating;
        this.watching = watching;
        this.sweeping = sweeping;
        this.deadlines = deadlines;
        this.shutdownTimeout = shutdownTimeout;
    }

    void begin() {
        if (!begun) {
            begun = true;
            claiming.stop();
            await(() -> !claiming.isTurning(), PATIENCE, this::drain);
        }
    }

    private void drain() {
        node.worker().giveBackUnstarted();
        await(node.worker()::isIdle, shutdownTimeout, this::interrupt);
    }

    private void interrupt() {
        node.worker().interrupt();
        await(node.worker()::isIdle, AFTER_INTERRUPT, this::settle);
    }

    private void settle() {
        watching.stop();
        deadlines.shutdown();
        await(node.worker()::isSettled, PATIENCE, this::giveUp);
    }

    private void giveUp() {
        settling.stop();
        beating.stop();
        sweeping.stop();
        node.go(new Coroutine(node, () -> {
            try {
                node.worker().giveUpIdentity();
            } catch (RuntimeException e) {
                node.world().trace().say(() -> node + " could not end in good order: " + e);
            }
            node.crash();
        }));
    }

    private void await(BooleanSupplier condition, Duration patience, Runnable then) {
        long end = node.world().timeline().now() + patience.toNanos();
        look(condition, end, then);
    }

    private void look(BooleanSupplier condition, long end, Runnable then) {
        if (condition.getAsBoolean() || node.world().timeline().now() >= end) {
            then.run();
        } else {
            node.world().timeline().in(node, LOOK_NANOS, () -> look(condition, end, then));
        }
    }
}
