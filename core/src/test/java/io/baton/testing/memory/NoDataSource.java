package io.baton.testing.memory;

import java.sql.Connection;
import java.sql.SQLException;
import org.springframework.jdbc.datasource.AbstractDataSource;

/** Is bound to no thread, as no transaction of an application's is under way. */
public final class NoDataSource extends AbstractDataSource {

    @Override
    public Connection getConnection() throws SQLException {
        throw new SQLException("There is no database");
    }

    @Override
    public Connection getConnection(String username, String password) throws SQLException {
        return getConnection();
    }
}
