package io.baton.sweep;

import io.baton.job.JobStore;
import io.baton.job.Transactions;
import io.baton.job.WorkerStore;
import io.baton.loop.Step;
import io.baton.loop.Ticker;
import io.baton.wakeup.Doorbell;

/** The door of this package for the simulation: the real round of sweep tasks, without the thread that gives it its turns. */
public final class SimulatedSweeper {

    private SimulatedSweeper() {}

    /** The tasks of a sweeper; {@code wake} is called when they should have a turn before they asked for it. */
    public static Step round(
            JobStore store,
            WorkerStore workers,
            Transactions transactions,
            Doorbell doorbell,
            Sweeper.SweepSettings settings,
            Ticker ticker,
            Runnable wake) {
        Round round = new Sweeper(store, workers, transactions, doorbell, doorbell, settings).round(ticker);
        round.onAgain(wake);
        return round;
    }
}
