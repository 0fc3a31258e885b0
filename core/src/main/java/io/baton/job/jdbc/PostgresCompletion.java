package io.baton.job.jdbc;

import io.baton.JobState;
import io.baton.database.Database;
import io.baton.database.PostgresDialect;
import io.baton.job.Capability.TransitionStep.TiedJob;
import io.baton.job.Fence;
import io.baton.job.Retention;
import io.baton.job.Ties;
import io.baton.job.Transition;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.SqlParameterValue;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Completes jobs in one statement, which deletes the locked rows by their physical location. If a row of several changes at the same moment, its job
 * stays and is reported as busy. A single plain job, the usual case of transactional handlers, is completed without arrays, which would cost more.
 *
 * <p>It would add a quarter to the cost to replace older history rows with the same ids. Outside of a transaction, many jobs are therefore completed
 * without this, and again with it if that fails. A transaction would not survive the failure, so it always replaces older rows.
 */
record PostgresCompletion(Database database, Retention retention, Transitions transitions) {

    private static final Logger log = LoggerFactory.getLogger(PostgresCompletion.class);

    private static final String INTO_HISTORY = PostgresDialect.insert("baton_job_history", History.COLUMNS);
    private static final String IN_PLACE_OF_OLDER = PostgresDialect.inPlaceOfOlder("id", History.COLUMNS);

    /**
     * Each lock id is sent once for all jobs of its claim. The position of a job's id among the sorted ids finds it: a job may have lost a lock id
     * that another job of the statement still holds.
     */
    private static final String DELETE = """
            DELETE FROM baton_job WHERE ctid = ANY (ARRAY (
                SELECT ctid FROM baton_job
                WHERE id = ANY (?) AND lock_id = (CAST(? AS uuid[]))[(CAST(? AS int[]))[width_bucket(id, CAST(? AS bigint[]))]]%s
                FOR UPDATE SKIP LOCKED)) RETURNING""".formatted(PostgresDialect.IDLE_LIMIT);

    private static final String DELETE_ONE =
            "DELETE FROM baton_job WHERE id = (SELECT id FROM baton_job WHERE id = ? AND lock_id = ? FOR UPDATE SKIP LOCKED)"
                    + PostgresDialect.IDLE_LIMIT;

    private static final String KEEP_ONE = "WITH gone AS (" + DELETE_ONE + " RETURNING " + History.FROM_JOB + ") "
            + kept("?", "FROM gone") + IN_PLACE_OF_OLDER;

    private static final String WITH_TIES = ", " + TiesRow.COLUMNS;
    private static final String RESULTS =
            " LEFT JOIN unnest(CAST(? AS bigint[]), CAST(? AS text[])) AS r (job, result) ON r.job = gone.id";

    private static String kept(String result, String from) {
        return INTO_HISTORY + "SELECT " + History.values(JobState.COMPLETED, "clock_timestamp()", result) + " " + from;
    }

    /** Completes the jobs whose claims stand, and returns the fences of these; skips locked rows. */
    Set<Fence> complete(Map<Fence, @Nullable String> results, boolean tied) {
        boolean keep = retention.keeps(JobState.COMPLETED);
        Map<Fence, @Nullable String> kept = new HashMap<>();
        results.forEach((fence, result) -> {
            if (keep && retention.keeps(result)) {
                kept.put(fence, result);
            }
        });
        if (tied) {
            return completeTied(results, kept, keep);
        }
        if (results.size() == 1) {
            Fence only = results.keySet().iterator().next();
            Object result = new SqlParameterValue(Types.VARCHAR, kept.get(only));
            int written = keep
                    ? database.update(KEEP_ONE, only.id(), only.lockId(), result)
                    : database.update(DELETE_ONE, only.id(), only.lockId());
            return written == 1 ? Set.of(only) : Set.of();
        }
        if (keep && !TransactionSynchronizationManager.isActualTransactionActive()) {
            try {
                return completeMany(results.keySet(), kept, true, "");
            } catch (DuplicateKeyException e) {
                log.debug("Jobs end under ids that history has already, and take their places");
            }
        }
        return completeMany(results.keySet(), kept, keep, IN_PLACE_OF_OLDER);
    }

    private Set<Fence> completeMany(Set<Fence> claims, Map<Fence, @Nullable String> kept, boolean keep, String older) {
        List<Fence> fences = inOrder(claims);
        List<Long> found = database.query(
                sql(kept, keep, "", older),
                statement -> bind(statement, fences, kept),
                (row, number) -> row.getLong(1));
        if (found.size() == claims.size()) {
            return claims;
        }
        Set<Long> ids = Set.copyOf(found);
        return fences.stream().filter(fence -> ids.contains(fence.id())).collect(Collectors.toSet());
    }

    /** Completes jobs, some of which are tied to a capability, in a transaction. */
    private Set<Fence> completeTied(
            Map<Fence, @Nullable String> results, Map<Fence, @Nullable String> kept, boolean keep) {
        List<Fence> fences = inOrder(results.keySet());
        Map<Long, Ties> found = database
                .query(
                        sql(kept, keep, WITH_TIES, IN_PLACE_OF_OLDER),
                        statement -> bind(statement, fences, kept),
                        (row, number) -> TiesRow.job(row))
                .stream()
                .collect(Collectors.toMap(TiedJob::id, TiedJob::ties));
        Map<Fence, TiedJob> completed = new LinkedHashMap<>();
        for (Fence fence : fences) {
            Ties ties = found.get(fence.id());
            if (ties != null) {
                completed.put(fence, new TiedJob(fence.id(), ties, results.get(fence)));
            }
        }
        transitions.follow(Transition.COMPLETED, completed.values());
        return completed.keySet();
    }

    /** Returns the fences sorted by job. Leaves out a second claim of a job, which is explained later: the statement has one lock id for each job. */
    private static List<Fence> inOrder(Collection<Fence> fences) {
        List<Fence> all = new ArrayList<>(fences);
        all.sort(Comparator.comparingLong(Fence::id));
        List<Fence> each = new ArrayList<>(all.size());
        for (Fence fence : all) {
            if (each.isEmpty() || each.get(each.size() - 1).id() != fence.id()) {
                each.add(fence);
            }
        }
        return each;
    }

    /** Returns the statement. It reads only the columns that history and the ties need, since rows may be wide. */
    private static String sql(Map<Fence, @Nullable String> results, boolean keep, String columns, String older) {
        if (!keep) {
            return DELETE + " id" + columns;
        }
        String kept = results.isEmpty() ? kept("NULL", "FROM gone") : kept("r.result", "FROM gone" + RESULTS);
        return "WITH gone AS (" + DELETE + " " + History.FROM_JOB + WITH_TIES + "), kept AS (" + kept + older
                + ") SELECT id" + columns + " FROM gone";
    }

    private static void bind(
            PreparedStatement statement, Collection<Fence> fences, Map<Fence, @Nullable String> results)
            throws SQLException {
        Long[] ids = new Long[fences.size()];
        Integer[] claims = new Integer[ids.length];
        Map<UUID, Integer> lockIds = new LinkedHashMap<>();
        int place = 0;
        for (Fence fence : fences) {
            Integer claim = lockIds.putIfAbsent(fence.lockId(), lockIds.size() + 1);
            ids[place] = fence.id();
            claims[place++] = claim == null ? lockIds.size() : claim;
        }
        Connection connection = statement.getConnection();
        Array allIds = connection.createArrayOf("int8", ids);
        statement.setArray(1, allIds);
        statement.setArray(2, connection.createArrayOf("uuid", lockIds.keySet().toArray()));
        statement.setArray(3, connection.createArrayOf("int4", claims));
        statement.setArray(4, allIds);
        if (!results.isEmpty()) {
            statement.setArray(5, allIds);
            statement.setArray(
                    6,
                    connection.createArrayOf(
                            "text", fences.stream().map(results::get).toArray()));
        }
    }
}
