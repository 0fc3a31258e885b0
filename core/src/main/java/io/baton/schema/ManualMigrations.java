package io.baton.schema;

import io.baton.database.Database;
import java.util.List;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.PermissionDeniedDataAccessException;
import org.springframework.jdbc.BadSqlGrammarException;

/** Recognizes migrations that were run manually, without a history, by the tables and columns that they create. */
record ManualMigrations(Database database, SchemaAccess access, Scripts scripts) {

    /** Returns whether all tables and columns of the script exist. */
    boolean ran(String script) {
        List<Scripts.Made> made = scripts.made(script);
        return !made.isEmpty() && made.stream().allMatch(this::isThere);
    }

    /** Returns whether any table or column of the script exists. */
    boolean anyOf(String script) {
        return scripts.made(script).stream().anyMatch(this::isThere);
    }

    private boolean isThere(Scripts.Made made) {
        try {
            database.execute("SELECT " + made.column() + " FROM " + made.table() + " WHERE 1 = 0");
            return true;
        } catch (DataAccessException e) {
            if (e instanceof PermissionDeniedDataAccessException || access.isRefusal(e)) {
                throw access.unreadable(e);
            }
            if (e instanceof BadSqlGrammarException) {
                return false;
            }
            throw e;
        }
    }
}
