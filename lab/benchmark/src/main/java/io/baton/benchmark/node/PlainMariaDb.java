package io.baton.benchmark.node;

import io.baton.Job;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;

/** Plain SQL on MariaDB. */
final class PlainMariaDb extends PlainSql {

    private static final String ROW = "('noop', 'work', -1, UTC_TIMESTAMP(6), 1, UTC_TIMESTAMP(6), ?)";

    private static final String PICK = """
            SELECT id, type, attempt, payload FROM baton_job FORCE INDEX (baton_job_claim)
            WHERE state = 1 AND queue = 'work' ORDER BY job_rank, due_at, id LIMIT %d FOR UPDATE SKIP LOCKED""";

    private static final String TAKE = """
            UPDATE baton_job SET state = 2, lock_id = ?, worker_id = 1, attempt = attempt + 1, claimed_at = UTC_TIMESTAMP(6)
            WHERE id IN\s""";

    private static final int ROWS = 500;

    PlainMariaDb(Settings settings) {
        super(settings);
    }

    @Override
    public void enqueue(int index) throws SQLException {
        insert(index, index + 1);
    }

    @Override
    public void enqueueAll(int from, int to) throws SQLException {
        for (int start = from; start < to; start += ROWS) {
            insert(start, Math.min(start + ROWS, to));
        }
    }

    private void insert(int from, int to) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement insert =
                        connection.prepareStatement(INSERT + String.join(", ", Collections.nCopies(to - from, ROW)))) {
            for (int i = from; i < to; i++) {
                insert.setString(i - from + 1, payload(i));
            }
            insert.executeUpdate();
        }
    }

    @Override
    List<Job> claim(Connection connection, UUID lockId) throws SQLException {
        connection.setAutoCommit(false);
        try {
            List<Job> jobs = pick(connection);
            if (!jobs.isEmpty()) {
                write(connection, TAKE + marks(jobs), lockId, jobs);
            }
            connection.commit();
            return jobs;
        } catch (SQLException e) {
            connection.rollback();
            throw e;
        } finally {
            connection.setAutoCommit(true);
        }
    }

    private List<Job> pick(Connection connection) throws SQLException {
        try (PreparedStatement pick = connection.prepareStatement(PICK.formatted(batch));
                ResultSet rows = pick.executeQuery()) {
            List<Job> jobs = new ArrayList<>();
            while (rows.next()) {
                jobs.add(new Job(rows.getLong(1), Payload.index(rows.getString(4))));
            }
            return jobs;
        }
    }

    @Override
    int complete(Connection connection, UUID lockId, List<Job> jobs) throws SQLException {
        return write(connection, "DELETE FROM baton_job WHERE lock_id = ? AND id IN " + marks(jobs), lockId, jobs);
    }

    private static int write(Connection connection, String sql, UUID lockId, List<Job> jobs) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setBytes(1, bytes(lockId));
            List<Long> ids = jobs.stream().map(Job::id).sorted().toList();
            for (int i = 0; i < ids.size(); i++) {
                statement.setLong(i + 2, ids.get(i));
            }
            return statement.executeUpdate();
        }
    }

    private static String marks(List<Job> jobs) {
        return "(" + String.join(", ", Collections.nCopies(jobs.size(), "?")) + ")";
    }

    private static byte[] bytes(UUID uuid) {
        return ByteBuffer.allocate(16)
                .putLong(uuid.getMostSignificantBits())
                .putLong(uuid.getLeastSignificantBits())
                .array();
    }
}
