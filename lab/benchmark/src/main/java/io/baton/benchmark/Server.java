package io.baton.benchmark;

import io.baton.testing.server.DatabaseProcess;
import io.baton.testing.server.MariaDbServer;
import io.baton.testing.server.PostgresServer;
import io.baton.testing.server.Reaper;
import io.baton.testing.server.Workplace;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A database server that is there for this run only, as durable as it comes.
 *
 * @param statements what it logs, if it is PostgreSQL
 * @param parameters what the URLs end with
 * @param tidyUp what the server would do by itself sooner or later after a lot was written
 */
record Server(DatabaseProcess process, @Nullable StatementLog statements, String parameters, String tidyUp)
        implements AutoCloseable {

    static final String MYSQL = "?user=root&allowPublicKeyRetrieval=true&useSSL=false";
    private static final long UNTIL_REPORTED = 11_000;

    static Server postgres(Path directory, Reaper reaper) {
        Map<String, String> settings =
                new HashMap<>(Map.of("timezone", "UTC", "shared_buffers", "512MB", "max_connections", "300"));
        settings.putAll(StatementLog.SETTINGS);
        PostgresServer postgres = PostgresServer.start(Workplace.make(directory), settings, reaper);
        return new Server(
                postgres,
                StatementLog.in(postgres.data()),
                "?user=postgres&reWriteBatchedInserts=true",
                "VACUUM ANALYZE");
    }

    static Server mariaDb(Path directory, Reaper reaper) {
        Map<String, String> settings = Map.of("innodb-buffer-pool-size", "512M", "max-connections", "300");
        return new Server(
                MariaDbServer.start(Workplace.make(directory), settings, reaper),
                null,
                "?user=root",
                "ANALYZE TABLE baton_job");
    }

    static Server mySql(RunningMySql process) {
        return new Server(process, null, MYSQL, "ANALYZE TABLE baton_job");
    }

    /** Returns the JDBC URL of one of its databases. */
    String url(String database) {
        return process.url(database) + parameters;
    }

    /** Creates a database and returns its URL. */
    String create(String database) {
        process.createDatabase(database);
        return url(database);
    }

    /** Changes settings of a PostgreSQL for all sessions, those that are open included. */
    void configure(String... settings) throws SQLException {
        for (String setting : settings) {
            execute(url("postgres"), "ALTER SYSTEM SET " + setting);
        }
        execute(url("postgres"), "SELECT pg_reload_conf()");
    }

    void restoreConfiguration() throws SQLException {
        execute(url("postgres"), "ALTER SYSTEM RESET ALL", "SELECT pg_reload_conf()");
    }

    /** Returns what PostgreSQL has written to its log and committed so far. Waits until sessions that do nothing any more have reported it. */
    static Work work(String url) throws SQLException, InterruptedException {
        Thread.sleep(UNTIL_REPORTED);
        return new Work(
                number(url, "SELECT CAST(pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') AS bigint)"),
                number(url, "SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()"));
    }

    /** Bytes of write-ahead log of the whole server, and commits in one database. */
    record Work(long walBytes, long commits) {

        static final Work NONE = new Work(0, 0);

        Work minus(Work before) {
            return new Work(walBytes - before.walBytes, commits - before.commits);
        }
    }

    StatementLog log() {
        return Objects.requireNonNull(statements, "only PostgreSQL logs statements");
    }

    @Override
    public void close() {
        process.close();
    }

    static void execute(String url, String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    static long number(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }

    static long number(String url, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url)) {
            return number(connection, sql);
        }
    }

    static String text(String url, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }
}
