package io.baton.worker.call;

import io.baton.database.Transactions;
import io.baton.database.TransientFailure;
import io.baton.handler.Handler;
import io.baton.job.Fence;
import io.baton.job.JobClaims;
import io.baton.loop.FailureText;
import io.baton.worker.PausedQueues;
import io.baton.worker.call.TransactionalExecution.DatabaseInterruptedException;
import io.baton.worker.run.ActiveRun;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.TransientDataAccessResourceException;

/**
 * Holds the objects that the contexts of handlers use.
 *
 * @param maxAttempts the maximum number of attempts for jobs and handlers that set none
 * @param reads run the reads of handlers, only a few at once
 */
public record JobContexts(
        HandlerEnvironment handling,
        int maxAttempts,
        ProgressWriter progress,
        PausedQueues pauses,
        JobClaims claims,
        Transactions reads) {

    /** Returns the handler of a run; null if this node has none. */
    public @Nullable Handler handler(ActiveRun run) {
        return handling.handlers().find(run.type()).orElse(null);
    }

    /**
     * Runs a handler's query about its job on a server that has the claim. After a failover a connection may lead to a server that is behind, such as
     * a former primary, and rows that it does not have yet would seem not to exist. Callbacks after the commit of a transactional handler read too.
     */
    <T> T read(Fence claim, Supplier<T> query) {
        return during(() -> reads.run(() -> {
            if (!claims.sees(claim)) {
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
            throw TransientFailure.is(e) || hasNoTurn(e) ? new DatabaseInterruptedException(e) : e;
        }
    }

    private static boolean hasNoTurn(RuntimeException failure) {
        return FailureText.causes(failure).stream().anyMatch(TransientDataAccessResourceException.class::isInstance);
    }
}
