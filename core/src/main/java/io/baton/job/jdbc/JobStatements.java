package io.baton.job.jdbc;

import io.baton.database.Database;
import io.baton.database.Transactions;
import io.baton.job.Pulses;
import io.baton.job.UpkeepReport;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The statements about jobs that are not the same on every database. */
interface JobStatements {

    /** Returns how jobs are claimed; the clock measures what claims cost. */
    ClaimStatement claims(LongSupplier nanoTime);

    /** Returns how many jobs are stored at once. */
    BulkInsert bulkInsert();

    /** Returns how jobs are completed. */
    Completion completion(RowLocks locks, Transitions transitions);

    /** Returns how jobs are completed of which some are tied to something that has to follow. */
    default Completion tiedCompletion(RowLocks locks, Transitions transitions) {
        return new PortableCompletion(locks, transitions, true);
    }

    /** Returns which of the queues have ready jobs. */
    List<String> queuesWithWork(Collection<String> queues);

    /** Returns pulses of one statement, each in such a transaction; null if that is not to be had. */
    default @Nullable Pulses pulses(Transactions transactions) {
        return null;
    }

    /** Returns the question how well the database cleans up; null if it cannot tell. */
    default @Nullable Supplier<UpkeepReport> upkeep() {
        return null;
    }

    /** What most databases understand, but for the claim. */
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
            return new PortableCompletion(locks, transitions, false);
        }

        /** One probe of the claim index for each, all in one statement. */
        @Override
        public List<String> queuesWithWork(Collection<String> queues) {
            String probes = String.join(" UNION ALL ", Collections.nCopies(queues.size(), PROBE));
            return database.list(probes, String.class, queues.toArray());
        }
    }
}
