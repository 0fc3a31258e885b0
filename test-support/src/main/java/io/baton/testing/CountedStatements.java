package io.baton.testing;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** A data source that counts the statements sent through it; a batch is one. */
public final class CountedStatements extends DelegatingDataSource {

    /** What becomes of a commit. */
    public enum CommitFault {
        /** It takes effect, but nobody learns of it. */
        ANSWER_LOST,
        /** The database rolls back instead. */
        ROLLED_BACK
    }

    private final AtomicInteger statements = new AtomicInteger();
    private final Map<Thread, CommitFault> nextCommits = new ConcurrentHashMap<>();

    public CountedStatements(DataSource target) {
        super(target);
    }

    /** How many there were since this was last asked. */
    public int taken() {
        return statements.getAndSet(0);
    }

    /** Breaks the next commit of this thread. */
    public void breakNextCommit(CommitFault fault) {
        nextCommits.put(Thread.currentThread(), fault);
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = super.getConnection();
        return proxy(Connection.class, (proxy, method, arguments) -> {
            CommitFault fault = method.getName().equals("commit") ? nextCommits.remove(Thread.currentThread()) : null;
            if (fault != null) {
                end(connection, fault);
                throw new SQLTransientException("the commit was not answered", "08006");
            }
            Object answer = method.invoke(connection, arguments);
            return answer instanceof Statement statement ? counted(statement) : answer;
        });
    }

    private static void end(Connection connection, CommitFault fault) throws SQLException {
        if (fault == CommitFault.ANSWER_LOST) {
            connection.commit();
        } else {
            connection.rollback();
        }
    }

    private Statement counted(Statement statement) {
        Class<? extends Statement> type =
                statement instanceof PreparedStatement ? PreparedStatement.class : Statement.class;
        return proxy(type, (proxy, method, arguments) -> {
            if (method.getName().startsWith("execute")) {
                statements.incrementAndGet();
            }
            return method.invoke(statement, arguments);
        });
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        InvocationHandler unwrapping = (proxy, method, arguments) -> {
            try {
                return handler.invoke(proxy, method, arguments);
            } catch (InvocationTargetException e) {
                throw e.getTargetException();
            }
        };
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, unwrapping));
    }
}
