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
import org.springframework.jdbc.core.JdbcOperations;

/** The SQL in which databases differ; the defaults are those of most. Whole statements that differ have a class of their own. */
public interface Dialect {

    /** Returns the name of the database. */
    String vendor();

    /** Returns the present moment, which advances within a transaction where the database supports it. */
    String now();

    /** Returns the present moment as a constant of the statement, so that an index can be used. */
    default String statementTime() {
        return now();
    }

    /** Returns the present moment and as many microseconds as a parameter says. */
    String nowPlusMicros();

    /** Returns the microseconds from the present moment to another. */
    String microsUntil(String time);

    /**
     * Orders rows by an index whose first columns are the same in all of them, so that the first rows are read and no others. Where the texts of a
     * connection compare in another way than those of the column, MariaDB would sort all rows by a column that is the same in all of them.
     *
     * @param equal the first columns of the index, which are compared to parameters
     * @param order the columns that follow
     */
    default String orderByIndex(String equal, String order) {
        return " ORDER BY " + order;
    }

    /** Locks the rows that a selection finds, and skips locked rows. */
    default String skipLocked() {
        return " FOR UPDATE SKIP LOCKED";
    }

    /** Returns whether the timeout of a statement stays on the connection, for what is run on it next. */
    default boolean timeoutStaysOnConnection() {
        return false;
    }

    /** Bounds the waits of Baton's own transactions for locks, and their idle time once their worker is gone; null if not supported. */
    default @Nullable String limits() {
        return null;
    }

    /** Returns whether a statement takes an array as a parameter. */
    default boolean takesArrays() {
        return true;
    }

    /**
     * Returns a statement that writes what a selection finds, or values, into a table, in place of rows that have these keys already.
     *
     * @param key the columns of its primary key
     */
    String insertOrReplace(String table, String key, String columns, String selection);

    /**
     * Returns a statement that writes what a selection finds into a table, but for rows whose key is there already.
     *
     * @param columns with that of the key first
     * @param selection or values, in the order of the columns
     */
    String insertIfAbsent(String table, String columns, String selection);

    /**
     * Returns a statement that writes rows into a table; those whose keys are there already are locked, and counted on by {@link #next}.
     *
     * @param key the columns of the primary key
     * @param counter the column that is counted on, which is 1 in rows that are new and in no other
     * @param rows each in parentheses
     */
    String insertOrCount(String table, String key, String columns, String counter, String rows);

    /**
     * Returns what comes after the value of a counter: never the same, since a transaction sees the newest row only if it has changed it, and never 1.
     * It begins again before it outgrows its column.
     */
    static String next(String counter) {
        return "CASE WHEN " + counter + " < 1000000 THEN " + counter + " + 1 ELSE 2 END";
    }

    /** Returns whether a SERIALIZABLE transaction keeps locks on the rows that it only reads. */
    default boolean serializableLocksWhatItReads() {
        return false;
    }

    /**
     * Returns whether a lock of a row may hold on one of several servers only, as with Galera and Group Replication. Two transactions that rely on it
     * there conflict only by rows that both have written.
     */
    default boolean locksMayBeLocal() {
        return false;
    }

    /** Returns a parameter of this type, where the statement does not determine it. */
    default String parameter(String type) {
        return "?";
    }

    /** Returns the JDBC type of a text that takes the type of what it is compared with, such as that of a UUID, or of a text in another order. */
    default int untypedText() {
        return Types.VARCHAR;
    }

    /** Returns a condition that bounds how long the transaction may lie idle once it has locked rows; nothing if the database does not support it. */
    default String idleLimit() {
        return "";
    }

    /** Returns whether statements that change rows and return them do so in one: then many transactions of Baton's own are one statement. */
    default boolean verbsAreStatements() {
        return false;
    }

    /** Returns whether an INSERT can return the rows that it wrote, also those that were there already and that it changed. */
    default boolean insertsReturnRows() {
        return verbsAreStatements();
    }

    /** Returns the column of dead jobs by which an index orders them: the time of their death if an index can have only their rows. */
    default String indexedDeath() {
        return "due_at";
    }

    /** Returns a sort column that keeps the planner from using the index with this order, where another index finds few rows. */
    default String orderedLast(String column) {
        return column;
    }

    /** Returns the folder of the migrations. */
    default String migrations() {
        return vendor();
    }

    /** Returns a query for the settings of the server under which a committed job can be lost; null if there are none. */
    default @Nullable String durabilityRisks() {
        return null;
    }

    /** Returns a query for what differs between the servers of a cluster, in the last column. */
    String server();

    /** Returns how many bytes a statement of this connection can have. */
    default long largestStatement(JdbcOperations jdbc) {
        return Long.MAX_VALUE;
    }

    /** Returns a query for the transactions, the oldest first, that may hold locks on tables with names like {@code baton#_%}: a text on each. */
    String lockHolders(String tables);

    /** Returns the statements that let the session, or where supported its transaction, wait at most so long for each lock. */
    List<String> boundLockWaits(int seconds);

    /** Returns the statements that restore the setting of the session. */
    default List<String> restoreLockWaits() {
        return List.of();
    }

    default Object timestamp(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }

    default @Nullable Instant instant(ResultSet row, String column) throws SQLException {
        return instant(row, row.findColumn(column));
    }

    /** Returns the time in the column at this position. */
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
