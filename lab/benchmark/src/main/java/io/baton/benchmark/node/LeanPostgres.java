package io.baton.benchmark.node;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Enqueues by plain SQL into a table that has what a queue cannot do without, and nothing else. No worker runs. */
final class LeanPostgres implements Contestant {

    private static final String TABLE = """
            CREATE TABLE lean_job (
                id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, type text NOT NULL, payload text NOT NULL,
                due_at timestamptz NOT NULL DEFAULT now(), state smallint NOT NULL DEFAULT 1)""";

    private static final String FRONT = "CREATE INDEX lean_job_front ON lean_job (due_at, id) WHERE state = 1";
    private static final String ONE = "INSERT INTO lean_job (type, payload) VALUES ('noop', ?)";
    private static final String MANY =
            "INSERT INTO lean_job (type, payload) SELECT 'noop', payload FROM unnest(?) AS payload";

    private final HikariDataSource pool;

    LeanPostgres(Settings settings) throws SQLException {
        pool = settings.pool();
        try (Connection connection = pool.getConnection()) {
            connection.createStatement().execute(TABLE);
            connection.createStatement().execute(FRONT);
        }
    }

    @Override
    public void enqueue(int index) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement insert = connection.prepareStatement(ONE)) {
            insert.setString(1, Payload.json(index));
            insert.execute();
        }
    }

    @Override
    public void enqueueAll(int from, int to) throws SQLException {
        String[] payloads = new String[to - from];
        for (int i = 0; i < payloads.length; i++) {
            payloads[i] = Payload.json(from + i);
        }
        try (Connection connection = pool.getConnection();
                PreparedStatement insert = connection.prepareStatement(MANY)) {
            insert.setArray(1, connection.createArrayOf("text", payloads));
            insert.executeUpdate();
        }
    }

    @Override
    public void on() {}

    @Override
    public void off() {}
}
