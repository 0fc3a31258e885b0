package io.baton.connection;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import com.zaxxer.hikari.SQLExceptionOverride;
import io.baton.database.TransientFailure;
import io.baton.job.Pulse;
import io.baton.job.Pulses;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.SmartDataSource;
import org.springframework.util.ClassUtils;

/**
 * The connections on which the engine claims, settles and sends heartbeats; without them, a living worker would count as dead when handlers use up
 * the application's pool. Also the connections of migrations. If the application's pool is not Hikari, the engine shares it.
 */
public final class EnginePool implements SmartLifecycle, AutoCloseable {

    /** The phase of the pool, which starts before everything that uses it and stops afterwards. */
    static final int PHASE = DEFAULT_PHASE - 515;

    private static final int CONNECTIONS = 7;
    private static final int FOR_MIGRATIONS = 3;
    private static final int KEPT_IDLE = 1;

    /** The number of connections that handlers may use at once for writes about their jobs. */
    public static final int FOR_HANDLERS = 2;

    /** The maximum wait for a connection, since a later heartbeat would be too late anyway. */
    private static final long LONGEST_WAIT_MILLIS = 5_000;

    private final DataSource dataSource;
    private final boolean own;
    private final List<Kept> kept = new CopyOnWriteArrayList<>();
    private volatile boolean running;

    /** Uses the application's pool if {@code own} is null. */
    private EnginePool(DataSource application, @Nullable DataSource own) {
        this.dataSource = own == null ? application : own;
        this.own = own != null;
    }

    /** Creates a pool whose connections wait for a response no longer than {@code deadAfter}, and have the worker's name as label. */
    public static EnginePool beside(DataSource application, Duration deadAfter, String worker) {
        return new EnginePool(application, hasHikari() ? Own.forEngine(application, deadAfter, worker) : null);
    }

    /**
     * Creates the pool of migrations. They need two connections at once, and the application's pool may have only one. The engine's timeouts do not
     * apply, since a migration may take long.
     */
    public static EnginePool forMigrations(DataSource application) {
        return new EnginePool(application, hasHikari() ? Own.forMigrations(application) : null);
    }

    public static EnginePool sharing(DataSource application) {
        return new EnginePool(application, null);
    }

    /** Returns a data source at another URL, with the current credentials of the application's pool if that is Hikari, else with those of the URL. */
    public static DataSource at(String url, DataSource application) {
        return hasHikari() ? Own.at(url, application) : new DriverManagerDataSource(url);
    }

    private static boolean hasHikari() {
        return ClassUtils.isPresent("com.zaxxer.hikari.HikariDataSource", EnginePool.class.getClassLoader());
    }

    public DataSource dataSource() {
        return dataSource;
    }

    /** Returns pulses on a separate connection, or on the application's pool if that is shared. */
    public Pulses pulses(Function<DataSource, Pulses> on) {
        if (!own) {
            return on.apply(dataSource);
        }
        Kept connection = new Kept(dataSource, on);
        kept.add(connection);
        return connection;
    }

    @Override
    public void start() {
        running = true;
        if (own) {
            ((HikariDataSource) dataSource).setMinimumIdle(KEPT_IDLE);
        }
    }

    /** Closes every connection and keeps no idle ones, since a context may stay paused for a long time. */
    @Override
    public void stop() {
        running = false;
        kept.forEach(Kept::release);
        if (own) {
            HikariDataSource pool = (HikariDataSource) dataSource;
            pool.setMinimumIdle(0);
            HikariPoolMXBean connections = pool.getHikariPoolMXBean();
            if (connections != null) {
                connections.softEvictConnections();
            }
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }

    @Override
    public void close() {
        if (own) {
            ((HikariDataSource) dataSource).close();
        }
    }

    /**
     * A pooled connection that stays open between heartbeats, so that a heartbeat need not wait for a connection or its validation. It is returned to
     * the pool when it fails or is five minutes old. Only one thread sends heartbeats on it.
     */
    private static final class Kept extends DelegatingDataSource implements SmartDataSource, Pulses {

        private static final long OLD_NANOS = Duration.ofMinutes(5).toNanos();

        private final Pulses pulses;
        private @Nullable Connection connection;
        private long since;

        Kept(DataSource pool, Function<DataSource, Pulses> on) {
            super(pool);
            this.pulses = on.apply(this);
        }

        @Override
        public Pulse take(long workerId, Set<String> queues) {
            try {
                return pulses.take(workerId, queues);
            } catch (RuntimeException | Error e) {
                release();
                throw e;
            }
        }

        @Override
        public synchronized Connection getConnection() throws SQLException {
            Connection current = connection;
            if (current == null || current.isClosed() || System.nanoTime() - since > OLD_NANOS) {
                release();
                current = super.getConnection();
                connection = current;
                since = System.nanoTime();
            }
            return current;
        }

        @Override
        public boolean shouldClose(Connection connection) {
            return false;
        }

        synchronized void release() {
            DataSourceUtils.releaseConnection(connection, getTargetDataSource());
            connection = null;
        }
    }

    /** Creates Baton's own pools. This is a separate class, since Hikari may be missing. */
    private static final class Own {

        static @Nullable HikariDataSource forMigrations(DataSource application) {
            HikariConfig config = settings(application, "baton-schema", FOR_MIGRATIONS);
            return config == null ? null : new HikariDataSource(config);
        }

        static @Nullable HikariDataSource forEngine(DataSource application, Duration deadAfter, String worker) {
            HikariConfig config = settings(application, "baton", CONNECTIONS);
            if (config == null) {
                return null;
            }
            config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
            if (config.getExceptionOverrideClassName() == null && config.getExceptionOverride() == null) {
                config.setExceptionOverride(new ReadOnlyConnections());
            }
            config.setConnectionTimeout(Math.min(config.getConnectionTimeout(), LONGEST_WAIT_MILLIS));
            config.setInitializationFailTimeout(-1);
            // the properties of the driver are not used, since the copy shares them with the application's pool
            String url = config.getJdbcUrl();
            Properties properties = config.getDataSourceProperties();
            config.setJdbcUrl(DriverLimits.labelled(DriverLimits.in(url, properties, deadAfter), properties, worker));
            return DriverLimits.areForConnectingOnly(url, properties, deadAfter)
                    ? new Patient(config, Math.toIntExact(deadAfter.toMillis()))
                    : new HikariDataSource(config);
        }

        static DataSource at(String url, DataSource application) {
            HikariDataSource pool = pool(application);
            return pool == null ? new DriverManagerDataSource(url) : new CredentialsOfPool(pool, url);
        }

        private static @Nullable HikariDataSource pool(DataSource application) {
            DataSource pool = application;
            while (pool != null && !(pool instanceof HikariDataSource)) {
                pool = ManagedDataSource.inside(pool);
            }
            return (HikariDataSource) pool;
        }

        /** Returns the settings of the application's pool for a small pool of Baton's; null if it is not Hikari. */
        private static @Nullable HikariConfig settings(DataSource application, String name, int connections) {
            HikariDataSource copied = pool(application);
            if (copied == null) {
                return null;
            }
            HikariConfig config = new HikariConfig();
            copied.copyStateTo(config);
            if (config.getCredentialsProvider() == null) {
                // read for each connection, since a password may change meanwhile, or be a token that expires
                config.setCredentialsProvider(copied::getCredentials);
            }
            config.setPoolName(name);
            config.setMaximumPoolSize(connections);
            config.setMinimumIdle(0);
            config.setAutoCommit(true);
            config.setReadOnly(false);
            config.setRegisterMbeans(false);
            config.setLeakDetectionThreshold(0);
            return config;
        }
    }

    /** Connects with the current credentials of the application's pool, whose password may change while the application runs. */
    private static final class CredentialsOfPool extends DriverManagerDataSource {

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

    /**
     * Connections whose network timeout is increased when they are open. A driver that tries several hosts has one timeout for both: while it
     * connects, it is a host's share of the time for all hosts, which would be too short for a statement.
     */
    private static final class Patient extends HikariDataSource {

        private final int timeoutMillis;

        Patient(HikariConfig config, int timeoutMillis) {
            super(config);
            this.timeoutMillis = timeoutMillis;
        }

        @Override
        public Connection getConnection() throws SQLException {
            Connection connection = super.getConnection();
            try {
                connection.setNetworkTimeout(Runnable::run, timeoutMillis);
            } catch (SQLException | RuntimeException e) {
                evictConnection(connection);
                throw e;
            }
            return connection;
        }
    }

    /**
     * Evicts connections to servers that no longer accept writes. After a failover such a server is not the primary, and the pool would keep the
     * connections as long as they are valid.
     */
    private static final class ReadOnlyConnections implements SQLExceptionOverride {

        @java.lang.Override
        public SQLExceptionOverride.Override adjudicate(SQLException failure) {
            return TransientFailure.isReadOnly(failure)
                    ? SQLExceptionOverride.Override.MUST_EVICT
                    : SQLExceptionOverride.Override.CONTINUE_EVICT;
        }
    }
}
