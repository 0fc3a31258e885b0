package io.baton.simulation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;

/** The last things that happened, for whoever looks for the cause of a failure; nothing unless asked. */
final class EventLog {

    private static final int KEPT = 4_000;

    private final boolean on;
    private final Deque<String> lines = new ArrayDeque<>();
    private Supplier<Long> clock = () -> 0L;

    EventLog(boolean on) {
        this.on = on;
    }

    void by(Supplier<Long> nanos) {
        clock = nanos;
    }

    void say(Supplier<String> line) {
        if (on) {
            lines.add(String.format("%12.6f %s", clock.get() / 1e9, line.get()));
            if (lines.size() > KEPT) {
                lines.removeFirst();
            }
        }
    }

    @Override
    public String toString() {
        return String.join("\n", lines);
    }
}
