package io.baton.schema;

import io.baton.database.Dialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The differences of databases where tables are created and servers are recognized: codes of refusals, queries for holders of locks, statements for an
 * administrator.
 *
 * @param folder of the migrations
 * @param noRight codes of statements that were refused because the user may not run them
 * @param noSchema codes of statements that were refused because there is no such schema, or none at all
 * @param noLock codes of statements that gave up since they did not get a lock
 * @param lockHolders a query for the transactions, the oldest first, that may hold a lock on one of Baton's tables: a text on each
 * @param durabilityRisks a query for the settings of the server under which a committed job can be lost; null if there are none
 * @param rightsToMigrate in a schema
 * @param lockWait a statement after which the transaction waits only a moment for each lock; null if a second is the shortest wait
 * @param server a query for what differs between the servers of a cluster, in the last column
 */
record SchemaWords(
        String folder,
        Set<String> noRight,
        Set<String> noSchema,
        Set<String> noLock,
        String lockHolders,
        @Nullable String durabilityRisks,
        String rightsToMigrate,
        @Nullable String lockWait,
        String server) {

    /** The function on PostgreSQL that decides which rows of jobs are possible. */
    private static final String CONSTRAINT = "baton_job_is_possible";

    static final SchemaWords POSTGRESQL = new SchemaWords(
            "postgresql",
            Set.of("42501"),
            Set.of("3F000"),
            Set.of("55P03", "40P01"),
            "SELECT concat('pid ', a.pid, ' of ', coalesce(nullif(a.application_name, ''), a.usename), ', open since ', a.xact_start)"
                    + " FROM pg_stat_activity a WHERE a.pid <> pg_backend_pid() AND a.pid IN (SELECT l.pid FROM pg_locks l"
                    + " JOIN pg_class c ON c.oid = l.relation WHERE l.granted AND c.relname LIKE 'baton#_%' ESCAPE '#'"
                    + " AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())) ORDER BY a.xact_start",
            "SELECT name || ' = off' FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes')"
                    + " AND setting = 'off'",
            "USAGE, CREATE ON SCHEMA %s",
            "SET LOCAL lock_timeout = '100ms'",
            "SELECT pg_postmaster_start_time()");

    /** MySQL too. Its errors for a database, a table, a column, and a privilege of the server; locks on tables are shown by a plugin only. */
    static final SchemaWords MARIADB = new SchemaWords(
            "mariadb",
            Set.of("1044", "1142", "1143", "1227"),
            Set.of("1049"),
            Set.of("1205", "1213"),
            "SELECT CONCAT('connection ', trx_mysql_thread_id, ', open since ', trx_started) FROM information_schema.innodb_trx"
                    + " WHERE trx_mysql_thread_id <> CONNECTION_ID() ORDER BY trx_started",
            "SELECT 'innodb_flush_log_at_trx_commit is not 1' FROM DUAL WHERE @@innodb_flush_log_at_trx_commit <> 1",
            "CREATE, ALTER, INDEX, DROP, SELECT, INSERT, UPDATE, DELETE ON %s.*",
            null,
            "SHOW VARIABLES WHERE Variable_name IN ('hostname', 'port', 'server_id', 'server_uid', 'server_uuid', 'wsrep_node_address',"
                    + " 'wsrep_node_name')");

    static final SchemaWords H2 = new SchemaWords(
            "h2",
            Set.of("90096", "90040"),
            Set.of("90079"),
            Set.of("50200", "40001"),
            "SELECT DISTINCT 'session ' || session_id FROM information_schema.locks"
                    + " WHERE session_id <> SESSION_ID() AND LOWER(table_name) LIKE 'baton#_%' ESCAPE '#'",
            null,
            "ALTER ANY SCHEMA",
            null,
            "SELECT H2VERSION()");

    static SchemaWords of(Dialect dialect) {
        return switch (dialect.vendor()) {
            case "postgresql" -> POSTGRESQL;
            case "h2" -> H2;
            default -> MARIADB;
        };
    }

    /** Returns the folder of the migrations. */
    String location() {
        return "io/baton/schema/" + folder;
    }

    /** Returns whether a statement was refused because the user may not run it. */
    boolean lacksRight(SQLException refusal) {
        return isOne(refusal, noRight);
    }

    /** Returns whether a statement was refused because there is no such schema, or none at all. */
    boolean lacksSchema(SQLException refusal) {
        return isOne(refusal, noSchema);
    }

    /** Returns whether the user may use no schema of those on the search path of the connection. */
    boolean lacksSchema(Connection connection) throws SQLException {
        return equals(POSTGRESQL) && connection.getSchema() == null;
    }

    /** Returns whether a statement gave up since it did not get a lock. */
    boolean isLockTimeout(SQLException failure) {
        return isOne(failure, noLock);
    }

    private static boolean isOne(SQLException failure, Set<String> codes) {
        return codes.contains(String.valueOf(failure.getSQLState()))
                || codes.contains(String.valueOf(failure.getErrorCode()));
    }

    /** Returns the schema that a connection makes tables in, or what the database has in its place; the usual one if the user may use none. */
    @Nullable
    String schemaOf(Connection connection) throws SQLException {
        String found = equals(MARIADB) ? connection.getCatalog() : connection.getSchema();
        return found == null && equals(POSTGRESQL) ? "public" : found;
    }

    /** Returns the statements with which an administrator lets a user make Baton's tables. */
    String grantsToMigrate(String user, String schema) {
        return grant(rightsToMigrate.formatted(schema), user);
    }

    /**
     * Returns the statements with which an administrator lets a user work with Baton's tables, and do nothing more.
     *
     * @param history of the migrations, which the user only has to read
     */
    String grantsToRun(String user, String schema, Collection<String> tables, String history) {
        Stream<String> rights = Stream.concat(
                tables.stream().map(table -> "SELECT, INSERT, UPDATE, DELETE ON " + schema + "." + table),
                Stream.of("SELECT ON " + schema + "." + quoted(history)));
        if (equals(POSTGRESQL)) {
            // the right to draw ids makes unique jobs cheaper
            Stream<String> more = Stream.of(
                    "USAGE ON SEQUENCE " + schema + ".baton_job_id_seq",
                    "EXECUTE ON FUNCTION " + schema + "." + CONSTRAINT);
            rights = Stream.concat(Stream.of("USAGE ON SCHEMA " + schema), Stream.concat(rights, more));
        }
        return rights.map(right -> grant(right, user)).collect(Collectors.joining("\n"));
    }

    private String grant(String right, String user) {
        return "GRANT " + right + " TO " + (equals(MARIADB) ? account(user) : user) + ";";
    }

    private static String account(String user) {
        int host = user.lastIndexOf('@');
        return host < 0 ? "'" + user + "'" : "'" + user.substring(0, host) + "'@'%'";
    }

    /** Returns the statements with which an administrator drops Baton's tables, on H2 with the views on them. */
    String drops(String schema, Collection<String> tables, String history) {
        Stream<String> dropped = Stream.concat(tables.stream(), Stream.of(quoted(history)))
                .map(table -> "DROP TABLE IF EXISTS " + schema + "." + table + (equals(H2) ? " CASCADE;" : ";"));
        return Stream.concat(
                        dropped,
                        equals(POSTGRESQL)
                                ? Stream.of("DROP FUNCTION IF EXISTS " + schema + "." + CONSTRAINT + ";")
                                : Stream.empty())
                .collect(Collectors.joining("\n"));
    }

    /** Returns the name of Flyway's table, which Flyway quotes and H2 therefore keeps in its case. */
    private String quoted(String history) {
        return equals(H2) ? '"' + history + '"' : history;
    }
}
