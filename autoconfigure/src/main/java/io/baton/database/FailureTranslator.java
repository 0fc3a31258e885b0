package io.baton.database;

import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.support.SQLExceptionSubclassTranslator;

/**
 * Tells a value that the database refuses from other failures where Spring cannot: MySQL gives no SQLState of the standard to a violated
 * CHECK and to a text that a column cannot hold.
 */
public final class FailureTranslator extends SQLExceptionSubclassTranslator {

    private static final Set<Integer> REFUSED = Set.of(3819, 1366);

    @Override
    protected @Nullable DataAccessException doTranslate(String task, @Nullable String sql, SQLException failure) {
        return "HY000".equals(failure.getSQLState()) && REFUSED.contains(failure.getErrorCode())
                ? new DataIntegrityViolationException(buildMessage(task, sql, failure), failure)
                : super.doTranslate(task, sql, failure);
    }
}
