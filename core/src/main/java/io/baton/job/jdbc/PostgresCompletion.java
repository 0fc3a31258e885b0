package io.baton.job.jdbc;

import io.baton.JobState;
import io.baton.database.Database;
import io.baton.database.PostgresDialect;
import io.baton.job.Fence;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.SqlParameterValue;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Completes in one statement. Ids and lock ids are compared as pairs, with each lock id sent once for all of its claim; the bare list of ids is
 * there for the index. A single job, as each transactional handler settles, goes without lists, which cost the server more than the deletion.
 *
 * <p>Replacing older rows of the same ids would add a quarter to the cost. Many jobs are therefore completed without it, and once more with it if
 * that failed; a transaction would not survive the failure and always goes with it.
 */
record PostgresCompletion(Database database) implements Completion {

    private static final Logger log = LoggerFactory.getLogger(PostgresCompletion.class);

    private static final String INTO_HISTORY = PostgresDialect.insert("baton_job_history", History.COLUMNS);
    private static final String IN_PLACE_OF_OLDER = PostgresDialect.inPlaceOfOlder("id", History.COLUMNS);

    /** The place of the clause that replaces older rows. */
    private static final String OLDER = "/* older */";

    private static final String LOCKED = """
            WITH ours AS MATERIALIZED (
                SELECT id FROM baton_job
                WHERE id = ANY (?) AND (id, lock_id) IN (
                    SELECT pair.id, (CAST(? AS uuid[]))[pair.claim] FROM unnest(CAST(? AS bigint[]), CAST(? AS int[])) AS pair (id, claim)) %s
                ORDER BY id FOR UPDATE SKIP LOCKED)""".formatted(PostgresDialect.IDLE_LIMIT);

    private static final String DELETE_ONE =
            "DELETE FROM baton_job WHERE id = (SELECT id FROM baton_job WHERE id = ? AND lock_id = ? FOR UPDATE SKIP LOCKED)"
                    + PostgresDialect.IDLE_LIMIT;

    private static final String RETURNED = " SELECT id, lock_id FROM gone";
    private static final String RETURNED_WITH_TIES = " SELECT id, lock_id, " + TiesRow.COLUMNS + " FROM gone";

    private static final String KEEP_ONE = "WITH gone AS (" + DELETE_ONE + " RETURNING " + History.FROM_JOB + ") "
            + kept("?", "FROM gone") + IN_PLACE_OF_OLDER;

    private static final String FORGET = gone("id") + RETURNED;

    private static final String KEEP =
            gone(History.FROM_JOB) + ", kept AS (" + kept("NULL", "FROM gone") + OLDER + ")" + RETURNED;

    private static final String KEEP_RESULTS = gone(History.FROM_JOB) + ", kept AS ("
            + kept(
                    "r.result",
                    "FROM gone LEFT JOIN unnest(CAST(? AS bigint[]), CAST(? AS text[])) AS r (job, result) ON r.job = gone.id")
            + OLDER + ")"
            + RETURNED;

    /** Deletes the jobs; returns only these columns and those of the result, since rows may be wide. */
    private static String gone(String columns) {
        return LOCKED + ", gone AS (DELETE FROM baton_job WHERE id = ANY (ARRAY (SELECT id FROM ours)) RETURNING "
                + columns + ", lock_id, " + TiesRow.COLUMNS + ")";
    }

    private static String kept(String result, String from) {
        return INTO_HISTORY + "SELECT " + History.values(JobState.COMPLETED, "clock_timestamp()", result) + " " + from;
    }

    @Override
    public Set<Fence> complete(CompletionResults all, boolean keep) {
        Map<Fence, @Nullable String> results = all.kept();
        if (results.size() == 1) {
            Fence only = results.keySet().iterator().next();
            return completeOne(only, results.get(only), keep) ? Set.of(only) : Set.of();
        }
        if (!keep) {
            return completeMany(FORGET, Map.of(), results.keySet());
        }
        boolean withResults = results.values().stream().anyMatch(Objects::nonNull);
        String sql = withResults ? KEEP_RESULTS : KEEP;
        Map<Fence, @Nullable String> kept = withResults ? results : Map.of();
        if (!TransactionSynchronizationManager.isActualTransactionActive()) {
            try {
                return completeMany(sql.replace(OLDER, ""), kept, results.keySet());
            } catch (DuplicateKeyException e) {
                log.debug("Jobs end under ids that history has already, and take their places");
            }
        }
        return completeMany(sql.replace(OLDER, IN_PLACE_OF_OLDER), kept, results.keySet());
    }

    /** Completes jobs of which some are tied to a capability, in a transaction; returns each with its ties. */
    Map<Fence, LockedJob> completeTied(Map<Fence, @Nullable String> results, boolean keep) {
        boolean withResults = keep && results.values().stream().anyMatch(Objects::nonNull);
        String sql = !keep ? FORGET : withResults ? KEEP_RESULTS : KEEP;
        Map<Fence, LockedJob> completed = new HashMap<>();
        completeMany(
                sql.replace(OLDER, IN_PLACE_OF_OLDER).replace(RETURNED, RETURNED_WITH_TIES),
                withResults ? results : Map.of(),
                results.keySet(),
                (row, number) -> completed.put(fence(row), LockedJob.read(row)));
        return completed;
    }

    private Set<Fence> completeMany(String sql, Map<Fence, @Nullable String> results, Set<Fence> all) {
        return new HashSet<>(completeMany(sql, results, all, (row, number) -> fence(row)));
    }

    private <T extends @Nullable Object> List<T> completeMany(
            String sql, Map<Fence, @Nullable String> results, Set<Fence> all, RowMapper<T> mapper) {
        List<Fence> fences = new ArrayList<>(all);
        fences.sort(Comparator.comparingLong(Fence::id));
        return database.query(sql, statement -> bind(statement, fences, results), mapper);
    }

    private static Fence fence(ResultSet row) throws SQLException {
        return new Fence(row.getLong(1), row.getObject(2, UUID.class));
    }

    private boolean completeOne(Fence fence, @Nullable String result, boolean keep) {
        int written = keep
                ? database.update(KEEP_ONE, fence.id(), fence.lockId(), new SqlParameterValue(Types.VARCHAR, result))
                : database.update(DELETE_ONE, fence.id(), fence.lockId());
        return written == 1;
    }

    private static void bind(PreparedStatement statement, List<Fence> fences, Map<Fence, @Nullable String> results)
            throws SQLException {
        Connection connection = statement.getConnection();
        var ids =
                connection.createArrayOf("int8", fences.stream().map(Fence::id).toArray(Long[]::new));
        List<UUID> claims = fences.stream().map(Fence::lockId).distinct().toList();
        Map<UUID, Integer> numbers = new HashMap<>();
        claims.forEach(claim -> numbers.put(claim, numbers.size() + 1));
        statement.setArray(1, ids);
        statement.setArray(2, connection.createArrayOf("uuid", claims.toArray()));
        statement.setArray(3, ids);
        statement.setArray(
                4,
                connection.createArrayOf(
                        "int4",
                        fences.stream()
                                .map(fence -> numbers.get(fence.lockId()))
                                .toArray(Integer[]::new)));
        if (!results.isEmpty()) {
            statement.setArray(5, ids);
            statement.setArray(
                    6,
                    connection.createArrayOf(
                            "text", fences.stream().map(results::get).toArray()));
        }
    }
}
