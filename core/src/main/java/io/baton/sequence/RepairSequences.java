package io.baton.sequence;

import io.baton.database.Database;
import io.baton.database.Transactions;
import io.baton.job.DirtySet;
import io.baton.loop.SweepTask;
import java.time.Duration;
import java.util.HashSet;
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

    private final SequenceQueries queries;
    private final SequenceRows rows;
    private final Transactions transactions;
    private final DirtySet<String> dirty;
    private long seen;
    private String seenTurn = "";

    public RepairSequences(Database database, Transactions transactions, DirtySet<String> dirty) {
        this.queries = new SequenceQueries(database);
        this.rows = new SequenceRows(database);
        this.transactions = transactions;
        this.dirty = dirty;
    }

    @Override
    public Duration sweep() {
        Map<Integer, Set<Long>> portion = transactions.run(() -> queries.mismatches(seen, PORTION));
        List<Long> jobs =
                portion.values().stream().flatMap(Set::stream).sorted().toList();
        seen = jobs.size() < PORTION ? 0 : jobs.get(PORTION - 1);
        portion.remove(0);
        Set<String> changed = portion.isEmpty() ? Set.of() : transactions.run(() -> repair(portion));
        List<String> turns = transactions.run(() -> queries.turns(seenTurn, PORTION));
        seenTurn = turns.size() < PORTION ? "" : turns.get(PORTION - 1);
        List<String> removed = transactions.run(() -> queries.removeWrong(turns));
        logRepaired(removed.size());
        dirty.mark(changed);
        dirty.mark(removed);
        return seen == 0 && seenTurn.isEmpty() ? INTERVAL : BETWEEN_PORTIONS;
    }

    private static void logRepaired(int rows) {
        if (rows > 0) {
            log.warn("Repaired {} rows of sequences whose jobs an older node changed, or a manual change", rows);
        }
    }

    /** Repairs what is still wrong under the locks of the jobs. */
    private Set<String> repair(Map<Integer, Set<Long>> wrong) {
        Set<String> changed = new HashSet<>();
        int repaired = 0;
        for (Map.Entry<Integer, Set<Long>> each : wrong.entrySet()) {
            Set<Long> jobs = each.getValue();
            String state =
                    switch (each.getKey()) {
                        case 2 -> "state = 5";
                        case 3 -> "state <> 5";
                        default -> "state <> 2";
                    };
            List<Long> locked =
                    each.getKey() == 1 ? queries.lockRows(jobs) : queries.lock(jobs, state + " FOR UPDATE SKIP LOCKED");
            Map<Long, String> names = rows.inState(locked, "TRUE");
            switch (each.getKey()) {
                case 1 -> {
                    locked.removeAll(queries.lock(locked, "TRUE"));
                    rows.dropFree(rows.remove(locked));
                }
                case 2 -> rows.dropFree(rows.died(locked));
                case 3 -> rows.revive(locked);
                default -> rows.enter(locked);
            }
            repaired += locked.size();
            changed.addAll(names.values());
        }
        logRepaired(repaired);
        return changed;
    }
}
