package io.baton.history;

import java.util.Set;

/** A fault that lasts. */
final class Fault {

    final String kind;
    final long from;
    final long forgets;
    long to = History.NEVER;
    private final Set<String> targets;

    /**
     * Creates one.
     *
     * @param targets the processes that it silences, {@code *} for all
     */
    Fault(Event fault, Set<String> targets) {
        this.kind = fault.text("kind");
        this.from = fault.nanos();
        this.forgets = fault.millis("forgets");
        this.targets = targets;
    }

    boolean hits(String process) {
        return targets.contains(process) || hitsAll();
    }

    boolean hitsAll() {
        return targets.contains("*");
    }
}
