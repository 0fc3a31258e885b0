package io.baton.connection;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/**
 * The connections of migrations, which need two at once: apart from the application's pool, which may have only one, and without the engine's
 * timeouts, since a migration may take long. With a pool other than Hikari it shares the application's.
 */
public final class SchemaPool implements AutoCloseable {

    private static final int CONNECTIONS = 3;

    private final DataSource dataSource;
    private final Runnable closing;

    private SchemaPool(DataSource dataSource, Runnable closing) {
        this.dataSource = dataSource;
        this.closing = closing;
    }

    public static SchemaPool beside(DataSource application) {
        boolean hikari = ClassUtils.isPresent("com.zaxxer.hikari.HikariDataSource", SchemaPool.class.getClassLoader());
        SchemaPool own = hikari ? Hikari.beside(application) : null;
        return own != null ? own : new SchemaPool(application, () -> {});
    }

    public DataSource dataSource() {
        return dataSource;
    }

    @Override
    public void close() {
        closing.run();
    }

    /** Apart, since Hikari may not be there. */
    private static final class Hikari {

        static @Nullable SchemaPool beside(DataSource application) {
            HikariConfig config = HikariCopy.of(application, "baton-schema", CONNECTIONS);
            if (config == null) {
                return null;
            }
            HikariDataSource own = new HikariDataSource(config);
            return new SchemaPool(own, own::close);
        }
    }
}
