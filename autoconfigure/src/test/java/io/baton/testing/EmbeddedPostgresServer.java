package io.baton.testing;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;

/** PostgreSQL from embedded binaries, which the library stops with the JVM. */
final class EmbeddedPostgresServer {

    private EmbeddedPostgresServer() {}

    static DatabaseServer start() {
        EmbeddedPostgres postgres = startServer();
        DatabaseAccess administrator = access(postgres, "postgres");
        return name -> {
            DatabaseServer.create(administrator, name);
            return access(postgres, name);
        };
    }

    private static DatabaseAccess access(EmbeddedPostgres postgres, String name) {
        return new DatabaseAccess(postgres.getJdbcUrl("postgres", name), "postgres", "postgres");
    }

    /** As durable as in production, where the library would rather be fast; in a time zone that is not that of the JVM. */
    private static EmbeddedPostgres startServer() {
        try {
            return EmbeddedPostgres.builder()
                    .setServerConfig("fsync", "on")
                    .setServerConfig("synchronous_commit", "on")
                    .setServerConfig("max_connections", "200")
                    .setServerConfig("timezone", "Asia/Kolkata")
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException("The embedded PostgreSQL does not start", e);
        }
    }
}
