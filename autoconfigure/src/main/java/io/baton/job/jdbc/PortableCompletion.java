package io.baton.job.jdbc;

import io.baton.JobState;
import io.baton.database.Database;
import io.baton.job.Fence;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Locks, copies, deletes; results are added to the copies. */
record PortableCompletion(Database database, RowLocks locks) implements Completion {

    @Override
    public Set<Fence> complete(Map<Fence, @Nullable String> results, boolean keep) {
        Set<Fence> ours = locks.lock(results.keySet()).keySet();
        List<Long> ids = ours.stream().map(Fence::id).sorted().toList();
        new History(database).move(ids, JobState.COMPLETED, keep);
        if (keep) {
            List<Object[]> rows = ours.stream()
                    .filter(fence -> results.get(fence) != null)
                    .map(fence -> new Object[] {results.get(fence), fence.id()})
                    .toList();
            if (!rows.isEmpty()) {
                database.updateEach("UPDATE baton_job_history SET result = ? WHERE id = ?", rows);
            }
        }
        return ours;
    }
}
