package io.baton.autoconfigure;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.baton.job.Pulses;
import io.baton.job.jdbc.KeptConnection;
import java.time.Duration;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.jdbc.DataSourceUnwrapper;
import org.springframework.util.ClassUtils;

/**
 * The few connections that the engine claims, settles and beats on, so that handlers which use up the application's pool do not make a
 * live worker look dead. With a pool other than Hikari it shares the application's.
 */
final class EnginePool implements DisposableBean {

    private static final int CONNECTIONS = 7;

    /** A beat that waits longer for its connection comes too late anyway. */
    private static final long LONGEST_WAIT_MILLIS = 5_000;

    private final DataSource dataSource;
    private final @Nullable AutoCloseable own;

    private EnginePool(DataSource dataSource, @Nullable AutoCloseable own) {
        this.dataSource = dataSource;
        this.own = own;
    }

    /** A pool whose connections give up on an answer when a worker that is silent for as long would be taken for dead. */
    static EnginePool beside(DataSource application, Duration deadAfter) {
        boolean hikari = ClassUtils.isPresent("com.zaxxer.hikari.HikariDataSource", EnginePool.class.getClassLoader());
        EnginePool own = hikari ? Hikari.beside(application, deadAfter) : null;
        return own != null ? own : new EnginePool(application, null);
    }

    DataSource dataSource() {
        return dataSource;
    }

    /** Pulses on a connection that is theirs, unless that would take it from the application's pool for good. */
    Pulses pulses(Function<DataSource, Pulses> on) {
        return own == null ? on.apply(dataSource) : new KeptConnection(dataSource, on);
    }

    @Override
    public void destroy() throws Exception {
        if (own != null) {
            own.close();
        }
    }

    /** Apart, since Hikari may not be there. */
    private static final class Hikari {

        static @Nullable EnginePool beside(DataSource application, Duration deadAfter) {
            HikariDataSource pool = DataSourceUnwrapper.unwrap(application, HikariDataSource.class);
            if (pool == null) {
                return null;
            }
            HikariConfig config = new HikariConfig();
            pool.copyStateTo(config);
            config.setPoolName("baton");
            config.setMaximumPoolSize(CONNECTIONS);
            config.setMinimumIdle(1);
            config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
            config.setReadOnly(false);
            config.setAutoCommit(true);
            config.setRegisterMbeans(false);
            config.setLeakDetectionThreshold(0);
            config.setConnectionTimeout(Math.min(config.getConnectionTimeout(), LONGEST_WAIT_MILLIS));
            config.setInitializationFailTimeout(-1);
            // not as properties of the driver, which the copy shares with the application's pool
            config.setJdbcUrl(DriverLimits.in(config.getJdbcUrl(), config.getDataSourceProperties(), deadAfter));
            HikariDataSource own = new HikariDataSource(config);
            return new EnginePool(own, own);
        }
    }
}
