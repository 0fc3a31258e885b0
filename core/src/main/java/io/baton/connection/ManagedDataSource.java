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

/** Determines which data source the transactions of a manager carry, as far as that is known before the first one. */
public final class ManagedDataSource {

    private static final String ENTITY_MANAGER_FACTORY = "jakarta.persistence.EntityManagerFactory";

    private ManagedDataSource() {}

    /** Says whether transactions of a manager carry a data source. */
    public enum Carried {
        YES,
        NO,
        /** Only a transaction can show it. */
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

    /** Returns the data source of managers for JDBC, JPA and Hibernate, which have no type in common that says so. */
    static @Nullable DataSource of(PlatformTransactionManager manager) {
        Object target = target(manager);
        Method method = ReflectionUtils.findMethod(target.getClass(), "getDataSource");
        if (method == null || !DataSource.class.isAssignableFrom(method.getReturnType())) {
            return null;
        }
        ReflectionUtils.makeAccessible(method);
        return (DataSource) ReflectionUtils.invokeMethod(method, target);
    }

    /** As managers for messages or documents are, which say what they are for. */
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

    /** Uses the class loader of the factory, since the application may have no JPA. */
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

    /** Returns the data source that this one is a proxy of; null if it is none. */
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
