package io.baton.job.jdbc;

import io.baton.database.Database;
import io.baton.database.OwnTransactions;
import io.baton.job.Upkeep;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps a report, or that there was none, for 15 seconds, however often it is requested. A request during a query returns the last report. */
public final class JdbcUpkeep implements Upkeep {

    private static final Logger log = LoggerFactory.getLogger(JdbcUpkeep.class);
    private static final long REMEMBERED_NANOS = Duration.ofSeconds(15).toNanos();
    private static final Duration LONGEST = Duration.ofSeconds(2);

    private final Supplier<UpkeepReport> query;
    private final LongSupplier nanoTime;
    private final ReentrantLock reading = new ReentrantLock();
    private volatile @Nullable Reading last;

    JdbcUpkeep(Supplier<UpkeepReport> query, LongSupplier nanoTime) {
        this.query = query;
        this.nanoTime = nanoTime;
    }

    /**
     * Returns the upkeep of the tables on this data source, if its database reports it; the schema is that of its connections unless one is named.
     */
    public static Upkeep on(DataSource dataSource, @Nullable String schema) {
        Supplier<UpkeepReport> query = StatementsByVendor.of(new Database(dataSource, schema).limitedTo(LONGEST))
                .upkeep();
        if (query == null) {
            return UNKNOWN;
        }
        OwnTransactions transactions = new OwnTransactions(dataSource);
        return new JdbcUpkeep(() -> transactions.single(query), System::nanoTime);
    }

    @Override
    public Optional<UpkeepReport> report() {
        if (isOld(last) && reading.tryLock()) {
            try {
                if (isOld(last)) {
                    last = read();
                }
            } finally {
                reading.unlock();
            }
        }
        Reading known = last;
        return known == null ? Optional.empty() : Optional.ofNullable(known.report());
    }

    private boolean isOld(@Nullable Reading known) {
        return known == null || nanoTime.getAsLong() - known.nanos() >= REMEMBERED_NANOS;
    }

    private Reading read() {
        UpkeepReport report = null;
        try {
            report = query.get();
        } catch (RuntimeException e) {
            log.debug(
                    "The database does not report how well it cleans up: {}",
                    e.getClass().getName());
        }
        return new Reading(report, nanoTime.getAsLong());
    }

    private record Reading(@Nullable UpkeepReport report, long nanos) {}
}
