package io.baton.database;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The SQL in which databases differ. The defaults are those of most databases. A whole statement that differs has a class of its own. */
public interface Dialect {

    String vendor();

    /** Returns the present moment, which advances within a transaction where the database supports it. */
    String now();

    /** Returns the present moment as a constant of the statement, so that an index can be used. */
    default String statementTime() {
        return now();
    }

    /** Returns a time plus a parameter, in microseconds. */
    String plusMicros(String time);

    /** Returns the microseconds from the present moment to a time. */
    String microsUntil(String time);

    /**
     * Returns an ORDER BY that lets the database read the first rows from an index. All rows have the same values in its first columns. MariaDB must
     * not order by these: it would sort all rows if texts of the connection and of the column are compared in different ways.
     *
     * @param equal the first columns of the index, which the statement compares to parameters
     * @param order the remaining columns
     */
    default String orderByIndex(String equal, String order) {
        return " ORDER BY " + order;
    }

    /** Returns the clause that locks the rows that a selection finds and skips locked rows. */
    default String skipLocked() {
        return " FOR UPDATE SKIP LOCKED";
    }

    /** Returns whether the timeout of a statement remains on the connection for later statements. */
    default boolean timeoutStaysOnConnection() {
        return false;
    }

    /** Returns a statement that bounds lock waits and idle time of Baton's own transactions; null if not supported. */
    default @Nullable String limits() {
        return null;
    }

    default boolean takesArrays() {
        return true;
    }

    /** Returns a statement that writes values, or the rows of a selection, into a table, and replaces rows with the same keys. */
    String insertOrReplace(String table, String key, String columns, String selection);

    /** Returns a statement that writes values, or the rows of a selection, except those whose keys exist; the first column is the key. */
    String insertIfAbsent(String table, String columns, String selection);

    /**
     * Returns a statement that writes rows into a table. It locks rows whose keys exist and advances their counters by {@link #next}.
     *
     * @param counter the column of the counter, which is 1 in new rows and in no other
     */
    String insertOrCount(String table, String key, String columns, String counter, String rows);

    /**
     * Returns the next value of a counter. It differs from the last one, since a transaction sees the newest row only if it changes that row. It is
     * never 1, and begins again before it exceeds its column.
     */
    static String next(String counter) {
        return "CASE WHEN " + counter + " < 1000000 THEN " + counter + " + 1 ELSE 2 END";
    }

    default boolean serializableLocksWhatItReads() {
        return false;
    }

    /**
     * Returns whether a row lock may hold on only one of several servers, as with Galera and Group Replication. Two transactions that rely on such a
     * lock conflict only if both write the same row.
     */
    default boolean locksMayBeLocal() {
        return false;
    }

    /** Returns whether statements after a rollback by the database itself, such as after a deadlock, are silently a new transaction. */
    default boolean continuesAfterRollback() {
        return true;
    }

    /** Returns whether the release of a savepoint fails in such a new transaction, which does not have it. */
    default boolean missesSavepoints() {
        return false;
    }

    /** Returns a parameter with this type, for a statement that does not determine the type. */
    default String parameter(String type) {
        return "?";
    }

    /** Returns the JDBC type of a text that takes the type of the compared value, such as a UUID or a text with another collation. */
    default int untypedText() {
        return Types.VARCHAR;
    }

    /** Returns a condition that bounds how long the transaction may be idle after it has locked rows; empty if not supported. */
    default String idleLimit() {
        return "";
    }

    /** Returns whether a statement can change rows and return them: then many transactions of Baton's own are one statement. */
    default boolean verbsAreStatements() {
        return false;
    }

    /** Returns whether an INSERT can return the rows that it wrote, including existing rows that it changed. */
    default boolean insertsReturnRows() {
        return verbsAreStatements();
    }

    /** Returns the column by which an index orders dead jobs: their time of death if the database can index dead jobs alone. */
    default String indexedDeath() {
        return "due_at";
    }

    /** Returns a sort column that keeps the planner from using the index with this order, where another index finds few rows. */
    default String orderedLast(String column) {
        return column;
    }

    default String migrations() {
        return vendor();
    }

    /** Returns a query for the settings of the server under which a committed job can be lost; null if there are none. */
    default @Nullable String durabilityRisks() {
        return null;
    }

    /** Returns a query with one text for each transaction, the oldest first, that may hold locks on tables with names like {@code baton#_%}. */
    String lockHolders(String tables);

    /** Returns statements that bound each lock wait of the transaction if supported, and otherwise of the session. */
    List<String> boundLockWaits(int seconds);

    /** Returns the statements that restore the session's setting. */
    default List<String> restoreLockWaits() {
        return List.of();
    }

    default Object timestamp(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }

    default @Nullable Instant instant(ResultSet row, String column) throws SQLException {
        return instant(row, row.findColumn(column));
    }

    default @Nullable Instant instant(ResultSet row, int column) throws SQLException {
        OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }

    default Object uuid(UUID uuid) {
        return uuid;
    }

    default UUID uuid(ResultSet row, String column) throws SQLException {
        return row.getObject(column, UUID.class);
    }
}
