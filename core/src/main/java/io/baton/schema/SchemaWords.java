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
 * The differences of databases where tables are created and servers are recognized: codes of refusals, statements for an administrator.
 *
 * @param folder of the migrations
 * @param noSchema codes of statements that were refused because there is no such schema, or none at all
 * @param durabilityRisks a query for the settings of the server under which a committed job can be lost; null if there are none
 * @param rightsToMigrate in a schema
 * @param lockWait a statement after which the transaction waits only a moment for each lock; null if a second is the shortest wait
 * @param server a query for what differs between the servers of a cluster, in the last column
 */
record SchemaWords(
        String folder,
        Set<String> noSchema,
        @Nullable String durabilityRisks,
        String rightsToMigrate,
        @Nullable String lockWait,
        String server) {

    /** The function on PostgreSQL that decides which rows of jobs are possible. */
    private static final String CONSTRAINT = "baton_job_is_possible";

    static final SchemaWords POSTGRESQL = new SchemaWords(
            "postgresql",
            Set.of("3F000"),
            "SELECT name || ' = off' FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes')"
                    + " AND setting = 'off'",
            "USAGE, CREATE ON SCHEMA %s",
            "SET LOCAL lock_timeout = '100ms'",
            "SELECT pg_postmaster_start_time()");

    /** MySQL too. */
    static final SchemaWords MARIADB = new SchemaWords(
            "mariadb",
            Set.of("1049"),
            "SELECT 'innodb_flush_log_at_trx_commit is not 1' FROM DUAL WHERE @@innodb_flush_log_at_trx_commit <> 1",
            "CREATE, ALTER, INDEX, DROP, SELECT, INSERT, UPDATE, DELETE ON %s.*",
            null,
            "SHOW VARIABLES WHERE Variable_name IN ('hostname', 'port', 'server_id', 'server_uid', 'server_uuid', 'wsrep_node_address',"
                    + " 'wsrep_node_name')");

    static final SchemaWords H2 =
            new SchemaWords("h2", Set.of("90079"), null, "ALTER ANY SCHEMA", null, "SELECT H2VERSION()");

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

    /** Returns whether a statement was refused because there is no such schema, or none at all. */
    boolean lacksSchema(SQLException refusal) {
        return noSchema.contains(String.valueOf(refusal.getSQLState()))
                || noSchema.contains("" + refusal.getErrorCode());
    }

    /** Returns whether the user may use no schema of those on the search path of the connection. */
    boolean lacksSchema(Connection connection) throws SQLException {
        return equals(POSTGRESQL) && connection.getSchema() == null;
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
