package io.baton.wakeup;

import io.baton.job.ClusterSignal;
import io.baton.loop.Loop;
import io.baton.loop.Trouble;
import io.baton.loop.Troubled;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;
import org.springframework.context.SmartLifecycle;

/** Wakes other JVMs on the same PostgreSQL database, and lets them wake this one. */
public final class RemoteWakeups implements SmartLifecycle, Troubled {

    /** There before the first job is run, and until after the last. */
    private static final int PHASE = DEFAULT_PHASE - 514;

    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final PostgresNotifier notifier;
    private final @Nullable PostgresListener listener;
    private volatile List<Loop> loops = List.of();

    private RemoteWakeups(PostgresNotifier notifier, @Nullable PostgresListener listener) {
        this.notifier = notifier;
        this.listener = listener;
    }

    /**
     * Only wakes others, for a node that runs no jobs.
     *
     * @param schema of Baton's tables; null for that of the connections
     */
    public static RemoteWakeups sending(DataSource dataSource, @Nullable String schema) {
        return new RemoteWakeups(new PostgresNotifier(dataSource, new Channel(schema), self()), null);
    }

    /**
     * Wakes others and is woken by them.
     *
     * @param direct where a connection can listen, which a pooling proxy in transaction mode does not allow
     * @param schema of Baton's tables; null for that of the connections
     */
    public static RemoteWakeups exchanging(
            DataSource dataSource, DataSource direct, @Nullable String schema, WakeupInbox here) {
        String self = self();
        PostgresNotifier notifier = new PostgresNotifier(dataSource, new Channel(schema), self);
        return new RemoteWakeups(notifier, new PostgresListener(direct, self, here, notifier));
    }

    /** Returns whether a JDBC URL leads to a place where notifications arrive. */
    public static boolean canListenAt(String url) {
        return new Driver().acceptsURL(url);
    }

    private static String self() {
        return UUID.randomUUID().toString();
    }

    /** Returns what wakes others. */
    public ClusterSignal signal() {
        return notifier;
    }

    @Override
    public synchronized void start() {
        if (loops.isEmpty()) {
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
