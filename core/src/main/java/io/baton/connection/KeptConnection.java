package io.baton.connection;

import io.baton.job.Pulse;
import io.baton.job.Pulses;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.datasource.AbstractDataSource;
import org.springframework.jdbc.datasource.SmartDataSource;

/**
 * A connection of a pool that is kept between heartbeats, so that a heartbeat neither waits for one nor has it validated. Returned to the pool when
 * it fails or is five minutes old. For one thread.
 */
final class KeptConnection extends AbstractDataSource implements SmartDataSource, Pulses, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(KeptConnection.class);
    private static final long OLD_NANOS = Duration.ofMinutes(5).toNanos();

    private final DataSource pool;
    private final Pulses pulses;
    private @Nullable Connection kept;
    private long since;

    /** Creates a connection for pulses on the data source that the function is given, which is this one. */
    KeptConnection(DataSource pool, Function<DataSource, Pulses> pulses) {
        this.pool = pool;
        this.pulses = pulses.apply(this);
    }

    @Override
    public Pulse take(long workerId, Set<String> queues) {
        try {
            return pulses.take(workerId, queues);
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    @Override
    public synchronized Connection getConnection() throws SQLException {
        Connection current = kept;
        if (current == null || current.isClosed() || System.nanoTime() - since > OLD_NANOS) {
            close();
            current = pool.getConnection();
            kept = current;
            since = System.nanoTime();
        }
        return current;
    }

    @Override
    public Connection getConnection(String username, String password) throws SQLException {
        return getConnection();
    }

    @Override
    public boolean shouldClose(Connection connection) {
        return false;
    }

    @Override
    public synchronized void close() {
        Connection current = kept;
        kept = null;
        if (current != null) {
            try {
                current.close();
            } catch (SQLException e) {
                log.debug(
                        "The connection that was kept for heartbeats could not be closed (SQLState {})",
                        e.getSQLState());
            }
        }
    }
}
