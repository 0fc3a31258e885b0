package io.baton.database;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;

/** Bounds how long the current transaction waits for rows. */
public record LockWaits(Database database) {

    private static final Logger log = LoggerFactory.getLogger(LockWaits.class);

    /** Bounds each wait from now on. */
    public void bound(Duration longest) {
        int seconds = (int) Math.max(1, longest.toSeconds());
        database.dialect().boundLockWaits(seconds).forEach(database::execute);
    }

    /** Restores the setting of the session, where it is not the transaction's own. */
    public void restore() {
        try {
            database.dialect().restoreLockWaits().forEach(database::execute);
        } catch (DataAccessException e) {
            log.debug("The limit of lock waits stays with the session, which is broken");
        }
    }
}
