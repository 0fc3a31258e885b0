package io.baton.testing;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.util.function.SingletonSupplier;

/** A kind of database server. It is started when the first database is asked of it, and dies with the JVM. */
public enum TestDatabase {
    /** No server: what stands in for the stores in the memory of this JVM. */
    MEMORY(() -> name -> {
        throw new UnsupportedOperationException("Stores in memory have no database");
    }),
    /** PostgreSQL from embedded binaries. */
    POSTGRES(OwnServers::postgres),
    /** The MariaDB of this machine, else one from embedded binaries. */
    MARIADB(OwnServers::mariaDb),
    /** H2 in the memory of this JVM; other processes cannot reach it. */
    H2(() -> name -> new DatabaseAccess("jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1", "sa", "")),
    /** PostgreSQL in a container; see {@link RequiresDocker}. */
    POSTGRES_CONTAINER(Containers::postgres),
    /** MariaDB in a container; see {@link RequiresDocker}. */
    MARIADB_CONTAINER(Containers::mariaDb),
    /** MySQL at a URL that is given, else in a container; see {@link RequiresMySql}. */
    MYSQL(MySqlServer::start);

    private static final AtomicInteger DATABASES = new AtomicInteger();
    private static final int CONNECTIONS = 20;

    @SuppressWarnings("ImmutableEnumChecker") // a server is started once, and that is all that changes
    private final Supplier<DatabaseServer> server;

    TestDatabase(Supplier<DatabaseServer> start) {
        this.server = SingletonSupplier.of(start);
    }

    /** The name in properties and reports, such as {@code postgres-container}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns why there is no such server here, else null. */
    @Nullable
    String missing() {
        return switch (this) {
            case MYSQL -> MySqlServer.isReachable() ? null : MySqlServer.MISSING;
            case POSTGRES_CONTAINER, MARIADB_CONTAINER -> Docker.answers() ? null : Docker.MISSING;
            default -> null;
        };
    }

    /** A new, empty database behind a pool of 20 connections, which the caller closes. Its URL, user and password serve other processes. */
    public HikariDataSource freshDatabase() {
        return pool(freshAccess());
    }

    /** The same, behind a URL with a further parameter such as {@code name=value}. */
    public HikariDataSource freshDatabase(String parameter) {
        DatabaseAccess access = freshAccess();
        String url = access.url() + (access.url().contains("?") ? "&" : "?") + parameter;
        return pool(new DatabaseAccess(url, access.user(), access.password()));
    }

    private static HikariDataSource pool(DatabaseAccess access) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(access.url());
        config.setUsername(access.user());
        config.setPassword(access.password());
        config.setMaximumPoolSize(CONNECTIONS);
        config.setMinimumIdle(0);
        // a test may have more threads than that; what is set later counts only after half a minute
        config.setConnectionTimeout(Duration.ofMinutes(8).toMillis());
        if (StrictFaults.CHOSEN.areWanted()) {
            config.setDriverClassName(StrictDriver.class.getName());
        }
        return new HikariDataSource(config);
    }

    /** A new, empty database and how to reach it, for tests that bring their own pool. */
    public DatabaseAccess freshAccess() {
        return server.get().createDatabase("baton_" + DATABASES.incrementAndGet());
    }
}
