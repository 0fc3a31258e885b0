package io.baton.schema;

import io.baton.database.Dialect;
import org.jspecify.annotations.Nullable;

/**
 * The differences of databases where tables are created and servers are recognized.
 *
 * @param folder of the migrations
 * @param durabilityRisks a query for the settings of the server under which a committed job can be lost; null if there are none
 * @param server a query for what differs between the servers of a cluster, in the last column
 */
record SchemaWords(String folder, @Nullable String durabilityRisks, String server) {

    private static final SchemaWords POSTGRESQL = new SchemaWords(
            "postgresql",
            "SELECT name || ' = off' FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes')"
                    + " AND setting = 'off'",
            "SELECT pg_postmaster_start_time()");

    /** MySQL too. */
    private static final SchemaWords MARIADB = new SchemaWords(
            "mariadb",
            "SELECT 'innodb_flush_log_at_trx_commit is not 1' FROM DUAL WHERE @@innodb_flush_log_at_trx_commit <> 1",
            "SHOW VARIABLES WHERE Variable_name IN ('hostname', 'port', 'server_id', 'server_uid', 'server_uuid', 'wsrep_node_address',"
                    + " 'wsrep_node_name')");

    static final SchemaWords H2 = new SchemaWords("h2", null, "SELECT H2VERSION()");

    static SchemaWords of(Dialect dialect) {
        return switch (dialect.vendor()) {
            case "postgresql" -> POSTGRESQL;
            case "h2" -> H2;
            default -> MARIADB;
        };
    }

    /** Returns the folder of the migrations on the class path. */
    String location() {
        return "io/baton/schema/" + folder;
    }

    /** Returns a statement on Flyway's table, whose names are quoted in it, as H2 has them in the case that Flyway gave them. */
    String quoted(String statement) {
        return equals(H2) ? statement : statement.replace("\"", "");
    }
}
