package io.baton.faults.batch;

import io.baton.faults.Await;
import io.baton.faults.worker.Trace;
import io.baton.faults.worker.WatchedDataSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Stops the thread that folds, once, at a point between the settlement of jobs and the notification that their batch is complete,
 * and notes it in the trace. The rest of the process goes on.
 */
final class FoldTrap implements BeanPostProcessor {

    private static final Duration FOR_EVER = Duration.ofHours(1);

    private final Point point;
    private final int round;
    private final Trace trace;
    private final Path release;
    private final AtomicBoolean armed = new AtomicBoolean();
    private final AtomicInteger runs = new AtomicInteger();

    /**
     * Creates one that is armed by the first item of a round.
     *
     * @param release a file that lets the thread go on once it is there
     */
    FoldTrap(Point point, int round, Trace trace, Path release) {
        this.point = point;
        this.round = round;
        this.trace = trace;
        this.release = release;
    }

    /** Where. */
    enum Point {
        /** Nothing was read yet. */
        BEFORE_FOLD,
        /** The bits are changed, and nothing is committed. */
        IN_FOLD,
        /** The batch is complete, and not announced. */
        AFTER_COMPLETION;

        boolean isBefore(String sql) {
            return switch (this) {
                case BEFORE_FOLD -> sql.contains("FROM baton_batch ") && sql.contains("SKIP LOCKED");
                case IN_FOLD -> sql.startsWith("DELETE") && sql.contains("baton_ack");
                case AFTER_COMPLETION -> false;
            };
        }

        boolean isAfterCommitOf(String sql) {
            return this == AFTER_COMPLETION && sql.startsWith("UPDATE baton_batch SET completed_at");
        }
    }

    /** Returns the file that lets the process with these notes go on. */
    static Path release(Path notes) {
        return Path.of(notes + ".go");
    }

    /** An item of this round runs here. */
    void arm(int itsRound) {
        if (itsRound == round && runs.getAndIncrement() == 0) {
            armed.set(true);
        }
    }

    private void stop() {
        if (armed.compareAndSet(true, false)) {
            trace.note("trapped", round);
            Await.require(() -> Files.exists(release), FOR_EVER, "the trap was not released");
        }
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        return bean instanceof DataSource target ? new WatchedDataSource(target, OfConnection::new) : bean;
    }

    /** Knows whether the transaction under way completes a batch. */
    private final class OfConnection implements WatchedDataSource.Watch {

        private boolean completes;

        @Override
        public void statement(String sql) {
            if (point.isBefore(sql)) {
                stop();
            }
            completes |= point.isAfterCommitOf(sql);
        }

        @Override
        public void afterCommit() {
            if (completes) {
                completes = false;
                stop();
            }
        }
    }
}
