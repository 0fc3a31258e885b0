package io.baton.simulation;

import java.util.PriorityQueue;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Virtual time: what happens when, one thing after the other. What happens at the same moment happens in random order. */
final class Timeline {

    private static final long THAW_SPREAD_NANOS = 5_000_000;

    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private final RandomGenerator random;
    private long now;

    Timeline(RandomGenerator random) {
        this.random = random;
    }

    /** Something that will happen. */
    static final class Event implements Comparable<Event> {

        private final long at;
        private final long tie;
        private final @Nullable SimulatedNode owner;
        private final Runnable action;
        private boolean cancelled;

        private Event(long at, long tie, @Nullable SimulatedNode owner, Runnable action) {
            this.at = at;
            this.tie = tie;
            this.owner = owner;
            this.action = action;
        }

        void cancel() {
            cancelled = true;
        }

        private boolean isOff() {
            return cancelled || (owner != null && owner.isOver());
        }

        @Override
        public int compareTo(Event other) {
            return at != other.at ? Long.compare(at, other.at) : Long.compare(tie, other.tie);
        }
    }

    /** Nanoseconds since the beginning. */
    long now() {
        return now;
    }

    /** Lets it happen to the node after a while; later if the node is frozen then, and never if it is no more. */
    Event in(@Nullable SimulatedNode owner, long nanos, Runnable action) {
        return at(owner, now + Math.max(0, nanos), action);
    }

    private Event at(@Nullable SimulatedNode owner, long time, Runnable action) {
        Event event = new Event(time, random.nextLong(), owner, action);
        events.add(event);
        return event;
    }

    /** Lets time pass at once if nothing else happens meanwhile; answers whether it did. */
    boolean passes(SimulatedNode node, long nanos) {
        Event first = events.peek();
        while (first != null && first.isOff()) {
            events.poll();
            first = events.peek();
        }
        if (node.isFrozen() || (first != null && first.at <= now + nanos)) {
            return false;
        }
        now += nanos;
        return true;
    }

    /** Lets the next thing happen. */
    void step() {
        Event event = events.poll();
        if (event == null) {
            throw new SimulationFailure("Nothing will ever happen again");
        }
        if (event.isOff()) {
            return;
        }
        now = event.at;
        if (event.owner != null && event.owner.frozenUntil() > now) {
            // kept as the same event, so that whoever planned it can still cancel it
            at(event.owner, event.owner.frozenUntil() + random.nextLong(THAW_SPREAD_NANOS), () -> {
                if (!event.cancelled) {
                    event.action.run();
                }
            });
            return;
        }
        event.action.run();
    }
}
