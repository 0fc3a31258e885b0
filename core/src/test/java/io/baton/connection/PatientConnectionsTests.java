package io.baton.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.AbstractDataSource;

class PatientConnectionsTests {

    private final List<String> calls = new ArrayList<>();

    /** Takes connections of a driver that answers so when it is told how long to wait. */
    private Connection connect(@Nullable Throwable answer) throws SQLException {
        Connection connection = (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    calls.add(method.getName());
                    if (answer != null && method.getName().equals("setNetworkTimeout")) {
                        throw answer;
                    }
                    return null;
                });
        return new PatientConnections(
                        new AbstractDataSource() {
                            @Override
                            public Connection getConnection() {
                                return connection;
                            }

                            @Override
                            public Connection getConnection(String username, String password) {
                                return connection;
                            }
                        },
                        Duration.ofSeconds(10))
                .getConnection();
    }

    @Test
    void a_connection_is_told_once_it_is_made() throws SQLException {
        connect(null);
        assertThat(calls).containsExactly("setNetworkTimeout");
    }

    @Test
    void a_driver_that_cannot_be_told_keeps_its_limit() throws SQLException {
        connect(new AbstractMethodError("setNetworkTimeout"));
        connect(new SQLFeatureNotSupportedException());
        assertThat(calls).containsExactly("setNetworkTimeout", "setNetworkTimeout");
    }

    @Test
    void a_connection_that_fails_is_closed() {
        for (Throwable failure :
                List.of(new SQLException("cut"), new IllegalStateException("closed"), new LinkageError("broken"))) {
            calls.clear();
            assertThatThrownBy(() -> connect(failure)).isSameAs(failure);
            assertThat(calls).containsExactly("setNetworkTimeout", "close");
        }
    }
}
