package io.baton.wakeup;

import io.baton.job.JobSignal;
import io.baton.job.Ring;
import io.baton.loop.Step;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.springframework.dao.DataAccessResourceFailureException;

/**
 * Tells other JVMs of work through NOTIFY: after commits, gathered, and from a connection of its own, since a transaction that
 * notifies commits alone. Such a commit needs no durability, so it waits for no disk.
 */
final class PostgresNotifier implements JobSignal, Step {

    private static final String NOTIFY =
            "SELECT set_config('synchronous_commit', 'off', true), pg_notify(channel, hint)"
                    + " FROM unnest(?) AS hint, (" + Channel.QUERY + ") AS here";

    private static final Duration BETWEEN_SENDS = Duration.ofMillis(5);
    private static final Duration IDLE = Duration.ofMinutes(1);

    private final DataSource dataSource;
    private final Channel channel;
    private final String self;
    private final Object lock = new Object();
    private final Map<String, Ring> rings = new LinkedHashMap<>();
    private final Set<Hint> others = new LinkedHashSet<>();
    private volatile Runnable wake = () -> {};

    PostgresNotifier(DataSource dataSource, Channel channel, String self) {
        this.dataSource = dataSource;
        this.channel = channel;
        this.self = self;
    }

    /** Calls this when there is something to send. */
    void onWork(Runnable wake) {
        this.wake = wake;
    }

    @Override
    public void jobsAvailable(Ring ring) {
        add(() -> rings.merge(ring.queue(), ring, Ring::and));
    }

    @Override
    public void jobsScheduled() {
        add(() -> others.add(Hint.scheduled(self)));
    }

    /** Returns the name of the channel that it notifies. */
    String channel() throws SQLException {
        return channel.name(dataSource);
    }

    /** Sends something that only this JVM's own listener heeds. */
    void echo() {
        add(() -> others.add(Hint.echo(self)));
    }

    private void add(Runnable addition) {
        boolean first;
        synchronized (lock) {
            first = rings.isEmpty() && others.isEmpty();
            addition.run();
        }
        if (first) {
            wake.run();
        }
    }

    @Override
    public Duration turn() throws InterruptedException {
        Unsent unsent = unsent();
        if (unsent.isEmpty()) {
            return IDLE;
        }
        try {
            send(unsent.texts(self));
        } catch (RuntimeException | Error e) {
            // or the next turn would have nothing to send, and look as if all were well
            keep(unsent);
            throw e;
        }
        // a pause that no wake-up ends: under load many commits share one NOTIFY
        Thread.sleep(BETWEEN_SENDS.toMillis());
        return Duration.ZERO;
    }

    /** What waits to be sent, taken out of the fields. */
    private Unsent unsent() {
        synchronized (lock) {
            Unsent unsent = new Unsent(List.copyOf(rings.values()), List.copyOf(others));
            rings.clear();
            others.clear();
            return unsent;
        }
    }

    private void keep(Unsent unsent) {
        synchronized (lock) {
            unsent.rings().forEach(ring -> rings.merge(ring.queue(), ring, Ring::and));
            others.addAll(unsent.others());
        }
    }

    /** Rings and other hints; one text for each queue, whatever was rung for it. */
    private record Unsent(List<Ring> rings, List<Hint> others) {

        boolean isEmpty() {
            return rings.isEmpty() && others.isEmpty();
        }

        Object[] texts(String self) {
            Stream<Hint> available = rings.stream().map(ring -> Hint.available(self, ring));
            return Stream.concat(available, others.stream()).map(Hint::text).toArray();
        }
    }

    private void send(Object[] hints) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(NOTIFY)) {
            Array array = connection.createArrayOf("text", hints);
            statement.setArray(1, array);
            statement.setString(2, channel.schema());
            statement.execute();
            if (!connection.getAutoCommit()) {
                connection.commit();
            }
        } catch (SQLException e) {
            throw new DataAccessResourceFailureException(
                    "Other JVMs could not be told of new jobs; they find them with their next poll", e);
        }
    }
}
