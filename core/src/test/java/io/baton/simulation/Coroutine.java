package io.baton.simulation;

import org.jspecify.annotations.Nullable;

/** Work of a node that can stop in its middle while virtual time passes. */
final class Coroutine {

    private static final long SOON_NANOS = 1_000_003;
    private static final long SPREAD = 7_919;

    private final SimulatedNode node;
    private final Runnable work;
    private final long soonNanos;
    private @Nullable Carrier carrier;
    private Timeline.@Nullable Event wakeUp;
    private @Nullable Throwable failure;
    private boolean interruptPending;
    private boolean interruptible;
    private boolean done;

    Coroutine(SimulatedNode node, Runnable work) {
        this.node = node;
        this.work = work;
        // not random: several are interrupted in an order that is nobody's choice, and none may draw what is another's
        this.soonNanos = node.world().nextCoroutine() * SPREAD % SOON_NANOS;
    }

    static @Nullable Coroutine current() {
        return Carrier.carried();
    }

    SimulatedNode node() {
        return node;
    }

    boolean isDone() {
        return done;
    }

    /** Runs until it pauses or ends. Called by the driver. */
    void go() {
        Carrier current = carrier;
        if (current == null) {
            current = node.world().carriers().take(this);
            carrier = current;
        }
        if (wakeUp != null) {
            wakeUp.cancel();
            wakeUp = null;
        }
        current.go();
        if (done) {
            node.world().carriers().giveBack(current);
            node.ended(this);
        }
        if (failure != null && !(failure instanceof Crash)) {
            throw new SimulationFailure("A step broke out of the engine: " + failure, failure);
        }
    }

    /** Called on the carrier. */
    void carry() {
        try {
            work.run();
        } catch (Throwable e) {
            failure = e;
        } finally {
            done = true;
        }
    }

    /** Lets virtual time pass. Called on the carrier. */
    void pause(long nanos, boolean wakesOnInterrupt) {
        node.checkAlive();
        if (wakesOnInterrupt && Thread.currentThread().isInterrupted()) {
            return;
        }
        Timeline timeline = node.world().timeline();
        if (timeline.passes(node, nanos)) {
            return;
        }
        interruptible = wakesOnInterrupt;
        wakeUp = timeline.in(node, nanos, this::go);
        ((Carrier) Thread.currentThread()).stop(false);
        interruptible = false;
        if (interruptPending) {
            interruptPending = false;
            Thread.currentThread().interrupt();
        }
        node.checkAlive();
    }

    void interruptedFromOutside() {
        interruptPending = true;
        if (interruptible && wakeUp != null) {
            wakeUp.cancel();
            wakeUp = node.world().timeline().in(node, soonNanos, this::go);
        }
    }

    @Override
    public String toString() {
        return "coroutine of " + node + (done ? ", done" : "");
    }
}
