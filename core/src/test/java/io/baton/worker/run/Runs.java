package io.baton.worker.run;

import io.baton.job.ClaimedJob;
import io.baton.loop.Ticker;
import java.util.List;

/** Runs and holdings without a listener, of a worker for whose end no thread waits. */
public final class Runs {

    public static final RunListener NO_LISTENER = new RunListener() {};

    private Runs() {}

    /** Returns a run of these jobs. */
    public static ActiveRun of(List<ClaimedJob> jobs, Thread thread) {
        return new ActiveRun(jobs, thread, any -> false, NO_LISTENER, Ticker.SYSTEM, claim -> System.nanoTime());
    }

    /** Returns the holdings of a worker that holds nothing yet. */
    public static Holdings holdings() {
        return new Holdings(NO_LISTENER, Ticker.SYSTEM);
    }
}
