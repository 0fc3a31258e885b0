package io.baton.sequence;

import io.baton.database.Database;
import io.baton.database.Transactions;
import io.baton.job.DirtySet;
import io.baton.loop.SweepTask;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repairs, in bounded portions, rows of jobs that a node changed which does not know sequences, or that were changed manually. Used by one thread at a
 * time.
 */
public final class RepairSequences implements SweepTask {

    private static final Logger log = LoggerFactory.getLogger(RepairSequences.class);
    private static final int PORTION = 400;
    private static final Duration BETWEEN_PORTIONS = Duration.ofSeconds(1);
    private static final Duration INTERVAL = Duration.ofMinutes(5);

    private final SequenceRows rows;
    private final Transactions transactions;
    private final DirtySet<String> dirty;
    private long seen;

    public RepairSequences(Database database, Transactions transactions, DirtySet<String> dirty) {
        this.rows = new SequenceRows(database);
        this.transactions = transactions;
        this.dirty = dirty;
    }

    @Override
    public Duration sweep() {
        Map<Integer, List<Long>> portion = transactions.run(() -> rows.portion(seen, PORTION));
        List<Long> jobs =
                portion.values().stream().flatMap(Collection::stream).sorted().toList();
        seen = jobs.size() < PORTION ? 0 : jobs.get(PORTION - 1);
        portion.remove(0);
        Set<String> repaired = portion.isEmpty()
                ? Set.of()
                : transactions.run(
                        () -> rows.repair(portion.getOrDefault(1, List.of()), portion.getOrDefault(2, List.of())));
        if (!repaired.isEmpty()) {
            log.warn("Repaired {} sequences that an older node changed, or a manual change", repaired.size());
        }
        dirty.mark(repaired);
        return seen == 0 ? INTERVAL : BETWEEN_PORTIONS;
    }
}
