package io.baton.database;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** The limit of Baton's statement is not that of what the application runs next on the same connection. */
@OnEachDatabase
class StatementTimeoutTests {

    @Test
    void a_limited_statement_leaves_its_connection_without_a_limit(TestDatabase kind) throws SQLException {
        try (HikariDataSource pool = kind.freshDatabase();
                Connection connection = pool.getConnection()) {
            Database database = new Database(new SingleConnectionDataSource(connection, true), null);
            database.limitedTo(Duration.ofSeconds(2)).query("SELECT 1", (row, number) -> row.getInt(1));
            try (Statement next = connection.createStatement()) {
                assertThat(next.getQueryTimeout()).isZero();
            }
        }
    }
}
