package io.baton.worker.call;

import io.baton.JobInterceptor;
import io.baton.PayloadCodec;
import io.baton.RunOutcome;
import io.baton.chunk.JdbcPortionReader;
import io.baton.database.TransientFailure;
import io.baton.handler.Handler;
import io.baton.handler.HandlerRegistry;
import io.baton.handler.RetryDecider;
import io.baton.job.ClaimedJob;
import io.baton.job.Fence;
import io.baton.job.Memberships;
import io.baton.loop.DurationText;
import io.baton.loop.FailureText;
import io.baton.worker.Engine;
import io.baton.worker.PausedQueues;
import io.baton.worker.call.TransactionalExecution.DatabaseInterruptedException;
import io.baton.worker.run.ActiveRun;
import io.baton.worker.run.RunListener;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.TransientDataAccessResourceException;

/**
 * Holds the handlers of an application, and the objects that take part in their runs.
 *
 * @param retries decides when a failed job is tried again
 * @param codec writes and reads checkpoints
 * @param transactions run transactional handlers and complete their jobs together
 * @param interceptors are called around each call
 * @param observer observes the calls of handlers; null if nothing does
 * @param memberships finds the batch of which a job is an item
 * @param portions reads the rows of chunks in the same transactions
 */
public record HandlerEnvironment(
        HandlerRegistry handlers,
        RetryDecider retries,
        PayloadCodec codec,
        TransactionalExecution transactions,
        RunListener listener,
        List<JobInterceptor> interceptors,
        @Nullable CallObserver observer,
        Memberships memberships,
        JdbcPortionReader portions) {

    /**
     * Holds the objects that the contexts of handlers use.
     *
     * @param maxAttempts the maximum number of attempts for jobs and handlers that set none
     */
    public record JobContexts(
            Engine engine, HandlerEnvironment handling, int maxAttempts, ProgressWriter progress, PausedQueues pauses) {

        @Nullable
        Handler handler(ActiveRun run) {
            return handling.handlers().find(run.type()).orElse(null);
        }

        /**
         * Runs a handler's query about its job on a server that has the claim. After a failover a connection may lead to a server that is behind, and
         * rows that it does not have yet would seem not to exist. Callbacks after the commit of a transactional handler read too.
         */
        <T> T read(Fence claim, Supplier<T> query) {
            return during(() -> engine.ofHandlers().run(() -> {
                if (!engine.settlements().sees(claim)) {
                    throw new TransientDataAccessResourceException(
                            "The server that responded does not have the claim of job " + claim.id()
                                    + ": it is behind the server that committed it, or the claim is lost");
                }
                return query.get();
            }));
        }

        /** Returns the result of a statement that Baton executes for a handler. */
        static <T> T during(Supplier<T> statement) {
            try {
                return statement.get();
            } catch (RuntimeException e) {
                boolean hasNoTurn =
                        FailureText.causes(e).stream().anyMatch(TransientDataAccessResourceException.class::isInstance);
                throw hasNoTurn || TransientFailure.is(e) ? new DatabaseInterruptedException(e) : e;
            }
        }
    }

    /** Observes each call of a handler, with its transaction if it has one, on the handler's thread. Traces use it. */
    public interface CallObserver {

        /** Returns whether calls are observed at all; if not, no observation is created. */
        boolean observes();

        /** Is called before a call of a handler for these jobs, which are of one type. It must not throw. */
        Call begin(List<ClaimedJob> jobs);

        /** Is called when a step of a job comes to this point. What it throws leaves the step. The test kit uses it. */
        default void reached(ClaimedJob job, String step, StepPoint point) {}

        /** A point of a step; sleeps, awaits and decisions have no effect. */
        enum StepPoint {
            ASKED_FOR,
            BEFORE_EFFECT,
            AFTER_EFFECT,
            AFTER_RECORD,
            /** The effect is about to commit a transaction that does not contain the record. */
            FOREIGN_COMMIT
        }

        @FunctionalInterface
        interface Call {

            /**
             * Is called after the call has ended. It must not throw.
             *
             * @param failure why one of them failed, if one did
             */
            void end(Set<RunOutcome> outcomes, @Nullable Throwable failure);
        }
    }

    /** Carries a request to snooze out of the handler. It has no stack, since it is no failure. */
    static final class SnoozeSignal extends RuntimeException {

        private final Duration delay;

        SnoozeSignal(Duration delay) {
            super("snoozed for " + DurationText.of(delay), null, false, false);
            this.delay = delay;
        }

        Duration delay() {
            return delay;
        }
    }
}
