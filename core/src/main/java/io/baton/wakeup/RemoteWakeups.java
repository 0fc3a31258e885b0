package io.baton.wakeup;

import io.baton.job.ClusterSignal;
import io.baton.loop.Loop;
import io.baton.loop.Trouble;
import io.baton.loop.Troubled;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
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
    private volatile @Nullable Loop notifying;
    private volatile @Nullable Loop listening;

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
        if (notifying == null) {
            Loop sender = new Loop("baton-notify", notifier);
            notifier.onWork(sender::wake);
            sender.start();
            notifying = sender;
            if (listener != null) {
                Loop receiver = new Loop("baton-listen", listener);
                receiver.start();
                listening = receiver;
            }
        }
    }

    @Override
    public synchronized void stop() {
        Loop listens = listening;
        if (listens != null && listener != null) {
            listens.stop(PATIENCE);
            listener.close();
            listening = null;
        }
        Loop notifies = notifying;
        if (notifies != null) {
            notifies.stop(PATIENCE);
            notifying = null;
        }
    }

    @Override
    public List<Trouble> troubles() {
        return Stream.of(Optional.ofNullable(notifying), Optional.ofNullable(listening))
                .flatMap(Optional::stream)
                .flatMap(loop -> loop.trouble().stream())
                .toList();
    }

    @Override
    public synchronized boolean isRunning() {
        return notifying != null;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
