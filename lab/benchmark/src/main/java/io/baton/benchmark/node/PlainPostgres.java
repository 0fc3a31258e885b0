package io.baton.benchmark.node;

import io.baton.Job;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

/**
 * Plain SQL on PostgreSQL. With {@code listen=true} enqueues notify, and idle loops wait for that; with {@code lazy=true} the commits of
 * claims wait for no disk.
 */
final class PlainPostgres extends PlainSql {

    private static final String ONE = INSERT + "('noop', 'work', -1, now(), 1, now(), ?)";
    private static final String ONE_AND_NOTIFY =
            "WITH job AS (" + ONE + " RETURNING id) SELECT pg_notify('work', '') FROM job";
    private static final String MANY = INSERT.replace(" VALUES ", " ")
            + "SELECT 'noop', 'work', -1, now(), 1, now(), payload FROM unnest(?) AS payload";

    private static final String CLAIM = """
            UPDATE baton_job
            SET state = 2, lock_id = ?, worker_id = 1, attempt = attempt + 1, claimed_at = clock_timestamp()
            WHERE ctid = ANY (ARRAY (
                SELECT ctid FROM baton_job WHERE state = 1 AND queue = 'work'
                ORDER BY job_rank, due_at, id LIMIT %d FOR UPDATE SKIP LOCKED))%s
            RETURNING id, type, attempt, payload""";

    private static final String LAZY = " AND (SELECT set_config('synchronous_commit', 'off', true)) IS NOT NULL";

    private static final int ROWS = 1_000;
    private static final int LONGEST_WAIT_MILLIS = 500;

    private final boolean listen;
    private final String claim;
    private @Nullable Connection listening;

    PlainPostgres(Settings settings) {
        super(settings);
        listen = settings.has("listen");
        claim = CLAIM.formatted(batch, settings.has("lazy") ? LAZY : "");
    }

    @Override
    public void enqueue(int index) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement insert = connection.prepareStatement(listen ? ONE_AND_NOTIFY : ONE)) {
            insert.setString(1, payload(index));
            insert.execute();
        }
    }

    @Override
    public void enqueueAll(int from, int to) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement insert = connection.prepareStatement(MANY)) {
            connection.setAutoCommit(false);
            for (int start = from; start < to; start += ROWS) {
                String[] payloads = new String[Math.min(ROWS, to - start)];
                for (int i = 0; i < payloads.length; i++) {
                    payloads[i] = payload(start + i);
                }
                insert.setArray(1, connection.createArrayOf("text", payloads));
                insert.executeUpdate();
            }
            connection.commit();
        }
    }

    @Override
    List<Job> claim(Connection connection, UUID lockId) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(claim)) {
            update.setObject(1, lockId);
            try (ResultSet rows = update.executeQuery()) {
                List<Job> jobs = new ArrayList<>();
                while (rows.next()) {
                    jobs.add(new Job(rows.getLong(1), Payload.index(rows.getString(4))));
                }
                return jobs;
            }
        }
    }

    @Override
    int complete(Connection connection, UUID lockId, List<Job> jobs) throws SQLException {
        try (PreparedStatement delete =
                connection.prepareStatement("DELETE FROM baton_job WHERE id = ANY (?) AND lock_id = ?")) {
            delete.setArray(
                    1,
                    connection.createArrayOf("int8", jobs.stream().map(Job::id).toArray()));
            delete.setObject(2, lockId);
            return delete.executeUpdate();
        }
    }

    @Override
    void idle() throws SQLException {
        if (listen) {
            listening().unwrap(PGConnection.class).getNotifications(LONGEST_WAIT_MILLIS);
        } else {
            super.idle();
        }
    }

    /** The first wait may miss what was announced before it; it is bounded. */
    private Connection listening() throws SQLException {
        Connection known = listening;
        if (known == null) {
            known = pool.getConnection();
            known.createStatement().execute("LISTEN work");
            listening = known;
        }
        return known;
    }
}
