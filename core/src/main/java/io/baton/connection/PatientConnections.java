package io.baton.connection;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * Connections whose network timeout is raised once they are open. A driver that tries several hosts has one timeout for both: the share of one
 * host in the time for all of them would be too short for a statement.
 */
final class PatientConnections extends DelegatingDataSource {

    private final int timeoutMillis;

    PatientConnections(DataSource impatient, Duration timeout) {
        super(impatient);
        this.timeoutMillis = Math.toIntExact(timeout.toMillis());
    }

    @Override
    public Connection getConnection() throws SQLException {
        return patient(super.getConnection());
    }

    @Override
    public Connection getConnection(String username, String password) throws SQLException {
        return patient(super.getConnection(username, password));
    }

    private Connection patient(Connection connection) throws SQLException {
        try {
            connection.setNetworkTimeout(Runnable::run, timeoutMillis);
        } catch (AbstractMethodError | SQLFeatureNotSupportedException e) {
            // not supported: the timeout of connecting stays the timeout of statements
        } catch (Throwable e) {
            close(connection, e);
            throw e;
        }
        return connection;
    }

    private static void close(Connection connection, Throwable failure) {
        try {
            connection.close();
        } catch (SQLException | RuntimeException e) {
            failure.addSuppressed(e);
        }
    }
}
