package io.baton.connection;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Settings for pools beside the application's. Refers to Hikari, which may not be there. */
final class HikariCopy {

    private HikariCopy() {}

    /** Returns the settings of the application's pool for a small one of Baton's; null if that is of another kind. */
    static @Nullable HikariConfig of(DataSource application, String name, int connections) {
        HikariDataSource pool = pool(application);
        if (pool == null) {
            return null;
        }
        HikariConfig config = new HikariConfig();
        pool.copyStateTo(config);
        if (config.getCredentialsProvider() == null) {
            // read for each connection, since a password may change while the application runs, or be a token that
            // expires
            config.setCredentialsProvider(pool::getCredentials);
        }
        config.setPoolName(name);
        config.setMaximumPoolSize(connections);
        config.setMinimumIdle(0);
        config.setReadOnly(false);
        config.setRegisterMbeans(false);
        config.setLeakDetectionThreshold(0);
        return config;
    }

    private static @Nullable HikariDataSource pool(DataSource application) {
        DataSource current = application;
        while (current != null && !(current instanceof HikariDataSource)) {
            current = ManagedDataSource.inside(current);
        }
        return (HikariDataSource) current;
    }
}
