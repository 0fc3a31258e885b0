package io.baton.schema;

import java.time.Duration;
import java.util.function.Consumer;
import javax.sql.DataSource;

/** Runs scripts that are not Baton's as if they were. */
final class MigrationsOf {

    private MigrationsOf() {}

    static Migrations scripts(String location, DataSource dataSource) {
        return scripts(location, dataSource, Migrations::sleep, Duration.ofMinutes(1));
    }

    static Migrations scripts(String location, DataSource dataSource, Consumer<Duration> pause, Duration longest) {
        return new Migrations(dataSource, new SchemaAccess(dataSource, null, location), pause, longest);
    }
}
