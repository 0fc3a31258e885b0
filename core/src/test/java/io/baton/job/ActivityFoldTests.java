package io.baton.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.database.Database;
import io.baton.database.OwnTransactions;
import io.baton.monitor.ActivityStore;
import io.baton.testing.TestDatabase;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.dao.ConcurrencyFailureException;

/** H2 locks nothing of the rows that are to be merged. */
class ActivityFoldTests {

    private static final String OLD_ROW =
            "INSERT INTO baton_activity (noted_at, minutes, queue, type, started, completed, cancelled, failed, died, waited, longest_wait)"
                    + " VALUES (CURRENT_TIMESTAMP - INTERVAL '3' HOUR, 1, 'q', 't', 1, 1, 0, 0, 0, 5, 5)";

    @Test
    void rows_that_another_node_has_merged_meanwhile_are_merged_once() {
        try (StoreOnDatabase database = new StoreOnDatabase(TestDatabase.H2)) {
            database.sql.update(OLD_ROW);
            database.sql.update(OLD_ROW);
            ActivityStore another = new ActivityStore(new Database(database.dataSource, null));
            AtomicBoolean merged = new AtomicBoolean();
            DataSource between = BeforeStatements.on(database.dataSource, sql -> {
                if (sql.startsWith("INSERT INTO baton_activity") && merged.compareAndSet(false, true)) {
                    assertThat(database.transactions.run(() -> another.fold(10)))
                            .isEqualTo(2);
                }
            });
            ActivityStore late = new ActivityStore(new Database(between, null));

            assertThatThrownBy(() -> new OwnTransactions(between).once().execute(status -> late.fold(10)))
                    .isInstanceOf(ConcurrencyFailureException.class);

            assertThat(merged).isTrue();
            assertThat(database.sql.queryForObject("SELECT SUM(started) FROM baton_activity", Long.class))
                    .isEqualTo(2);
        }
    }
}
