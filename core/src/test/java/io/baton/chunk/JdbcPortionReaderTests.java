package io.baton.chunk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.BatonException;
import io.baton.Chunks;
import io.baton.chunk.JdbcPortionReader.Portion;
import io.baton.testing.RecordedStatements;
import io.baton.testing.TestDatabase;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.jdbc.core.JdbcTemplate;

/** Keys of all types that can be ones come in the order of the database, each once, and others are refused. */
class JdbcPortionReaderTests {

    private static final List<String> WORDS = List.of(
            "a", "B", "b", "A", "ab", "a b", "a-b", "ä", "Ä", "z", "Z", "é", "e", "E", "ß", "ss", "10", "9", "_", " x",
            "ñ", "n", "o'x", "\\", "😀", "ab\tc", "it's", "zz", "aa", "aB");

    static Stream<Arguments> types() {
        return Stream.of(
                usable("H2", "tinyint", "integer"),
                usable("H2", "smallint", "integer"),
                usable("H2", "int", "integer"),
                usable("H2", "bigint", "long"),
                usable("H2", "decimal(20, 3)", "decimal"),
                usable("H2", "varchar(40)", "text"),
                usable("H2", "varchar_ignorecase(40)", "distinct"),
                usable("H2", "char(40)", "text"),
                usable("H2", "uuid", "uuid"),
                usable("H2", "varbinary(16)", "bytes"),
                usable("H2", "date", "date"),
                usable("H2", "timestamp(6)", "timestamp"),
                usable("H2", "timestamp(6) with time zone", "timestamp"),
                usable("POSTGRES", "smallint", "integer"),
                usable("POSTGRES", "int", "integer"),
                usable("POSTGRES", "bigint", "long"),
                usable("POSTGRES", "numeric", "decimal"),
                usable("POSTGRES", "text", "text"),
                usable("POSTGRES", "varchar(40) COLLATE \"C\"", "text"),
                usable("POSTGRES", "text COLLATE \"en-x-icu\"", "text"),
                usable("POSTGRES", "char(40)", "text"),
                usable("POSTGRES", "char(40) COLLATE \"C\"", "text"),
                usable("POSTGRES", "uuid", "uuid"),
                usable("POSTGRES", "bytea", "bytes"),
                usable("POSTGRES", "date", "date"),
                usable("POSTGRES", "timestamp", "timestamp"),
                usable("POSTGRES", "timestamptz", "timestamp"),
                usable("MARIADB", "tinyint", "integer"),
                usable("MARIADB", "smallint", "integer"),
                usable("MARIADB", "int unsigned", "positive"),
                usable("MARIADB", "bigint", "long"),
                usable("MARIADB", "bigint unsigned", "huge"),
                usable("MARIADB", "decimal(20, 3)", "decimal"),
                usable("MARIADB", "varchar(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin", "text"),
                usable("MARIADB", "varchar(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci", "distinct"),
                usable("MARIADB", "varchar(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci", "distinct"),
                usable("MARIADB", "char(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin", "text"),
                usable("MARIADB", "char(36)", "uuid"),
                usable("MARIADB", "uuid", "uuid"),
                usable("MARIADB", "binary(16)", "bytes"),
                usable("MARIADB", "varbinary(16)", "bytes"),
                usable("MARIADB", "date", "date"),
                usable("MARIADB", "datetime(6)", "timestamp"));
    }

    private static Arguments usable(String database, String type, String values) {
        return Arguments.of(TestDatabase.valueOf(database), type, values);
    }

    private static List<String> values(String kind) {
        return switch (kind) {
            case "integer" -> texts(number -> String.valueOf(number * 3 - 60));
            case "positive" -> texts(number -> String.valueOf(number * 100_000_000L));
            case "long" ->
                texts(number -> String.valueOf(number * 300_000_000_000_000_000L - 6_000_000_000_000_000_000L));
            case "huge" -> texts(number -> "1844674407370955" + (1000 + number));
            case "decimal" -> texts(number -> (number - 20) + "." + (number % 10) + "50");
            case "text" -> WORDS;
            case "distinct" -> List.of("a", "B", "c", "D", "10", "9", "e x", "E-y", "_", "zz", "Za", "n", "O", "it's");
            case "uuid" -> texts(number -> new UUID(number * 0x9E3779B97F4A7C15L, number * 77L).toString());
            case "bytes" ->
                texts(number -> String.valueOf((char) (0x30 + number)).repeat(16));
            case "date" -> texts(number -> LocalDate.of(1970 + number, 3, 28).toString());
            default -> texts(number -> "2026-10-25 0" + (number % 4) + ":30:00.0000" + (10 + number));
        };
    }

    private static List<String> texts(IntFunction<String> text) {
        return IntStream.range(1, 41).mapToObj(text).toList();
    }

    private static String parameter(TestDatabase kind, String type) {
        String plain = type.replaceAll(" (COLLATE|CHARACTER).*", "");
        if (type.startsWith("bytea")) {
            return "convert_to(?, 'UTF8')";
        }
        if (type.contains("binary")) {
            return kind == TestDatabase.H2 ? "STRINGTOUTF8(?)" : "?";
        }
        return kind == TestDatabase.MARIADB ? "?" : "CAST(? AS " + plain + ")";
    }

    @ParameterizedTest
    @MethodSource("types")
    void rows_come_in_the_order_of_the_database_and_each_once(TestDatabase kind, String type, String values) {
        try (HikariDataSource source = kind.freshDatabase()) {
            JdbcTemplate sql = new JdbcTemplate(source);
            sql.execute("CREATE TABLE thing (k " + type + " NOT NULL)");
            for (String value : values(values)) {
                sql.update("INSERT INTO thing (k) VALUES (" + parameter(kind, type) + ")", value);
            }
            List<String> expected = sql.query("SELECT k FROM thing ORDER BY k", (row, number) -> shown(row));
            assertThat(expected).hasSameSizeAs(values(values)).hasSizeGreaterThan(10);
            for (int size : List.of(1, 3, expected.size())) {
                assertThat(walked(source, size)).isEqualTo(expected);
            }
        }
    }

    private static String shown(ResultSet row) throws SQLException {
        return row.getObject(1) instanceof byte[] bytes ? Arrays.toString(bytes) : row.getString(1);
    }

    private static List<String> walked(HikariDataSource source, int size) {
        JdbcPortionReader reader = new JdbcPortionReader(source);
        Chunks<String> chunks = Chunks.of("SELECT k FROM thing", "k", size).mappedBy((row, number) -> shown(row));
        List<String> seen = new ArrayList<>();
        @Nullable RowKey after = null;
        boolean more = true;
        while (more) {
            Portion<String> portion = reader.read(chunks, after);
            seen.addAll(portion.rows());
            after = portion.last();
            more = portion.more();
        }
        return seen;
    }

    static Stream<Arguments> otherTypes() {
        return Stream.of(
                Arguments.of(TestDatabase.H2, "double precision", "1"),
                Arguments.of(TestDatabase.H2, "boolean", "true"),
                Arguments.of(TestDatabase.H2, "time", "'10:00:00'"),
                Arguments.of(TestDatabase.POSTGRES, "double precision", "1"),
                Arguments.of(TestDatabase.POSTGRES, "boolean", "true"),
                Arguments.of(TestDatabase.POSTGRES, "interval", "'1 hour'"),
                Arguments.of(TestDatabase.MARIADB, "double", "1"),
                Arguments.of(TestDatabase.MARIADB, "timestamp(6)", "'2026-01-01 10:00:00'"),
                Arguments.of(TestDatabase.MARIADB, "year", "2026"));
    }

    @ParameterizedTest
    @MethodSource("otherTypes")
    void other_types_are_refused(TestDatabase kind, String type, String value) {
        try (HikariDataSource source = kind.freshDatabase()) {
            JdbcTemplate sql = new JdbcTemplate(source);
            sql.execute("CREATE TABLE thing (k " + type + " NOT NULL)");
            sql.execute("INSERT INTO thing (k) VALUES (" + value + ")");
            assertThatThrownBy(() -> walked(source, 10))
                    .isInstanceOf(BatonException.class)
                    .hasMessageContaining("\"k\"")
                    .hasMessageContaining("use ");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void nulls_and_equal_keys_are_refused_before_a_row_is_missed(TestDatabase kind) {
        try (HikariDataSource source = kind.freshDatabase()) {
            JdbcTemplate sql = new JdbcTemplate(source);
            sql.execute("CREATE TABLE thing (k int)");
            sql.execute("INSERT INTO thing (k) VALUES (1), (2), (3), (NULL)");
            assertThatThrownBy(() -> walked(source, 1))
                    .isInstanceOf(BatonException.class)
                    .hasMessageContaining("null");
            sql.execute("UPDATE thing SET k = 2 WHERE k IS NULL");
            for (int size : List.of(1, 2, 3, 4)) {
                assertThatThrownBy(() -> walked(source, size))
                        .isInstanceOf(BatonException.class)
                        .hasMessageContaining("unique");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "MARIADB"})
    void texts_equal_only_to_the_database_are_refused_at_a_portions_end(TestDatabase kind) {
        try (HikariDataSource source = kind.freshDatabase()) {
            JdbcTemplate sql = new JdbcTemplate(source);
            sql.execute("CREATE TABLE thing (k "
                    + (kind == TestDatabase.H2
                            ? "varchar_ignorecase(9)"
                            : "varchar(9) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci")
                    + ")");
            sql.execute("INSERT INTO thing (k) VALUES ('a'), ('b'), ('B'), ('c')");
            assertThatThrownBy(() -> walked(source, 2))
                    .isInstanceOf(BatonException.class)
                    .hasMessageContaining("unique");
            assertThat(walked(source, 4)).hasSize(4);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void a_portion_is_read_by_one_statement_that_an_index_serves(TestDatabase kind) {
        try (HikariDataSource source = kind.freshDatabase()) {
            JdbcTemplate sql = new JdbcTemplate(source);
            sql.execute("CREATE TABLE thing (k int PRIMARY KEY)");
            sql.batchUpdate(
                    "INSERT INTO thing (k) VALUES (?)",
                    IntStream.range(0, 3_000)
                            .mapToObj(number -> new Object[] {number})
                            .toList());
            RecordedStatements recorded = new RecordedStatements(source);
            JdbcPortionReader reader = new JdbcPortionReader(recorded);
            Chunks<?> chunks = Chunks.of("SELECT k FROM thing", "k", 10);
            recorded.taken();
            RowKey last = reader.read(chunks, null).last();
            assertThat(recorded.taken()).hasSize(2);
            reader.read(chunks, last);
            List<String> statements = recorded.taken();
            assertThat(statements).hasSize(1);
            String plan = String.join(
                    "\n",
                    sql.query(
                            "EXPLAIN " + statements.get(0).replace("?", "500"), (row, number) -> IntStream.rangeClosed(
                                            1, row.getMetaData().getColumnCount())
                                    .mapToObj(column -> text(row, column))
                                    .toList()
                                    .toString()));
            assertThat(plan)
                    .containsIgnoringCase(
                            kind == TestDatabase.MARIADB
                                    ? "PRIMARY"
                                    : kind == TestDatabase.H2 ? "primary" : "thing_pkey");
        }
    }

    private static String text(ResultSet row, int column) {
        try {
            return String.valueOf(row.getObject(column));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
