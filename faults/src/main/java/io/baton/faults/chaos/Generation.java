package io.baton.faults.chaos;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One process of a worker, from its start to its end, and what was done to it. Fields are written by the nemesis and the supervisor. */
final class Generation {

    final String name;
    final Process process;
    volatile boolean ready;
    volatile boolean frozen;
    /** Something was done to it after which it may rightly be taken for dead. */
    volatile boolean disturbed;

    volatile boolean asked;
    volatile @Nullable Instant killed;
    /** How many others were fit when it was killed. */
    volatile long witnesses;

    Generation(String name, Process process) {
        this.name = name;
        this.process = process;
    }

    boolean fit() {
        return ready && !frozen && !asked && killed == null && process.isAlive();
    }
}
