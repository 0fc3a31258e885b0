package io.baton.schema;

import io.baton.database.Dialect;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.callback.Callback;
import org.flywaydb.core.api.callback.Context;
import org.flywaydb.core.api.callback.Event;

/**
 * Lets no migration wait long for a lock, since all claims wait behind it. Bounds the scripts only: a node has to wait for the migrations of
 * another, however long they take. The session may be one of the application's, so it gets back what it had.
 */
record BoundedLockWaits(Dialect dialect) implements Callback {

    private static final int SECONDS = 2;
    private static final Set<Event> EVENTS =
            Set.of(Event.BEFORE_EACH_MIGRATE, Event.AFTER_EACH_MIGRATE, Event.AFTER_EACH_MIGRATE_ERROR);

    @Override
    public boolean supports(Event event, Context context) {
        return EVENTS.contains(event);
    }

    @Override
    public boolean canHandleInTransaction(Event event, Context context) {
        return true;
    }

    @Override
    public void handle(Event event, Context context) {
        List<String> statements =
                event == Event.BEFORE_EACH_MIGRATE ? dialect.boundLockWaits(SECONDS) : dialect.restoreLockWaits();
        try (Statement statement = context.getConnection().createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new FlywayException("The waits of a migration for locks cannot be bounded", e);
        }
    }

    @Override
    public String getCallbackName() {
        return "baton-bounded-lock-waits";
    }
}
