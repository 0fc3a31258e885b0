package io.baton.database;

import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;

/** Bounds how long the current transaction waits for rows. */
public record LockWaits(Database database) {

    /**
     * Bounds each wait of some work, and then restores the setting of the session, where it is not the transaction's own. A failure to restore it is
     * thrown: it may be the first report that the database has rolled back the transaction, as Galera does after a conflict, and what followed would
     * be committed without what came before. It is restored then by a second try, and after whatever the work throws, which need not be declared.
     */
    public <T extends @Nullable Object> T bounded(Duration longest, Supplier<T> work) {
        int seconds = (int) Math.max(1, longest.toSeconds());
        database.dialect().boundLockWaits(seconds).forEach(database::execute);
        try {
            T result = work.get();
            restore();
            return result;
        } catch (Throwable failure) {
            try {
                restore();
            } catch (DataAccessException e) {
                failure.addSuppressed(e);
            }
            throw failure;
        }
    }

    private void restore() {
        database.dialect().restoreLockWaits().forEach(database::execute);
    }
}
