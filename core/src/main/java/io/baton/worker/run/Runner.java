package io.baton.worker.run;

import org.jspecify.annotations.Nullable;

/** A thread that runs jobs, one run after the other. */
public final class Runner {

    private volatile @Nullable ActiveRun last;

    Runner() {}

    void begins(ActiveRun run) {
        last = run;
    }

    /** Returns the run under way; null if it runs nothing. */
    @Nullable
    ActiveRun run() {
        ActiveRun run = last;
        return run == null || run.isOver() ? null : run;
    }
}
