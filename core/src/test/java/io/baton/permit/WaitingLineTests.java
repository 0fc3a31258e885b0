package io.baton.permit;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.database.Database;
import io.baton.schema.BatonSchema;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** The first job that waits for a limit is found by the index, however many wait. */
@OnEachDatabase({TestDatabase.MARIADB, TestDatabase.MYSQL})
class WaitingLineTests {

    private static final int WAITING = 3_000;

    @Test
    void the_first_of_many_is_read_and_no_other(TestDatabase kind) throws SQLException {
        try (HikariDataSource pool = kind.freshDatabase();
                Connection connection = pool.getConnection()) {
            new BatonSchema(pool, null).migrate();
            SingleConnectionDataSource one = new SingleConnectionDataSource(connection, true);
            JdbcTemplate sql = new JdbcTemplate(one);
            Database database = new Database(one, null);
            sql.batchUpdate(
                    "INSERT INTO baton_permit (job_id, name, position, state, place, queue, job_rank, due_at)"
                            + " VALUES (?, 'printer', 0, 1, 0, 'labels', 0, "
                            + database.dialect().now() + ")",
                    IntStream.range(0, WAITING)
                            .mapToObj(job -> new Object[] {job})
                            .toList());
            sql.queryForList("ANALYZE TABLE baton_permit");

            long before = rowsRead(sql);
            assertThat(new WaitingLine(database, "printer", Set.of("labels")).isAwaited())
                    .isTrue();
            assertThat(rowsRead(sql) - before).isLessThan(1_000);
        }
    }

    private static long rowsRead(JdbcTemplate sql) {
        return sql.query("SHOW SESSION STATUS LIKE 'Handler_read%'", (row, number) -> row.getLong(2)).stream()
                .mapToLong(Long::longValue)
                .sum();
    }
}
