package io.baton.benchmark;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;

/** PostgreSQL 18, durable, and otherwise as it comes. */
final class PostgresServer implements Server {

    private final EmbeddedPostgres postgres;
    private final Path directory;

    PostgresServer(Path directory) throws IOException {
        this.directory = directory;
        postgres = EmbeddedPostgres.builder()
                .setDataDirectory(directory)
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("shared_buffers", "512MB")
                .setServerConfig("max_connections", "300")
                .setServerConfig("logging_collector", "on")
                .setServerConfig("log_directory", "benchmark")
                .setServerConfig("log_filename", "log")
                .setServerConfig("log_line_prefix", "%d:")
                .start();
    }

    StatementLog log() {
        return new StatementLog(directory.resolve("benchmark/log"));
    }

    String version() throws SQLException {
        try (var connection = postgres.getPostgresDatabase().getConnection();
                var row = connection.createStatement().executeQuery("""
                        SELECT concat_ws(', ', 'PostgreSQL ' || current_setting('server_version'),
                            'fsync=' || current_setting('fsync'),
                            'synchronous_commit=' || current_setting('synchronous_commit'),
                            'shared_buffers=' || current_setting('shared_buffers'))""")) {
            row.next();
            return row.getString(1);
        }
    }

    @Override
    public String url(String database) {
        return postgres.getJdbcUrl("postgres", database) + "&reWriteBatchedInserts=true";
    }

    @Override
    public String administration() {
        return "postgres";
    }

    @Override
    public String create(String database) throws SQLException {
        Server.execute(url("postgres"), "DROP DATABASE IF EXISTS " + database + " WITH (FORCE)");
        return Server.super.create(database);
    }

    @Override
    public long process() {
        try {
            return Long.parseLong(
                    Files.readAllLines(directory.resolve("postmaster.pid")).get(0));
        } catch (IOException e) {
            throw new IllegalStateException("PostgreSQL is gone", e);
        }
    }

    @Override
    public String tidyUp() {
        return "VACUUM ANALYZE";
    }

    @Override
    public void close() {
        try {
            postgres.close();
        } catch (IOException e) {
            throw new IllegalStateException("PostgreSQL does not stop", e);
        }
    }
}
