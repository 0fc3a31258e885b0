package io.baton.connection;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import com.zaxxer.hikari.util.DriverDataSource;
import io.baton.job.Pulses;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.SmartLifecycle;
import org.springframework.util.ClassUtils;

/**
 * The connections on which the engine claims, settles and sends heartbeats, so that a live worker does not count as dead when handlers use up the
 * application's pool. With a pool other than Hikari it shares the application's.
 */
public final class EnginePool implements SmartLifecycle, DisposableBean {

    /** Started before everything that uses it, and stopped after it. */
    static final int PHASE = DEFAULT_PHASE - 515;

    private static final int CONNECTIONS = 7;
    private static final int KEPT_IDLE = 1;

    /** The connections that writes of handlers about their jobs may use at once. */
    public static final int FOR_HANDLERS = 2;

    /** A heartbeat that waits longer for its connection comes too late anyway. */
    private static final long LONGEST_WAIT_MILLIS = 5_000;

    private final DataSource dataSource;
    private final @Nullable Hikari own;
    private final List<KeptConnection> kept = new CopyOnWriteArrayList<>();
    private volatile boolean running;

    private EnginePool(DataSource dataSource, @Nullable Hikari own) {
        this.dataSource = dataSource;
        this.own = own;
    }

    /**
     * Creates a pool whose connections wait no longer for a response than {@code deadAfter}.
     *
     * @param worker its name, with which the server lists the connections; blank if it has none
     */
    public static EnginePool beside(DataSource application, Duration deadAfter, String worker) {
        boolean hikari = ClassUtils.isPresent("com.zaxxer.hikari.HikariDataSource", EnginePool.class.getClassLoader());
        EnginePool own = hikari ? Hikari.beside(application, deadAfter, worker) : null;
        return own != null ? own : sharing(application);
    }

    /** Creates one that takes its connections from the application's pool. */
    public static EnginePool sharing(DataSource application) {
        return new EnginePool(application, null);
    }

    public DataSource dataSource() {
        return dataSource;
    }

    /** Returns pulses on a connection of their own, or on the application's pool where this shares it. */
    public Pulses pulses(Function<DataSource, Pulses> on) {
        if (own == null) {
            return on.apply(dataSource);
        }
        KeptConnection connection = new KeptConnection(dataSource, on);
        kept.add(connection);
        return connection;
    }

    @Override
    public void start() {
        running = true;
        if (own != null) {
            own.keep();
        }
    }

    /** Closes every connection, since a context may stay paused for long. */
    @Override
    public void stop() {
        running = false;
        kept.forEach(KeptConnection::close);
        if (own != null) {
            own.release();
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
    public void destroy() {
        if (own != null) {
            own.close();
        }
    }

    /** Apart, since Hikari may not be there. */
    private record Hikari(HikariDataSource pool) {

        void keep() {
            pool.setMinimumIdle(KEPT_IDLE);
        }

        void release() {
            pool.setMinimumIdle(0);
            HikariPoolMXBean connections = pool.getHikariPoolMXBean();
            if (connections != null) {
                connections.softEvictConnections();
            }
        }

        void close() {
            pool.close();
        }

        static @Nullable EnginePool beside(DataSource application, Duration deadAfter, String worker) {
            HikariConfig config = HikariCopy.of(application, "baton", CONNECTIONS);
            if (config == null) {
                return null;
            }
            config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
            config.setAutoCommit(true);
            if (config.getExceptionOverrideClassName() == null && config.getExceptionOverride() == null) {
                config.setExceptionOverride(new ReadOnlyConnections());
            }
            config.setConnectionTimeout(Math.min(config.getConnectionTimeout(), LONGEST_WAIT_MILLIS));
            config.setInitializationFailTimeout(-1);
            // not as properties of the driver, which the copy shares with the application's pool
            String url = config.getJdbcUrl();
            String limited = DriverLimits.in(url, config.getDataSourceProperties(), deadAfter);
            config.setJdbcUrl(ConnectionLabel.in(limited, config.getDataSourceProperties(), worker));
            if (usesUrl(config)
                    && DriverLimits.areForConnectingOnly(url, config.getDataSourceProperties(), deadAfter)) {
                config.setDataSource(new PatientConnections(driver(config), deadAfter));
            }
            HikariDataSource own = new HikariDataSource(config);
            return new EnginePool(own, new Hikari(own));
        }

        /** Returns whether the pool connects by the URL. */
        private static boolean usesUrl(HikariConfig config) {
            return config.getDataSource() == null && config.getDataSourceClassName() == null;
        }

        /** As the pool would make it. */
        private static DataSource driver(HikariConfig config) {
            return new DriverDataSource(
                    config.getJdbcUrl(), config.getDriverClassName(), config.getDataSourceProperties(), null, null);
        }
    }
}
