package io.baton.database;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Times are read from either form in which the driver gets them: as text, and in binary form once a statement is prepared. */
class PostgresTimesTests {

    private static final int UNTIL_PREPARED = 8;

    @ParameterizedTest
    @CsvSource({"prepareThreshold=1, true", "preferQueryMode=simple, false"})
    void a_time_is_the_one_that_the_driver_reads(String parameter, boolean binary) throws SQLException {
        Dialect dialect = new PostgresDialect();
        String sql = "SELECT CAST(time AS timestamptz) AS time FROM unnest(ARRAY["
                + "'2026-11-26 07:00:33.123456Z', '2000-01-01 00:00:00Z', '1999-12-31 23:59:59.999999Z',"
                + " '1969-12-31 23:59:59.000001Z', '1582-10-04 00:00:00Z', '1000-01-01 00:00:00Z', '0044-03-15 12:00:00Z BC',"
                + " '9999-12-31 23:59:59.999999Z', '12026-01-01 00:00:00Z', 'infinity', '-infinity', NULL]) AS time";
        Set<Integer> lengths = new HashSet<>();
        try (HikariDataSource database = TestDatabase.POSTGRES.freshDatabase(parameter);
                Connection connection = database.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < UNTIL_PREPARED; i++) {
                lengths.clear();
                try (ResultSet row = statement.executeQuery()) {
                    while (row.next()) {
                        OffsetDateTime time = row.getObject("time", OffsetDateTime.class);
                        assertThat(dialect.instant(row, "time")).isEqualTo(time == null ? null : time.toInstant());
                        lengths.add(length(row.getBytes("time")));
                    }
                }
            }
        }
        assertThat(lengths.equals(Set.of(0, Long.BYTES))).isEqualTo(binary);
    }

    private static int length(byte @Nullable [] value) {
        return value == null ? 0 : value.length;
    }
}
