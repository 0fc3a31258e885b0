package io.baton.wakeup;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The channel on which nodes notify each other: one for each schema, so that two installations in one database do not wake each other. It is
 * named by the number of the schema, since the name of a channel must be short.
 *
 * @param schema of Baton's tables; null for that of the connections
 */
record Channel(@Nullable String schema) {

    /** A query that selects the name as {@code channel}; its only parameter is the schema. */
    static final String QUERY =
            "SELECT 'baton_' || oid AS channel FROM pg_namespace WHERE nspname = COALESCE(CAST(? AS text), current_schema())";

    /** Returns the name, as the connections of the store see it. */
    String name(DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(QUERY)) {
            statement.setString(1, schema);
            try (ResultSet rows = statement.executeQuery()) {
                if (!rows.next()) {
                    throw new SQLException("The schema of Baton's tables is not there");
                }
                return rows.getString("channel");
            }
        }
    }
}
