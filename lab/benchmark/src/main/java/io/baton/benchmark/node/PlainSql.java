package io.baton.benchmark.node;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.schema.BatonSchema;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;

/**
 * The limit: loops over JDBC on Baton's own tables that claim many rows with one statement and complete them with one, and nothing
 * around them. With {@code job=touch} each job is completed in a transaction of its own, together with an update.
 */
abstract class PlainSql implements Contestant {

    static final String INSERT =
            "INSERT INTO baton_job (type, queue, job_rank, due_at, state, created_at, payload) VALUES ";

    private static final long WHEN_IDLE_NANOS = 5_000_000;

    final HikariDataSource pool;
    final int batch;
    private final String filler;
    private final int loops;
    private final boolean touch;
    private final List<Thread> running = new ArrayList<>();
    private volatile boolean on;

    PlainSql(Settings settings) {
        pool = settings.pool();
        loops = settings.number("loops", 2);
        batch = settings.number("batch", 100);
        filler = settings.filler();
        touch = settings.get("job", "noop").equals("touch");
        new BatonSchema(pool, null).migrate();
    }

    String payload(int index) {
        return Payload.json(index, filler);
    }

    record Job(long id, int index) {}

    abstract List<Job> claim(Connection connection, UUID lockId) throws SQLException;

    /** Completes those that are still ours; returns how many. */
    abstract int complete(Connection connection, UUID lockId, List<Job> jobs) throws SQLException;

    /** There was nothing to claim. */
    void idle() throws SQLException {
        LockSupport.parkNanos(WHEN_IDLE_NANOS);
    }

    @Override
    public void on() {
        on = true;
        for (int i = 0; i < loops; i++) {
            Thread thread = new Thread(this::loop, "plain-" + i);
            thread.start();
            running.add(thread);
        }
    }

    @Override
    public void off() throws InterruptedException {
        on = false;
        for (Thread thread : running) {
            thread.join();
        }
        running.clear();
    }

    private void loop() {
        try (Connection connection = pool.getConnection()) {
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            while (on) {
                turn(connection);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void turn(Connection connection) throws SQLException {
        UUID lockId = UUID.randomUUID();
        List<Job> jobs = again(() -> claim(connection, lockId));
        if (jobs.isEmpty()) {
            idle();
        } else if (touch) {
            connection.setAutoCommit(false);
            for (Job job : jobs) {
                touch(connection, job);
                finish(connection, lockId, List.of(job));
                connection.commit();
            }
            connection.setAutoCommit(true);
        } else {
            jobs.forEach(job -> StartTimes.OF_THIS_JVM.ran(job.index()));
            finish(connection, lockId, jobs);
        }
    }

    private void finish(Connection connection, UUID lockId, List<Job> jobs) throws SQLException {
        int completed = again(() -> complete(connection, lockId, jobs));
        if (completed != jobs.size()) {
            throw new IllegalStateException(jobs.size() - completed + " jobs were lost to other workers");
        }
    }

    private static void touch(Connection connection, Job job) throws SQLException {
        StartTimes.OF_THIS_JVM.ran(job.index());
        try (PreparedStatement update =
                connection.prepareStatement("UPDATE tally SET updates = updates + 1 WHERE id = ?")) {
            update.setLong(1, job.index());
            update.executeUpdate();
        }
    }

    private static <T> T again(Statement<T> statement) throws SQLException {
        while (true) {
            try {
                return statement.run();
            } catch (SQLTransactionRollbackException e) {
                // a deadlock, which MariaDB resolves by rolling back one of the two
            }
        }
    }

    @FunctionalInterface
    private interface Statement<T> {
        T run() throws SQLException;
    }
}
