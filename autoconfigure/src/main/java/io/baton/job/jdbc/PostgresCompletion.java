package io.baton.job.jdbc;

import io.baton.JobState;
import io.baton.job.Fence;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.jdbc.core.SqlParameterValue;

/**
 * One statement. Ids and lock ids are compared as pairs; the bare list of ids is there for the index. A single job, as each transactional
 * handler settles, goes without lists, which cost the server more than the deletion.
 */
record PostgresCompletion(JdbcOperations jdbc, Tables tables) implements Completion {

    private static final String DELETE = """
            WITH ours AS MATERIALIZED (
                SELECT id FROM baton_job
                WHERE id = ANY (?) AND (id, lock_id) IN (SELECT * FROM unnest(?, ?)) %s
                ORDER BY id FOR UPDATE SKIP LOCKED),
            gone AS (DELETE FROM baton_job WHERE id = ANY (ARRAY (SELECT id FROM ours)) RETURNING *)""".formatted(PostgresDatabase.IDLE_LIMIT);

    private static final String DELETE_ONE =
            "DELETE FROM baton_job WHERE id = (SELECT id FROM baton_job WHERE id = ? AND lock_id = ? FOR UPDATE SKIP LOCKED)"
                    + PostgresDatabase.IDLE_LIMIT;

    private static final String ANSWER = " SELECT id, lock_id FROM gone";

    private static final String KEEP_ONE = "WITH gone AS (" + DELETE_ONE + " RETURNING *) " + kept("?", "FROM gone");

    private static final String FORGET = DELETE + ANSWER;

    private static final String KEEP = DELETE + ", kept AS (" + kept("NULL", "FROM gone") + ")" + ANSWER;

    private static final String KEEP_RESULTS = DELETE + ", kept AS ("
            + kept("r.result", "FROM gone LEFT JOIN unnest(?, ?) AS r (job, result) ON r.job = gone.id") + ")" + ANSWER;

    private static String kept(String result, String from) {
        return PostgresDatabase.INTO_HISTORY + "SELECT "
                + History.values(JobState.COMPLETED, "clock_timestamp()", result) + " " + from
                + PostgresDatabase.IN_PLACE_OF_OLDER;
    }

    @Override
    public Set<Fence> complete(Map<Fence, @Nullable String> results, boolean keep) {
        if (results.size() == 1) {
            Fence only = results.keySet().iterator().next();
            return completeOne(only, results.get(only), keep) ? Set.of(only) : Set.of();
        }
        boolean withResults = keep && results.values().stream().anyMatch(Objects::nonNull);
        String sql = tables.in(withResults ? KEEP_RESULTS : keep ? KEEP : FORGET);
        List<Fence> fences = new ArrayList<>(results.keySet());
        fences.sort(Comparator.comparingLong(Fence::id));
        return new HashSet<>(jdbc.query(
                connection -> prepare(connection, sql, fences, withResults ? results : Map.of()),
                (row, number) -> new Fence(row.getLong(1), row.getObject(2, UUID.class))));
    }

    private boolean completeOne(Fence fence, @Nullable String result, boolean keep) {
        int written = keep
                ? jdbc.update(
                        tables.in(KEEP_ONE), fence.id(), fence.lockId(), new SqlParameterValue(Types.VARCHAR, result))
                : jdbc.update(tables.in(DELETE_ONE), fence.id(), fence.lockId());
        return written == 1;
    }

    private static PreparedStatement prepare(
            Connection connection, String sql, List<Fence> fences, Map<Fence, @Nullable String> results)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        var ids =
                connection.createArrayOf("int8", fences.stream().map(Fence::id).toArray());
        statement.setArray(1, ids);
        statement.setArray(2, ids);
        statement.setArray(
                3,
                connection.createArrayOf(
                        "uuid", fences.stream().map(Fence::lockId).toArray()));
        if (!results.isEmpty()) {
            statement.setArray(4, ids);
            statement.setArray(
                    5,
                    connection.createArrayOf(
                            "text", fences.stream().map(results::get).toArray()));
        }
        return statement;
    }
}
