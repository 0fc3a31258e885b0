package io.baton.manual;

import io.baton.BatonException;
import io.baton.RunOutcome;
import io.baton.UnusableTransactionException;
import io.baton.database.IdleLimit;
import io.baton.enqueue.BoundConnection;
import io.baton.handler.HandlerRegistry;
import io.baton.job.ClaimedJob;
import io.baton.loop.SweepTask;
import io.baton.worker.ManualMode;
import io.baton.worker.call.CallObserver;
import io.baton.worker.call.HandlerEnvironment;
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
 * Runs jobs that are due in the calling thread, by a worker that lives as long as that takes: in its own transactions or, if the thread is in one
 * of Baton's data source, all in that one.
 */
public final class ManualRuns {

    /** After so long, everything that waits for a look is looked at. */
    private static final Duration UNTIL_LOOKED_AT = Duration.ofSeconds(11);

    private static final int MOST_SWEEPS = 1_000;

    private final ManualMode mode;
    private final ManualParts parts;
    private boolean running;

    /** Creates what runs jobs by hand. */
    public ManualRuns(ManualMode mode, ManualParts parts) {
        this.mode = mode;
        this.parts = parts;
    }

    /**
     * Runs what is due, and what becomes due by that, until nothing is left or the watcher stops it.
     *
     * @throws UnusableTransactionException in a transaction of another data source
     * @throws BatonException if a handler calls it
     */
    public synchronized void run(ManualWatcher watcher) throws InterruptedException {
        if (running) {
            throw new BatonException("A handler asked for jobs to be run. Only the test can do that");
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

    /**
     * Whether the thread is in a transaction, in which everything is to happen.
     *
     * @throws UnusableTransactionException if that is not one of Baton's data source
     */
    public boolean isInTransaction() {
        if (!TransactionSynchronizationManager.isActualTransactionActive()) {
            return false;
        }
        if (!new BoundConnection(parts.dataSource()).isTransactional()) {
            throw new UnusableTransactionException(
                    "The transaction of this test is not one of Baton's data source, so that jobs could not be run in it. Run"
                            + " them outside: @Transactional(propagation = Propagation.NOT_SUPPORTED)");
        }
        return true;
    }

    private void runDue(ManualWatcher watcher) throws InterruptedException {
        // what bounds the transaction of a worker that may be gone would end that of a test at a breakpoint
        Runnable unlimited = mode.isJoined() ? new IdleLimit(parts.dataSource())::lift : () -> {};
        Watched watched = new Watched(watcher, unlimited);
        ManualSession session = new ManualSession(parts.worker().apply(watched::around), mode);
        session.begin();
        Throwable failure = null;
        try {
            // what is looked at only now and then has had its turn once nothing came of two rounds
            for (int quiet = 0; quiet < 2 && watcher.goesOn(); quiet++) {
                int before = watched.runs();
                flush();
                boolean swept = sweep();
                session.turn(watcher::goesOn);
                if (swept || watched.runs() > before) {
                    quiet = -1;
                } else {
                    mode.skip(UNTIL_LOOKED_AT);
                }
            }
            flush();
        } catch (InterruptedException | RuntimeException | Error e) {
            failure = e;
            throw e;
        } finally {
            end(session, failure);
        }
        unlimited.run();
    }

    private static void end(ManualSession session, @Nullable Throwable failure) {
        try {
            session.end();
        } catch (RuntimeException | Error e) {
            if (failure == null) {
                throw e;
            }
            failure.addSuppressed(e);
        }
    }

    /** Returns whether there may be jobs that were not there before. */
    private boolean sweep() {
        boolean any = false;
        for (SweepTask task : parts.sweeps()) {
            for (int turn = 0; turn < MOST_SWEEPS && task.sweep().isZero(); turn++) {
                any = true;
            }
        }
        return any;
    }

    /** Statements do not see what an object mapper still holds back in the transaction that all of them share. */
    private void flush() {
        PlatformTransactionManager manager = parts.manager();
        if (mode.isJoined() && manager != null) {
            TransactionStatus status = manager.getTransaction(
                    new DefaultTransactionDefinition(TransactionDefinition.PROPAGATION_SUPPORTS));
            status.flush();
            manager.commit(status);
        }
    }

    /** Stores the schedules that the handlers declare, unless they are there: their first ticks are counted from now. */
    public void declareSchedules() {
        joining(() -> {
            parts.declareSchedules().run();
            return true;
        });
    }

    /** Returns how long it is until the next scheduled job is due; empty if none is scheduled. */
    public Optional<Duration> nextDue() {
        return joining(parts.nextDue());
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

    /** Returns the handlers that there are. */
    public HandlerRegistry handlers() {
        return parts.handlers().get();
    }

    /** Returns where the jobs are. */
    public DataSource dataSource() {
        return parts.dataSource();
    }

    /** Returns the schema of Baton's tables; null for that of the connections. */
    public @Nullable String schema() {
        return parts.schema();
    }

    /** Puts a watcher around the handlers of a worker, beside those that the application has, and counts runs. */
    private static final class Watched implements RunListener, CallObserver {

        private final ManualWatcher watcher;
        private final Runnable beforeCalls;
        private CallObserver others = CallObserver.NONE;
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
                    RunListeners.of(List.of(), List.of(this, handling.listener())),
                    this,
                    handling.memberships(),
                    handling.portions());
        }

        @Override
        public void started(ClaimedJob job, Duration waited) {}

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
            Call call = others.observes() ? others.begin(jobs) : CallObserver.NONE.begin(jobs);
            return (outcomes, failure) -> {
                if (failure != null) {
                    watcher.failed(jobs, failure);
                }
                call.end(outcomes, failure);
            };
        }
    }
}
