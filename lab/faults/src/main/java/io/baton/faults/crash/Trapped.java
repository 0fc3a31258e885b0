package io.baton.faults.crash;

import io.baton.database.Transactions;
import io.baton.faults.worker.WrappedExtensions;
import io.baton.job.JobAdmin;
import io.baton.job.JobClaims;
import io.baton.job.JobInserts;
import io.baton.job.JobReleases;
import io.baton.job.JobRoles;
import io.baton.job.JobSettlements;
import io.baton.job.JobSteps;
import io.baton.job.JobSweeps;
import io.baton.job.Pulses;
import io.baton.job.Stores;
import io.baton.job.WorkerStore;
import io.baton.wiring.Extensions;
import io.baton.worker.Engine;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Puts the trap around everything that the engine and the clients reach their database through. */
record Trapped(Trap trap) implements BeanPostProcessor {

    private static final ThreadLocal<String> LAST = ThreadLocal.withInitial(() -> "");

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        if (bean instanceof Extensions extensions) {
            return new TrappedSides(extensions);
        }
        return bean instanceof DataSource dataSource ? new Commits(dataSource, trap) : bean;
    }

    /** Both sides of the node. */
    private final class TrappedSides extends WrappedExtensions {

        TrappedSides(Extensions extensions) {
            super(extensions);
        }

        @Override
        public JobRoles around(JobRoles jobs) {
            return Trapped.this.around(jobs, Point.SETTLE_IN_HANDLER);
        }

        @Override
        public Engine around(Engine engine) {
            Stores stores = new Stores(
                    Trapped.this.around(engine.stores().jobs(), "settle"),
                    Trapped.this.around(WorkerStore.class, engine.workers(), "settle"),
                    Trapped.this.around(Transactions.class, engine.transactions()));
            return new Engine(
                    stores,
                    stores.transactions(),
                    Trapped.this.around(Pulses.class, engine.pulses(), "settle"),
                    engine.executor(),
                    engine.ticker(),
                    engine.lockIds(),
                    List.of(),
                    () -> false);
        }
    }

    private JobRoles around(JobRoles jobs, String settle) {
        return new JobRoles(
                around(JobInserts.class, jobs.inserts(), settle),
                around(JobClaims.class, jobs.claims(), settle),
                around(JobSettlements.class, jobs.settlements(), settle),
                around(JobAdmin.class, jobs.admin(), settle),
                around(JobReleases.class, jobs.releases(), settle),
                around(JobSteps.class, jobs.steps(), settle),
                around(JobSweeps.class, jobs.sweeps(), settle));
    }

    private <T> T around(Class<T> type, T target, String settle) {
        return proxy(type, target, (proxy, method, arguments) -> {
            String verb = method.getName().equals("settle") ? settle : method.getName();
            LAST.set(verb);
            trap.at(Point.When.BEFORE, verb);
            Object answer = method.invoke(target, arguments);
            LAST.set(verb);
            trap.at(Point.When.AFTER, verb);
            return answer;
        });
    }

    /** A transaction is named after the last verb in it. */
    private <T> T around(Class<T> type, T target) {
        return proxy(type, target, (proxy, method, arguments) -> {
            Object answer = method.invoke(target, arguments);
            trap.at(Point.When.AFTER_COMMIT_OF, LAST.get());
            return answer;
        });
    }

    private static <T> T proxy(Class<T> type, T target, InvocationHandler handler) {
        InvocationHandler unwrapping = (proxy, method, arguments) -> {
            try {
                return method.getDeclaringClass() == Object.class
                        ? method.invoke(target, arguments)
                        : handler.invoke(proxy, method, arguments);
            } catch (InvocationTargetException e) {
                throw e.getTargetException();
            }
        };
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, unwrapping));
    }

    /** The application's data source, with a trap at each commit. */
    private static final class Commits extends DelegatingDataSource {

        private final Trap trap;

        Commits(DataSource target, Trap trap) {
            super(target);
            this.trap = trap;
        }

        @Override
        public Connection getConnection() throws SQLException {
            Connection connection = super.getConnection();
            return proxy(Connection.class, connection, (proxy, method, arguments) -> {
                boolean commit = method.getName().equals("commit");
                if (commit) {
                    trap.at(Point.When.BEFORE_COMMIT_OF, LAST.get());
                }
                Object answer = method.invoke(connection, arguments);
                if (commit) {
                    trap.at(Point.When.AFTER_COMMIT_OF, LAST.get());
                }
                return answer;
            });
        }
    }
}
