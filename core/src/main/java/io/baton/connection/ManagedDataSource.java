package io.baton.connection;

import io.baton.database.MappersConnection;
import java.lang.reflect.Method;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.util.ReflectionUtils;

/** Determines on which data source a manager's transactions run, as far as this is known before the first transaction. */
public final class ManagedDataSource {

    private ManagedDataSource() {}

    /** Whether transactions of a manager run on a data source. */
    public enum Carried {
        YES,
        NO,
        /** Only a transaction can show whether they do. */
        UNKNOWN
    }

    public static Carried carried(PlatformTransactionManager manager, DataSource dataSource) {
        DataSource managed = of(manager);
        if (managed == null) {
            return Carried.UNKNOWN;
        }
        if (new MappersConnection(managed).dataSource() == new MappersConnection(dataSource).dataSource()) {
            return Carried.YES;
        }
        DataSource one = root(managed);
        DataSource other = root(dataSource);
        boolean routed = one instanceof AbstractRoutingDataSource || other instanceof AbstractRoutingDataSource;
        return routed || one == other ? Carried.UNKNOWN : Carried.NO;
    }

    /** Returns the data source of a manager for JDBC, JPA or Hibernate by reflection: these managers have no common type with such a method. */
    static @Nullable DataSource of(PlatformTransactionManager manager) {
        Object singleton = AopProxyUtils.getSingletonTarget(manager);
        Object target = singleton == null ? manager : singleton;
        Method method = ReflectionUtils.findMethod(target.getClass(), "getDataSource");
        if (method == null || !DataSource.class.isAssignableFrom(method.getReturnType())) {
            return null;
        }
        ReflectionUtils.makeAccessible(method);
        return (DataSource) ReflectionUtils.invokeMethod(method, target);
    }

    private static DataSource root(DataSource dataSource) {
        DataSource current = dataSource;
        for (DataSource next = inside(current); next != null; next = inside(current)) {
            current = next;
        }
        return current;
    }

    /** Returns the data source behind this proxy; null if it is no proxy. */
    static @Nullable DataSource inside(DataSource dataSource) {
        Object target = dataSource instanceof DelegatingDataSource proxy
                ? proxy.getTargetDataSource()
                : AopProxyUtils.getSingletonTarget(dataSource);
        return target instanceof DataSource inside ? inside : null;
    }
}
