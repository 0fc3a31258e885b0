package io.baton.database;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.ConcurrencyFailureException;

/** Tells failures that mean "another transaction was in the way, and yours is rolled back": repeating the whole transaction is safe. */
final class Collision {

    /** MariaDB's "record has changed since last read", which arrives without a name in the standard. */
    private static final int RECORD_CHANGED = 1020;

    private Collision() {}

    static boolean caused(@Nullable Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ConcurrencyFailureException) {
                return true;
            }
            if (cause instanceof SQLException sql
                    && sql.getErrorCode() == RECORD_CHANGED
                    && "HY000".equals(sql.getSQLState())) {
                return true;
            }
        }
        return false;
    }
}
