package io.baton.job.jdbc;

import io.baton.database.Database;
import io.baton.database.Transactions;
import io.baton.job.Pulses;
import io.baton.job.Upkeep.UpkeepReport;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The statements about jobs that differ between databases. */
interface JobStatements {

    /** Returns the claims; the clock measures what they cost. */
    ClaimStatement claims(LongSupplier nanoTime);

    /** Returns the insert of many jobs. */
    BulkInsert bulkInsert();

    /** Returns the completion of jobs. */
    Completion completion(RowLocks locks, Transitions transitions);

    /** Returns which of the queues have ready jobs. */
    List<String> queuesWithWork(Collection<String> queues);

    /** Returns pulses of one statement, each in a transaction; null if the database does not support them. */
    default @Nullable Pulses pulses(Transactions transactions) {
        return null;
    }

    /** Returns the query how well the database cleans up; null if it does not report it. */
    default @Nullable Supplier<UpkeepReport> upkeep() {
        return null;
    }

    /** Portable statements, but for the claim. */
    record Portable(Database database, ClaimStatement claim) implements JobStatements {

        private static final String PROBE =
                "(SELECT queue FROM baton_job WHERE state = 1 AND queue = ? ORDER BY job_rank, due_at, id LIMIT 1)";

        @Override
        public ClaimStatement claims(LongSupplier nanoTime) {
            return claim;
        }

        @Override
        public BulkInsert bulkInsert() {
            return new MultiRowInsert(database);
        }

        @Override
        public Completion completion(RowLocks locks, Transitions transitions) {
            return new PortableCompletion(locks, transitions);
        }

        /** One statement with one probe of the claim index for each queue. */
        @Override
        public List<String> queuesWithWork(Collection<String> queues) {
            String probes = String.join(" UNION ALL ", Collections.nCopies(queues.size(), PROBE));
            return database.list(probes, String.class, queues.toArray());
        }
    }
}
