package io.baton.job.jdbc;

import io.baton.InvalidPayloadException;
import io.baton.database.Database;
import io.baton.database.StorableText;
import io.baton.job.Fence;
import io.baton.job.JobSettlements;
import io.baton.job.Settled;
import io.baton.job.Settlement;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes to jobs whose claims stand, and ends the claims; skips locked rows. */
final class JdbcJobSettlements implements JobSettlements {

    private static final String AT_CLAIM = " WHERE id = ? AND lock_id = ?";

    /** The width of the column of progress notes. */
    private static final int NOTE = 200;

    private final Database database;
    private final RowLocks locks;
    private final Transitions transitions;
    private final Settlements settlements;

    JdbcJobSettlements(Database database, Transitions transitions, Settlements settlements) {
        this.database = database;
        this.locks = new RowLocks(database);
        this.transitions = transitions;
        this.settlements = settlements;
    }

    @Override
    public Map<Fence, Settled> settle(List<Settlement> settlements) {
        return this.settlements.settle(settlements);
    }

    @Override
    public Map<Fence, Settled> start(Collection<Fence> starting) {
        return transitions.start(starting);
    }

    @Override
    public Map<Fence, Settled> countCrash(Collection<Fence> starting) {
        Map<Fence, Settled> counted = lock(starting);
        List<Long> locked = counted.keySet().stream()
                .filter(fence -> counted.get(fence) == Settled.DONE)
                .map(Fence::id)
                .toList();
        if (!locked.isEmpty()) {
            database.rows("baton_job").update(locked, "crashes = LEAST(crashes, 999) + 1");
        }
        return counted;
    }

    @Override
    public boolean sees(Fence claim) {
        return locks.standing(List.of(claim.id())).contains(claim)
                || database.finds("SELECT 1 FROM baton_job_history WHERE id = ?", claim.id());
    }

    @Override
    public Map<String, String> labels(long id) {
        List<@Nullable String> found = database.list("SELECT labels FROM baton_job WHERE id = ?", String.class, id);
        return found.isEmpty() ? Map.of() : Labels.read(found.get(0));
    }

    @Override
    public boolean carries(String text) {
        return StorableText.fits(text, database);
    }

    @Override
    public Map<Fence, Settled> saveProgress(Map<Fence, Progress> progress) {
        Map<Fence, Settled> saved = lock(progress.keySet());
        List<Object[]> rows = progress.entrySet().stream()
                .filter(each -> saved.get(each.getKey()) == Settled.DONE)
                .sorted(Map.Entry.comparingByKey(Comparator.comparingLong(Fence::id)))
                .map(each -> row(each.getKey(), each.getValue()))
                .toList();
        if (!rows.isEmpty()) {
            database.updateEach("UPDATE baton_job SET progress = ?, progress_note = ?" + AT_CLAIM, rows);
        }
        return saved;
    }

    private Object[] row(Fence fence, Progress progress) {
        return new Object[] {
            progress.fraction(),
            StorableText.of(progress.note(), NOTE),
            fence.id(),
            database.dialect().uuid(fence.lockId())
        };
    }

    @Override
    public Settled saveCheckpoint(Fence fence, String checkpoint) {
        if (!StorableText.fits(checkpoint, database)) {
            throw new InvalidPayloadException("The checkpoint of job " + fence.id() + " has " + checkpoint.length()
                    + " characters, more than the database takes in one statement. Save less, such as the key of data that is"
                    + " stored in another place, or raise max_allowed_packet of the server");
        }
        Settled locked = lock(Set.of(fence)).getOrDefault(fence, Settled.FENCED);
        if (locked == Settled.DONE) {
            database.update(
                    "UPDATE baton_job SET checkpoint = ?" + AT_CLAIM,
                    checkpoint,
                    fence.id(),
                    database.dialect().uuid(fence.lockId()));
        }
        return locked;
    }

    @Override
    public Map<Fence, Settled> lock(Collection<Fence> claims) {
        if (claims.isEmpty()) {
            return Map.of();
        }
        Set<Fence> locked = locks.lock(claims, false).keySet();
        Map<Fence, Settled> all = new HashMap<>();
        locked.forEach(fence -> all.put(fence, Settled.DONE));
        all.putAll(locks.explain(
                claims.stream().filter(fence -> !locked.contains(fence)).toList()));
        return all;
    }
}
