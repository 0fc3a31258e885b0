package io.baton.faults.seeded;

import io.baton.faults.seeded.Defect.Commits;
import io.baton.faults.worker.WatchedDataSource;
import io.baton.testing.RewrittenStatements;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.springframework.beans.factory.config.BeanPostProcessor;

/** Puts a bug into the data sources of applications. */
final class Seed implements BeanPostProcessor {

    /** Of so many commits that a bug hits one is reported wrongly. */
    private static final int EVERY = 5;

    private static final String ROLLED_BACK = "40001";
    private static final WatchedDataSource.Watch UNWATCHED = new WatchedDataSource.Watch() {};

    private final Defect bug;
    private final Set<Change> unseen = ConcurrentHashMap.newKeySet();
    private final AtomicInteger commits = new AtomicInteger();

    Seed(Defect bug) {
        this.bug = bug;
        unseen.addAll(bug.changes());
    }

    /** Returns whether all of the bug was met: each change had a statement, and a commit was reported wrongly. */
    boolean isMet() {
        return unseen.isEmpty() && (bug.commits() == Commits.TRUE || commits.get() >= EVERY);
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        return bean instanceof DataSource target ? seeded(target) : bean;
    }

    /** Cannot be unwrapped, or the engine would have connections without the bug. */
    private DataSource seeded(DataSource target) {
        return new WatchedDataSource(new SeededDataSource(target), () -> UNWATCHED);
    }

    private String change(String sql) {
        String changed = sql;
        for (Change change : bug.changes()) {
            String next = change.apply(changed);
            if (!next.equals(changed)) {
                unseen.remove(change);
            }
            changed = next;
        }
        return changed;
    }

    private boolean isWrong() {
        return commits.incrementAndGet() % EVERY == 0;
    }

    private final class SeededDataSource extends RewrittenStatements {

        SeededDataSource(DataSource target) {
            super(target, Seed.this::change);
        }

        @Override
        public Connection getConnection() throws SQLException {
            Connection connection = super.getConnection();
            return bug.commits() == Commits.TRUE ? connection : withWrongReports(connection);
        }

        private Connection withWrongReports(Connection connection) {
            boolean[] hit = {false};
            return (Connection) Proxy.newProxyInstance(
                    Connection.class.getClassLoader(),
                    new Class<?>[] {Connection.class},
                    (proxy, method, arguments) -> {
                        switch (method.getName()) {
                            case "prepareStatement" -> hit[0] |= bug.hits((String) arguments[0]);
                            case "rollback" -> hit[0] = false;
                            case "commit" -> {
                                boolean isWrong = hit[0] && isWrong();
                                hit[0] = false;
                                if (isWrong) {
                                    report(connection);
                                    return null;
                                }
                            }
                            default -> {}
                        }
                        try {
                            return method.invoke(connection, arguments);
                        } catch (InvocationTargetException e) {
                            throw e.getTargetException();
                        }
                    });
        }

        private void report(Connection connection) throws SQLException {
            if (bug.commits() == Commits.LOST) {
                connection.rollback();
            } else {
                connection.commit();
                throw new SQLException("The transaction is rolled back", ROLLED_BACK);
            }
        }
    }
}
