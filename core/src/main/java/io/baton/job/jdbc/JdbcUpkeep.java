package io.baton.job.jdbc;

import io.baton.database.Database;
import io.baton.database.Micros;
import io.baton.database.OwnTransactions;
import io.baton.job.Upkeep;
import io.baton.job.Upkeep.UpkeepReport.OldestTransaction;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the statistics of PostgreSQL without locks. Keeps the report, or its absence, for 15 seconds, however often it is requested. A request during
 * a query returns the last report.
 */
public final class JdbcUpkeep implements Upkeep {

    private static final Logger log = LoggerFactory.getLogger(JdbcUpkeep.class);
    private static final long REMEMBERED_NANOS = Duration.ofSeconds(15).toNanos();
    private static final Duration LONGEST = Duration.ofSeconds(2);

    /** Only a member of pg_read_all_stats sees the age of another role's transaction. Vacuums are left out, since they keep no dead rows. */
    private static final String READ = """
            SELECT COALESCE(pg_stat_get_dead_tuples(to_regclass('baton_job')), 0) AS dead_rows, oldest.*
            FROM (VALUES (1)) AS always LEFT JOIN (
                SELECT name, remedy, CAST(EXTRACT(EPOCH FROM clock_timestamp() - since) * 1000000 AS bigint) AS micros
                FROM (
                    SELECT 'process ' || pid AS name, xact_start AS since,
                        'let it finish, or run SELECT pg_terminate_backend(' || pid || ')' AS remedy
                    FROM pg_stat_activity
                    WHERE (backend_xmin IS NOT NULL OR backend_xid IS NOT NULL) AND datname = current_database()
                        AND pid <> pg_backend_pid() AND backend_type <> 'autovacuum worker'
                        AND pid NOT IN (SELECT pid FROM pg_stat_progress_vacuum)
                    UNION ALL SELECT 'prepared transaction ' || quote_literal(gid), prepared,
                        'run COMMIT PREPARED or ROLLBACK PREPARED ' || quote_literal(gid)
                    FROM pg_prepared_xacts WHERE database = current_database()) AS holding
                WHERE since IS NOT NULL
                ORDER BY since LIMIT 1) AS oldest ON TRUE""";

    private final Supplier<UpkeepReport> query;
    private final LongSupplier nanoTime;
    private final ReentrantLock reading = new ReentrantLock();
    private volatile Optional<UpkeepReport> last = Optional.empty();
    private long nextNanos;

    JdbcUpkeep(Supplier<UpkeepReport> query, LongSupplier nanoTime) {
        this.query = query;
        this.nanoTime = nanoTime;
        this.nextNanos = nanoTime.getAsLong();
    }

    /**
     * Returns the upkeep of the tables on this data source if its database reports it. If {@code schema} is null, its connections determine it.
     */
    public static Upkeep on(DataSource dataSource, @Nullable String schema) {
        Database database = new Database(dataSource, schema).limitedTo(LONGEST);
        if (!database.dialect().verbsAreStatements()) {
            return UNKNOWN;
        }
        OwnTransactions transactions = new OwnTransactions(dataSource);
        return new JdbcUpkeep(
                () -> transactions.single(
                        () -> database.query(READ, (row, number) -> report(row)).get(0)),
                System::nanoTime);
    }

    private static UpkeepReport report(ResultSet row) throws SQLException {
        String name = row.getString("name");
        OldestTransaction oldest = name == null
                ? null
                : new OldestTransaction(
                        name, Micros.duration(Math.max(0, row.getLong("micros"))), row.getString("remedy"));
        return new UpkeepReport(row.getLong("dead_rows"), oldest);
    }

    @Override
    public Optional<UpkeepReport> report() {
        if (reading.tryLock()) {
            try {
                if (nanoTime.getAsLong() - nextNanos >= 0) {
                    last = read();
                    nextNanos = nanoTime.getAsLong() + REMEMBERED_NANOS;
                }
            } finally {
                reading.unlock();
            }
        }
        return last;
    }

    private Optional<UpkeepReport> read() {
        try {
            return Optional.of(query.get());
        } catch (RuntimeException e) {
            log.debug(
                    "The database does not report how well it cleans up: {}",
                    e.getClass().getName());
            return Optional.empty();
        }
    }
}
