package io.baton.connection;

import io.baton.database.MappersConnection;
import java.lang.reflect.Method;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.ResourceTransactionManager;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/** Determines on which data source a manager's transactions run, as far as this is known before the first transaction. */
public final class ManagedDataSource {

    private static final String ENTITY_MANAGER_FACTORY = "jakarta.persistence.EntityManagerFactory";

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
            return isForOtherResources(manager) ? Carried.NO : Carried.UNKNOWN;
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
        Object target = target(manager);
        Method method = ReflectionUtils.findMethod(target.getClass(), "getDataSource");
        if (method == null || !DataSource.class.isAssignableFrom(method.getReturnType())) {
            return null;
        }
        ReflectionUtils.makeAccessible(method);
        return (DataSource) ReflectionUtils.invokeMethod(method, target);
    }

    /** Returns whether the manager is for other resources, such as messages or documents, by its own declaration. */
    private static boolean isForOtherResources(PlatformTransactionManager manager) {
        if (!(target(manager) instanceof ResourceTransactionManager known)) {
            return false;
        }
        Object factory;
        try {
            factory = known.getResourceFactory();
        } catch (RuntimeException e) {
            return false;
        }
        return factory != null && !(factory instanceof DataSource) && !isEntityManagerFactory(factory);
    }

    /** Uses the class loader of the factory, since the application may not have JPA. */
    private static boolean isEntityManagerFactory(Object factory) {
        ClassLoader loader = factory.getClass().getClassLoader();
        return ClassUtils.isPresent(ENTITY_MANAGER_FACTORY, loader)
                && ClassUtils.resolveClassName(ENTITY_MANAGER_FACTORY, loader).isInstance(factory);
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

    private static Object target(Object bean) {
        Object target = AopProxyUtils.getSingletonTarget(bean);
        return target == null ? bean : target;
    }
}
