package io.baton.connection;

import com.zaxxer.hikari.HikariDataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Connects with the current credentials of the application's pool, whose password may change while the application runs. */
final class CredentialsOfPool extends DriverManagerDataSource {

    private final HikariDataSource pool;

    CredentialsOfPool(HikariDataSource pool, String url) {
        super(url);
        this.pool = pool;
    }

    @Override
    public @Nullable String getUsername() {
        return pool.getCredentials().getUsername();
    }

    @Override
    public @Nullable String getPassword() {
        return pool.getCredentials().getPassword();
    }
}
