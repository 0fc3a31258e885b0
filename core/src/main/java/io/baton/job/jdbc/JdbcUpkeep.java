package io.baton.job.jdbc;

import io.baton.database.Database;
import io.baton.database.OwnTransactions;
import io.baton.job.Upkeep;
import io.baton.job.UpkeepReport;
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

    private final Supplier<UpkeepReport> question;
    private final LongSupplier nanoTime;
    private final ReentrantLock asking = new ReentrantLock();
    private volatile @Nullable Answer last;

    JdbcUpkeep(Supplier<UpkeepReport> question, LongSupplier nanoTime) {
        this.question = question;
        this.nanoTime = nanoTime;
    }

    /**
     * Returns the upkeep of the tables on this data source, if its database reports it; the schema is that of its connections unless one is named.
     */
    public static Upkeep on(DataSource dataSource, @Nullable String schema) {
        Supplier<UpkeepReport> question = StatementsByVendor.of(new Database(dataSource, schema).limitedTo(LONGEST))
                .upkeep();
        if (question == null) {
            return UNTOLD;
        }
        OwnTransactions transactions = new OwnTransactions(dataSource);
        return new JdbcUpkeep(() -> transactions.single(question), System::nanoTime);
    }

    @Override
    public Optional<UpkeepReport> report() {
        if (isOld(last) && asking.tryLock()) {
            try {
                if (isOld(last)) {
                    last = ask();
                }
            } finally {
                asking.unlock();
            }
        }
        Answer known = last;
        return known == null ? Optional.empty() : Optional.ofNullable(known.report());
    }

    private boolean isOld(@Nullable Answer answer) {
        return answer == null || nanoTime.getAsLong() - answer.nanos() >= REMEMBERED_NANOS;
    }

    private Answer ask() {
        UpkeepReport report = null;
        try {
            report = question.get();
        } catch (RuntimeException e) {
            log.debug(
                    "The database does not report how well it cleans up: {}",
                    e.getClass().getName());
        }
        return new Answer(report, nanoTime.getAsLong());
    }

    private record Answer(@Nullable UpkeepReport report, long nanos) {}
}
