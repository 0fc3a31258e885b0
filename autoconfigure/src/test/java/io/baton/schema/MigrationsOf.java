package io.baton.schema;

import io.baton.database.Database;
import io.baton.database.Dialect;
import io.baton.database.Vendor;
import java.time.Duration;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;

/** Runs scripts that are not Baton's as if they were. */
final class MigrationsOf {

    private MigrationsOf() {}

    static Migrations scripts(String location, DataSource dataSource) {
        JdbcTemplate jdbc = new JdbcTemplate(dataSource);
        Dialect dialect = Vendor.dialect(dataSource);
        Scripts scripts = new Scripts(location);
        SchemaAccess access = new SchemaAccess(jdbc, dialect, null, scripts);
        RunByHand byHand = new RunByHand(new Database(dataSource, null), access, scripts);
        LockRetries retries = new LockRetries(jdbc, dialect, LockRetries::sleep, Duration.ofMinutes(1));
        return new Migrations(dataSource, null, access, byHand, retries);
    }
}
