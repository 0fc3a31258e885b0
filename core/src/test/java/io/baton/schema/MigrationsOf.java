package io.baton.schema;

import io.baton.database.Database;
import io.baton.database.Vendor;
import java.time.Duration;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;

/** Runs scripts that are not Baton's as if they were. */
final class MigrationsOf {

    private MigrationsOf() {}

    static Migrations scripts(String location, DataSource dataSource) {
        return scripts(location, dataSource, LockRetries::sleep, Duration.ofMinutes(1));
    }

    static Migrations scripts(String location, DataSource dataSource, Consumer<Duration> pause, Duration longest) {
        JdbcTemplate jdbc = new JdbcTemplate(dataSource);
        SchemaWords words = SchemaWords.of(Vendor.dialect(dataSource));
        Scripts scripts = new Scripts(location);
        SchemaAccess access = new SchemaAccess(jdbc, words, null, scripts);
        ManualMigrations manual = new ManualMigrations(new Database(dataSource, null), access, scripts);
        LockRetries retries = new LockRetries(new Database(dataSource, null), pause, longest);
        return new Migrations(dataSource, null, access, manual, retries);
    }
}
