package io.baton.job;

import io.baton.database.Database;
import io.baton.job.jdbc.JdbcJobRoles;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.List;

/** All roles in one, for tests that play every part. */
public interface JobStore extends JobInserts, JobClaims, JobSettlements, JobAdmin, JobReleases, JobSteps, JobSweeps {

    /** Returns these roles as one. */
    static JobStore of(JobRoles roles) {
        List<Object> all = List.of(
                roles.inserts(),
                roles.claims(),
                roles.settlements(),
                roles.admin(),
                roles.releases(),
                roles.steps(),
                roles.sweeps());
        return (JobStore) Proxy.newProxyInstance(
                JobStore.class.getClassLoader(), new Class<?>[] {JobStore.class}, (proxy, method, arguments) -> {
                    Object role = all.stream()
                            .filter(method.getDeclaringClass()::isInstance)
                            .findFirst()
                            .orElseThrow();
                    try {
                        return method.invoke(role, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getTargetException();
                    }
                });
    }

    /** Returns the store of plain jobs in a database. */
    static JobStore on(Database database, Retention retention) {
        return on(database, retention, List.of(), InsertObserver.NONE);
    }

    /** Returns a store with capabilities. */
    static JobStore on(
            Database database, Retention retention, Collection<Capability> capabilities, InsertObserver observer) {
        return of(JdbcJobRoles.on(database, retention, capabilities, observer, System::nanoTime));
    }

    /** Returns a store in each of its roles. */
    static JobRoles roles(JobStore store) {
        return new JobRoles(store, store, store, store, store, store, store);
    }
}
