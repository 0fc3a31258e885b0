package io.baton.faults.story;

import io.baton.faults.proxy.Cut;
import io.baton.faults.proxy.FaultProxy;
import io.baton.faults.worker.Trace;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Timer;
import java.util.TimerTask;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.jdbc.datasource.AbstractDataSource;

/** Stands between this process and its database, and cuts off the answer to chosen commits: the server commits, and nobody here learns of it. */
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
        return bean instanceof DataSource source ? new Watched(source) : bean;
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

    /** Cannot be unwrapped, so that Baton makes no pool of its own beside it. */
    private final class Watched extends AbstractDataSource {

        private final DataSource target;

        Watched(DataSource target) {
            this.target = target;
        }

        @Override
        public Connection getConnection(String user, String password) throws SQLException {
            return watched(target.getConnection(user, password));
        }

        @Override
        public Connection getConnection() throws SQLException {
            return watched(target.getConnection());
        }

        private Connection watched(Connection connection) {
            return (Connection) Proxy.newProxyInstance(
                    Connection.class.getClassLoader(),
                    new Class<?>[] {Connection.class},
                    (proxy, method, arguments) -> {
                        Duration away = method.getName().equals("commit") ? NEXT.get() : null;
                        if (away != null) {
                            NEXT.remove();
                            mute(away);
                        }
                        try {
                            return method.invoke(connection, arguments);
                        } catch (InvocationTargetException e) {
                            if (away != null) {
                                trace.note("cut", away.toMillis());
                            }
                            throw e.getTargetException();
                        }
                    });
        }
    }
}
