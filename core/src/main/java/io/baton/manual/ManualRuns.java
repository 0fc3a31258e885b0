package io.baton.manual;

import io.baton.BatonException;
import io.baton.RunOutcome;
import io.baton.UnusableTransactionException;
import io.baton.database.Database;
import io.baton.database.MappersConnection;
import io.baton.handler.HandlerRegistry;
import io.baton.job.ClaimedJob;
import io.baton.loop.SweepTask;
import io.baton.wiring.WorkerSide;
import io.baton.worker.ManualMode;
import io.baton.worker.call.HandlerEnvironment;
import io.baton.worker.call.HandlerEnvironment.CallObserver;
import io.baton.worker.call.HandlerEnvironment.CallObserver.StepPoint;
import io.baton.worker.life.ManualSession;
import io.baton.worker.run.RunListener;
import io.baton.worker.run.RunListeners;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Runs due jobs in the calling thread, by a worker of their own. If the thread is in a transaction of Baton's data source, all statements join it.
 */
public final class ManualRuns {

    /** The time after which every poll has been due. */
    private static final Duration UNTIL_POLLED = Duration.ofSeconds(11);

    private static final int MOST_SWEEPS = 1_000;

    private final ManualMode mode;
    private final WorkerSide side;
    private final DataSource dataSource;
    private boolean running;

    public ManualRuns(ManualMode mode, WorkerSide side) {
        this.mode = mode;
        this.side = side;
        this.dataSource = side.application.settings.dataSource();
    }

    /**
     * Runs due jobs, and jobs that become due by these runs, until none is left or the watcher ends the runs.
     *
     * @throws UnusableTransactionException if the thread is in a transaction of another data source
     * @throws BatonException if a handler calls this method
     */
    public synchronized void run(ManualWatcher watcher) throws InterruptedException {
        if (running) {
            throw new BatonException("A handler tried to run jobs. Only the test can do that");
        }
        mode.joins(isInTransaction());
        running = true;
        try {
            runDue(watcher);
        } finally {
            mode.joins(false);
            running = false;
        }
    }

    /** Returns whether the thread is in a transaction, which all statements then join; it must be one of Baton's data source. */
    public boolean isInTransaction() {
        if (!TransactionSynchronizationManager.isActualTransactionActive()) {
            return false;
        }
        if (!new MappersConnection(dataSource).isTransactional()) {
            throw new UnusableTransactionException(
                    "The transaction of this test is not one of Baton's data source, so that jobs could not be run in it. Run"
                            + " them outside: @Transactional(propagation = Propagation.NOT_SUPPORTED)");
        }
        return true;
    }

    private void runDue(ManualWatcher watcher) throws InterruptedException {
        // the limit that ends the transaction of a dead worker would also end that of a test that stops at a breakpoint
        Runnable unlimited = mode.isJoined() ? new Database(dataSource, null)::liftIdleLimit : () -> {};
        Watched watched = new Watched(watcher, unlimited);
        ManualSession session = new ManualSession(side.manual(watched::around), mode);
        watched.onCrash = session::crash;
        session.begin();
        try (session) {
            // after two rounds without a run, every poll has had its turn
            for (int quiet = 0; quiet < 2 && watcher.goesOn(); quiet++) {
                int before = watched.runs();
                flush();
                boolean swept = sweep();
                session.turn(watcher::goesOn);
                if (swept || watched.runs() > before) {
                    quiet = -1;
                } else {
                    mode.skip(UNTIL_POLLED);
                }
            }
            flush();
        }
        unlimited.run();
    }

    /** Runs all sweep tasks. Returns whether there may be new ready jobs. */
    private boolean sweep() {
        boolean any = false;
        for (SweepTask task : side.promotions()) {
            for (int turn = 0; turn < MOST_SWEEPS && task.sweep().isZero(); turn++) {
                any = true;
            }
        }
        return any;
    }

    /** Flushes the pending writes of an object mapper, which statements in the same transaction would not see otherwise. */
    private void flush() {
        PlatformTransactionManager manager = side.transactions.manager();
        if (mode.isJoined() && manager != null) {
            TransactionStatus status = manager.getTransaction(
                    new DefaultTransactionDefinition(TransactionDefinition.PROPAGATION_SUPPORTS));
            status.flush();
            manager.commit(status);
        }
    }

    /** Stores the schedules that the handlers declare, unless they exist. Their first ticks are counted from now. */
    public void declareSchedules() {
        joining(() -> {
            side.declareSchedules();
            return true;
        });
    }

    /** Returns how long until the next scheduled job is due; empty if none is scheduled. */
    public Optional<Duration> nextDue() {
        return joining(side::nextDue);
    }

    private synchronized <T> T joining(Supplier<T> work) {
        boolean before = mode.isJoined();
        mode.joins(isInTransaction());
        try {
            return work.get();
        } finally {
            mode.joins(before);
        }
    }

    public HandlerRegistry handlers() {
        return side.application.types.handlers();
    }

    /** Returns the data source of the jobs. */
    public DataSource dataSource() {
        return dataSource;
    }

    /** Returns the schema of Baton's tables; null for the schema of the connections. */
    public @Nullable String schema() {
        return side.application.settings.schema();
    }

    /** Receives the outcomes of manual runs. */
    public interface ManualWatcher {

        /** Called after a handler failed with these jobs. */
        void failed(List<ClaimedJob> jobs, Throwable failure);

        /** Called after the run of a job. */
        void ended(ClaimedJob job, RunOutcome outcome);

        /** Called when a step of a job comes to this point. What it throws leaves the step. */
        default void reached(ClaimedJob job, String step, StepPoint point) {}

        /** Returns whether the worker dies at the end of this call of a handler, before anything of it is settled. */
        default boolean isCrashed() {
            return false;
        }

        /** Returns whether further jobs may start. */
        boolean goesOn();
    }

    /** Wraps the handlers of a worker with a watcher, in addition to the application's observers, and counts runs. */
    private static final class Watched implements RunListener, CallObserver {

        private final ManualWatcher watcher;
        private final Runnable beforeCalls;
        private @Nullable CallObserver others;
        private Runnable onCrash = () -> {};
        private int runs;

        Watched(ManualWatcher watcher, Runnable beforeCalls) {
            this.watcher = watcher;
            this.beforeCalls = beforeCalls;
        }

        /** Returns how many runs have ended. */
        int runs() {
            return runs;
        }

        HandlerEnvironment around(HandlerEnvironment handling) {
            others = handling.observer();
            return new HandlerEnvironment(
                    handling.handlers(),
                    handling.retries(),
                    handling.codec(),
                    handling.transactions(),
                    new RunListeners(List.of(), List.of(this, handling.listener())),
                    handling.interceptors(),
                    this,
                    handling.memberships(),
                    handling.portions());
        }

        @Override
        public void ended(ClaimedJob job, RunOutcome outcome, Duration duration) {
            runs++;
            watcher.ended(job, outcome);
        }

        @Override
        public boolean observes() {
            return true;
        }

        @Override
        public Call begin(List<ClaimedJob> jobs) {
            beforeCalls.run();
            Call call = others != null && others.observes() ? others.begin(jobs) : (outcomes, failure) -> {};
            return (outcomes, failure) -> {
                if (failure != null) {
                    watcher.failed(jobs, failure);
                }
                call.end(outcomes, failure);
                if (watcher.isCrashed()) {
                    onCrash.run();
                }
            };
        }

        @Override
        public void reached(ClaimedJob job, String step, StepPoint point) {
            watcher.reached(job, step, point);
        }
    }
}
