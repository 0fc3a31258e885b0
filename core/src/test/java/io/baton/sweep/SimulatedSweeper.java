package io.baton.sweep;

import io.baton.database.Transactions;
import io.baton.job.JobStore;
import io.baton.job.Pulses.PulseListener;
import io.baton.job.Stores;
import io.baton.job.WorkerStore;
import io.baton.loop.Step;
import io.baton.loop.SweepTask;
import io.baton.loop.Ticker;
import io.baton.sweep.Sweeper.Round;
import io.baton.wakeup.WakeupInbox;
import java.util.List;
import java.util.random.RandomGenerator;

/** The door of this package for the simulation: the real round of sweep tasks, without the thread that gives it its turns. */
public final class SimulatedSweeper {

    private final Sweeper sweeper;
    private final Round round;

    /** The tasks of a sweeper; {@code wake} is called when they should have a turn before they asked for it. */
    public SimulatedSweeper(
            JobStore store,
            WorkerStore workers,
            Transactions transactions,
            WakeupInbox inbox,
            SweepSettings settings,
            Ticker ticker,
            RandomGenerator random,
            List<SweepTask> furtherTasks,
            Runnable wake) {
        sweeper = new Sweeper(
                new Stores(JobStore.roles(store), workers, transactions), inbox, inbox, settings, furtherTasks);
        round = sweeper.round(ticker, random);
        round.onAgain(wake);
    }

    public Step round() {
        return round;
    }

    public PulseListener listener() {
        return sweeper;
    }
}
