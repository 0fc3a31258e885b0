package io.baton.faults.scenario;

import io.baton.faults.proxy.Cut;
import io.baton.faults.proxy.FaultProxy;
import io.baton.faults.worker.Trace;
import io.baton.faults.worker.WatchedDataSource;
import java.time.Duration;
import java.util.Timer;
import java.util.TimerTask;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanPostProcessor;

/** Stands between this process and its database, and cuts off the response to chosen commits: the server commits, and this process does not learn of it. */
final class CommitCuts implements BeanPostProcessor {

    /** The property with the port through which the database is reached. */
    static final String PORT = "cuts.port";

    private static final Duration MUTE = Duration.ofMillis(150);

    private static final ThreadLocal<@Nullable Duration> NEXT = new ThreadLocal<>();

    private final FaultProxy network;
    private final Trace trace;
    private final Timer clock = new Timer("commit-cuts", true);

    /** Creates it before any other bean has read where the database is. */
    CommitCuts(int database, Trace trace) {
        this.network = new FaultProxy(database);
        this.trace = trace;
        System.setProperty(PORT, Integer.toString(network.port()));
    }

    /** Cuts the next commit of this thread, after which the database cannot be reached for so much time. */
    void cutNext(Duration away) {
        NEXT.set(away);
    }

    void spare() {
        NEXT.remove();
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        return bean instanceof DataSource source ? new WatchedDataSource(source, Cuts::new) : bean;
    }

    private void mute(Duration away) {
        network.cut(Cut.DROP_REPLIES);
        later(MUTE, away.isZero() ? Cut.PASS : Cut.REFUSE);
        if (!away.isZero()) {
            later(away, Cut.PASS);
        }
    }

    private void later(Duration after, Cut cut) {
        clock.schedule(
                new TimerTask() {
                    @Override
                    public void run() {
                        network.cut(cut);
                    }
                },
                after.toMillis());
    }

    private final class Cuts implements WatchedDataSource.Watch {

        private @Nullable Duration away;

        @Override
        public void beforeCommit() {
            away = NEXT.get();
            if (away != null) {
                NEXT.remove();
                mute(away);
            }
        }

        @Override
        public void commitFailed() {
            if (away != null) {
                trace.note("cut", away.toMillis());
            }
        }
    }
}
