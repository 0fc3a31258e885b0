package io.baton.connection;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * Connections that wait longer for an answer than they did while they were made. A driver that tries several hosts has one limit for both:
 * what a host that says nothing may take of the time for all of them would be too short for a statement.
 */
final class PatientConnections extends DelegatingDataSource {

    private final int answerMillis;

    PatientConnections(DataSource impatient, Duration answer) {
        super(impatient);
        this.answerMillis = Math.toIntExact(answer.toMillis());
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
            connection.setNetworkTimeout(Runnable::run, answerMillis);
        } catch (AbstractMethodError | SQLFeatureNotSupportedException e) {
            // a driver that cannot: what it waits for while it connects is its limit for everything
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
