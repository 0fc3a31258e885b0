package io.baton.testing;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** A server that runs and on which databases can be made. */
@FunctionalInterface
interface DatabaseServer {

    /** Makes an empty database of this name. */
    DatabaseAccess createDatabase(String name);

    /** Makes a database by SQL, as everything but H2 wants it. */
    static void create(DatabaseAccess administrator, String name) {
        try (Connection connection = connect(administrator);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        } catch (SQLException e) {
            throw new IllegalStateException(
                    "Cannot create the test database " + name + " at " + administrator.url(), e);
        }
    }

    static Connection connect(DatabaseAccess access) throws SQLException {
        return DriverManager.getConnection(access.url(), access.user(), access.password());
    }
}
