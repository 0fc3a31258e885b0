package io.baton.database;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LockWaitsInSchemaTests {

    @Test
    void a_variable_of_the_session_is_no_table_of_the_schema() {
        try (HikariDataSource dataSource = TestDatabase.H2.freshDatabase()) {
            Database database = new Database(dataSource, "other");
            boolean done = new OwnTransactions(dataSource)
                    .run(() -> database.boundLockWaits(Duration.ofSeconds(1), () -> true));
            assertThat(done).isTrue();
        }
    }
}
