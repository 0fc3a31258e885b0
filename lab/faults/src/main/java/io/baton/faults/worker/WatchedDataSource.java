package io.baton.faults.worker;

import java.io.Closeable;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.AbstractDataSource;

/** The application's data source, whose connections report what is done on them. Cannot be unwrapped, so that Baton makes no pool of its own beside it. */
public final class WatchedDataSource extends AbstractDataSource implements AutoCloseable {

    private final DataSource target;
    private final Supplier<Watch> watches;

    public WatchedDataSource(DataSource target, Supplier<Watch> watches) {
        this.target = target;
        this.watches = watches;
    }

    /** Observes one connection, on the thread that uses it. */
    public interface Watch {

        /** A transaction begins. */
        default void begin() {}

        /** A statement is about to be prepared. */
        default void statement(String sql) {}

        /** The transaction is about to commit. */
        default void beforeCommit() {}

        /** The transaction has committed. */
        default void afterCommit() {}

        /** The commit has failed. */
        default void commitFailed() {}
    }

    @Override
    public Connection getConnection() throws SQLException {
        return watched(target.getConnection());
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return watched(target.getConnection(user, password));
    }

    @Override
    public void close() throws IOException {
        if (target instanceof Closeable pool) {
            pool.close();
        }
    }

    private Connection watched(Connection connection) {
        Watch watch = watches.get();
        return (Connection) Proxy.newProxyInstance(
                Connection.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    boolean commit = method.getName().equals("commit");
                    if (commit) {
                        watch.beforeCommit();
                    } else if (method.getName().equals("prepareStatement") && arguments[0] instanceof String sql) {
                        watch.statement(sql);
                    } else if (method.getName().equals("setAutoCommit") && Boolean.FALSE.equals(arguments[0])) {
                        watch.begin();
                    }
                    try {
                        Object answer = method.invoke(connection, arguments);
                        if (commit) {
                            watch.afterCommit();
                        }
                        return answer;
                    } catch (InvocationTargetException e) {
                        if (commit) {
                            watch.commitFailed();
                        }
                        throw e.getTargetException();
                    }
                });
    }
}
