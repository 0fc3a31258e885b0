package io.baton.wakeup;

import io.baton.job.JobSignal.ClusterSignal;
import io.baton.loop.Loop;
import io.baton.loop.Troubled;
import io.baton.loop.Troubled.Trouble;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;
import org.springframework.context.SmartLifecycle;

/** Wakes other JVMs that use the same PostgreSQL database, and receives their wake-ups. */
public final class RemoteWakeups implements SmartLifecycle, Troubled {

    /** The phase, which starts before the first job runs and stops after the last one. */
    private static final int PHASE = DEFAULT_PHASE - 514;

    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final @Nullable PostgresNotifier notifier;
    private final @Nullable PostgresListener listener;
    private volatile List<Loop> loops = List.of();

    private RemoteWakeups(@Nullable PostgresNotifier notifier, @Nullable PostgresListener listener) {
        this.notifier = notifier;
        this.listener = listener;
    }

    /** Creates wake-ups for a database without notifications: none is sent or received. */
    public static RemoteWakeups none() {
        return new RemoteWakeups(null, null);
    }

    /** Creates wake-ups for a node that runs no jobs: they are only sent. The schema is null for that of the connections. */
    public static RemoteWakeups sending(DataSource dataSource, @Nullable String schema) {
        return new RemoteWakeups(
                new PostgresNotifier(dataSource, schema, UUID.randomUUID().toString()), null);
    }

    /**
     * Creates wake-ups that are sent and received.
     *
     * @param direct provides the connection that listens, which must not lead through a pooling proxy in transaction mode
     * @param schema the schema of Baton's tables; null for that of the connections
     */
    public static RemoteWakeups exchanging(
            DataSource dataSource, DataSource direct, @Nullable String schema, WakeupInbox here) {
        String self = UUID.randomUUID().toString();
        PostgresNotifier notifier = new PostgresNotifier(dataSource, schema, self);
        return new RemoteWakeups(notifier, new PostgresListener(direct, self, here, notifier));
    }

    /** Returns whether connections of a JDBC URL can listen. */
    public static boolean canListenAt(String url) {
        return new Driver().acceptsURL(url);
    }

    public ClusterSignal signal() {
        return notifier == null ? ClusterSignal.NONE : notifier;
    }

    @Override
    public synchronized void start() {
        if (notifier != null && loops.isEmpty()) {
            Loop sender = new Loop("baton-notify", notifier);
            notifier.onWork(sender::wake);
            loops = listener == null ? List.of(sender) : List.of(new Loop("baton-listen", listener), sender);
            loops.forEach(Loop::start);
        }
    }

    @Override
    public synchronized void stop() {
        loops.forEach(loop -> loop.stop(PATIENCE));
        loops = List.of();
        if (listener != null) {
            listener.close();
        }
    }

    @Override
    public List<Trouble> troubles() {
        return loops.stream().flatMap(loop -> loop.trouble().stream()).toList();
    }

    @Override
    public boolean isRunning() {
        return !loops.isEmpty();
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
