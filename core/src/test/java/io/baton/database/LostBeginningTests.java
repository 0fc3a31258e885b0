package io.baton.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.BatonException;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import org.junit.jupiter.api.Test;

/** After a deadlock, InnoDB goes on with a new transaction, which lacks what the victim had written. */
@OnEachDatabase({TestDatabase.MARIADB, TestDatabase.MYSQL})
class LostBeginningTests {

    @Test
    void a_transaction_that_was_replaced_is_noticed_in_a_schema_too(TestDatabase kind) {
        try (HikariDataSource dataSource = kind.freshDatabase()) {
            Database database = new Database(dataSource, "other");
            Transactions transactions = new OwnTransactions(dataSource);
            boolean same = transactions.run(() -> {
                database.markBegin();
                database.requireBegin();
                return true;
            });
            assertThat(same).isTrue();
            assertThatThrownBy(() -> transactions.run(() -> {
                        database.markBegin();
                        database.execute("ROLLBACK");
                        database.requireBegin();
                        return true;
                    }))
                    .isInstanceOf(BatonException.class)
                    .hasMessageContaining("ended before its handler returned");
        }
    }
}
