package io.baton.loop;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A copy of a failure for a log or a trace, with the classes and stack traces of the original and its causes. It is never thrown.
 *
 * <p>A message may contain a secret: it is logged only at DEBUG, or if the application configured this.
 */
public final class LoggedFailure extends Exception {

    private static final int DEEPEST = 20;

    private LoggedFailure(String text, @Nullable Throwable cause) {
        super(text, cause);
    }

    /** Returns the failure with its messages, each on one line. */
    public static LoggedFailure of(Throwable failure) {
        return copied(failure, true);
    }

    /** Returns the failure without its messages, but with the codes of a database. */
    public static LoggedFailure withoutMessages(Throwable failure) {
        return copied(failure, false);
    }

    // the methods of an application's exception may themselves throw
    private static LoggedFailure copied(Throwable failure, boolean messages) {
        try {
            return copied(failure, messages, DEEPEST);
        } catch (RuntimeException | Error e) {
            return new LoggedFailure(failure.getClass().getName() + ", which cannot describe itself", null);
        }
    }

    private static LoggedFailure copied(Throwable failure, boolean messages, int depth) {
        Throwable cause = depth == 0 ? null : failure.getCause();
        LoggedFailure copy =
                new LoggedFailure(text(failure, messages), cause == null ? null : copied(cause, messages, depth - 1));
        copy.setStackTrace(failure.getStackTrace());
        if (depth > 0) {
            for (Throwable suppressed : failure.getSuppressed()) {
                copy.addSuppressed(copied(suppressed, messages, 0));
            }
        }
        return copy;
    }

    private static String text(Throwable failure, boolean messages) {
        String name = failure instanceof SQLException
                ? FailureText.named(failure)
                : failure.getClass().getName();
        String message = messages ? failure.getLocalizedMessage() : null;
        return message == null ? name : name + ": " + LogText.of(message);
    }
}
