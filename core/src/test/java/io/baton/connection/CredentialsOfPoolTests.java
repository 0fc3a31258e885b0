package io.baton.connection;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.testing.DatabaseAccess;
import io.baton.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** Passwords change while an application runs: also for the connection that listens past a pooler. */
class CredentialsOfPoolTests {

    @Test
    void a_password_changed_in_the_applications_pool_serves_the_next_connection() throws SQLException {
        DatabaseAccess access = TestDatabase.H2.freshAccess();
        try (HikariDataSource pool = new HikariDataSource()) {
            pool.setUsername(access.user());
            pool.setPassword("wrong so far");
            DataSource direct = EnginePool.at(access.url(), pool);

            pool.setPassword(access.password());

            try (Connection connection = direct.getConnection()) {
                assertThat(connection.getMetaData().getUserName()).isEqualToIgnoringCase(access.user());
            }
        }
    }
}
