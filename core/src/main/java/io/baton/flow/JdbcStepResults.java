package io.baton.flow;

import io.baton.database.Database;
import io.baton.job.Memberships.StepResults;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Results in a relational database. */
public record JdbcStepResults(Database database) implements StepResults {

    /** The results of one query, each of which may be as large as a payload. */
    private static final int PORTION = 100;

    private static final String BEFORE = " FROM baton_batch_group mine"
            + " JOIN baton_flow_edge e ON e.batch_id = mine.batch_id AND e.step = mine.step"
            + " JOIN baton_flow_step s ON s.batch_id = e.batch_id AND s.step = e.after_step";

    @Override
    public List<Long> groupsBefore(long group, @Nullable String step) {
        String groups = "SELECT g.id" + BEFORE
                + " JOIN baton_batch_group g ON g.batch_id = s.batch_id AND g.step = s.step WHERE mine.id = ?";
        return step == null
                ? database.list(groups + " ORDER BY g.step, g.id", Long.class, group)
                : database.list(groups + " AND s.name = ? ORDER BY g.id", Long.class, group, step);
    }

    @Override
    public List<String> stepsBefore(long group) {
        return database.list("SELECT s.name" + BEFORE + " WHERE mine.id = ? ORDER BY s.step", String.class, group);
    }

    @Override
    public List<StepResult> portion(long group, int after) {
        return database.query(
                "SELECT item, result FROM baton_result WHERE group_id = ? AND item > ? ORDER BY item LIMIT " + PORTION,
                (row, number) -> new StepResult(row.getInt("item"), row.getString("result")),
                group,
                after);
    }
}
