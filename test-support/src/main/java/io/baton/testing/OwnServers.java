package io.baton.testing;

import io.baton.testing.server.DatabaseProcess;
import io.baton.testing.server.MariaDbServer;
import io.baton.testing.server.PostgresServer;
import io.baton.testing.server.Reaper;
import io.baton.testing.server.Workplace;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Servers that belong to this JVM, in a time zone that is not that of the JVM. Their commits outlive a kill of the server, since they reach the
 * operating system, but not a power failure, which no test brings about: to wait for the disk would be a third of the time of a contract.
 */
final class OwnServers {

    private static final AtomicInteger ATTEMPTS = new AtomicInteger();

    private OwnServers() {}

    static DatabaseServer postgres() {
        System.err.println("PostgreSQL of the tests: " + PostgresServer.programs());
        return endingWithThisJvm(PostgresServer.start(
                directory("postgres-server"),
                Map.of("max_connections", "200", "timezone", "Asia/Kolkata", "fsync", "off"),
                Reaper.ofThisJvm()));
    }

    static DatabaseServer mariaDb() {
        System.err.println("MariaDB of the tests: " + MariaDbServer.program());
        return endingWithThisJvm(MariaDbServer.start(
                directory("mariadb-server"),
                Map.of(
                        "max-connections", "200",
                        "default-time-zone", "+05:30",
                        "innodb-flush-log-at-trx-commit", "2",
                        "innodb-doublewrite", "0"),
                Reaper.ofThisJvm()));
    }

    /** Returns a new one each time: what an attempt that failed left behind must not be taken for a server's data. */
    private static Path directory(String name) {
        return Workplace.make(Reaper.ofThisJvm().directory().resolve(name + "-" + ATTEMPTS.incrementAndGet()));
    }

    /** In good order if the JVM ends in good order, else by the reaper. */
    private static DatabaseServer endingWithThisJvm(DatabaseProcess server) {
        Runtime.getRuntime().addShutdownHook(new Thread(server::close, "stop-database"));
        return name -> {
            server.createDatabase(name);
            return new DatabaseAccess(server.url(name), server.user(), "");
        };
    }
}
