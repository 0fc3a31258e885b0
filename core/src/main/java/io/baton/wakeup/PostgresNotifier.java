package io.baton.wakeup;

import io.baton.job.JobSignal.ClusterSignal;
import io.baton.job.Pulse.Part;
import io.baton.job.ReadyJobs;
import io.baton.loop.Step;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessResourceFailureException;

/**
 * Notifies other JVMs of work with NOTIFY. It does so after commits, for several at once and on a separate connection, since PostgreSQL serializes
 * the commits of notifying transactions. Its own commits do not wait for the disk, since they need no durability.
 */
final class PostgresNotifier implements ClusterSignal, Step {

    /**
     * Selects the channel of a schema, so that two installations in one database do not wake each other. The channel has the number of the schema,
     * since its name must be short. The parameter is the schema of Baton's tables; null stands for the schema of the connections.
     */
    private static final String CHANNEL =
            "SELECT 'baton_' || oid AS channel FROM pg_namespace WHERE nspname = COALESCE(CAST(? AS text), current_schema())";

    private static final String NOTIFY =
            "SELECT set_config('synchronous_commit', 'off', true), pg_notify(channel, message)"
                    + " FROM unnest(CAST(? AS text[])) AS message, (" + CHANNEL + ") AS here";

    private static final Duration BETWEEN_SENDS = Duration.ofMillis(5);
    private static final int MOST_WAITING = 1_000;
    private static final Duration IDLE = Duration.ofMinutes(1);

    private final DataSource dataSource;
    private final @Nullable String schema;
    private final String self;
    private final Object lock = new Object();
    private final Map<String, ReadyJobs> readyJobs = new LinkedHashMap<>();
    private final Set<String> others = new LinkedHashSet<>();
    private volatile Runnable wake = () -> {};

    PostgresNotifier(DataSource dataSource, @Nullable String schema, String self) {
        this.dataSource = dataSource;
        this.schema = schema;
        this.self = self;
    }

    /** Sets the callback that runs when there is something to send. */
    void onWork(Runnable wake) {
        this.wake = wake;
    }

    @Override
    public void jobsAvailable(ReadyJobs ready) {
        add(() -> readyJobs.merge(ready.queue(), ready, ReadyJobs::and));
    }

    @Override
    public void jobsScheduled() {
        addOther(WakeupMessage.scheduled(self));
    }

    @Override
    public void pausesChanged() {
        addOther(WakeupMessage.pausesChanged(self));
    }

    @Override
    public void changed(Part kind, String name) {
        addOther(WakeupMessage.changed(self, kind, name));
    }

    /** Returns the name of the channel for the notifications. */
    String channel() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(CHANNEL)) {
            statement.setString(1, schema);
            try (ResultSet rows = statement.executeQuery()) {
                if (!rows.next()) {
                    throw new SQLException("The schema of Baton's tables is not there");
                }
                return rows.getString("channel");
            }
        }
    }

    /** Sends a notification to this JVM's own listener. */
    void echo() {
        addOther(WakeupMessage.echo(self));
    }

    /** Drops the message if many wait, such as before the start: each is a hint. */
    private void addOther(String message) {
        add(() -> {
            if (others.size() < MOST_WAITING) {
                others.add(message);
            }
        });
    }

    private void add(Runnable addition) {
        boolean first;
        synchronized (lock) {
            first = readyJobs.isEmpty() && others.isEmpty();
            addition.run();
        }
        if (first) {
            wake.run();
        }
    }

    @Override
    public Duration turn() throws InterruptedException {
        List<String> unsent = unsent();
        if (unsent.isEmpty()) {
            return IDLE;
        }
        try {
            send(unsent);
        } catch (RuntimeException | Error e) {
            // otherwise the next turn would find nothing to send and count as a success
            synchronized (lock) {
                unsent.stream().limit(Math.max(0, MOST_WAITING - others.size())).forEach(others::add);
            }
            throw e;
        }
        // a wake-up does not end this pause, so that many commits share one NOTIFY under load
        Thread.sleep(BETWEEN_SENDS.toMillis());
        return Duration.ZERO;
    }

    /** Removes and returns the unsent messages. There is one text for each queue, however often it was announced. */
    private List<String> unsent() {
        synchronized (lock) {
            List<String> unsent = new ArrayList<>();
            readyJobs.values().forEach(ready -> unsent.add(WakeupMessage.available(self, ready)));
            unsent.addAll(others);
            readyJobs.clear();
            others.clear();
            return unsent;
        }
    }

    private void send(List<String> messages) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(NOTIFY)) {
            Array array = connection.createArrayOf("text", messages.toArray());
            statement.setArray(1, array);
            statement.setString(2, schema);
            statement.execute();
            if (!connection.getAutoCommit()) {
                connection.commit();
            }
        } catch (SQLException e) {
            throw new DataAccessResourceFailureException(
                    "Other JVMs could not be notified of new jobs; they find them with their next poll", e);
        }
    }
}
