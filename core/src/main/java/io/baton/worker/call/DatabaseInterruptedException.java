package io.baton.worker.call;

import io.baton.BatonException;
import io.baton.database.TransientFailure;
import io.baton.job.Outcome;
import io.baton.loop.FailureText;
import java.util.function.Supplier;
import org.springframework.dao.TransientDataAccessResourceException;

/**
 * Reports that the database ended a statement or transaction that Baton executed for a run. A handler that does not catch it is called again without
 * using up an attempt, up to {@value Outcome.Interrupted#MOST_IN_A_ROW} times in a row, since its own work may end every connection.
 */
final class DatabaseInterruptedException extends BatonException {

    private static final long serialVersionUID = 1L;

    public DatabaseInterruptedException(Throwable cause) {
        super(
                "The database interrupted the run: it ended a statement or transaction of Baton's, and the handler did not fail. No attempt is"
                        + " used up, but after " + Outcome.Interrupted.MOST_IN_A_ROW
                        + " interruptions in a row the job is dead. If the database is available again, revive it",
                cause);
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
