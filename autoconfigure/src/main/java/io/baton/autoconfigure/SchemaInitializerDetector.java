package io.baton.autoconfigure;

import java.util.Set;
import org.springframework.boot.sql.init.dependency.AbstractBeansOfTypeDatabaseInitializerDetector;
import org.springframework.core.Ordered;

/** Puts Baton's tables after the application's migrations and scripts and before its entity manager factory. */
final class SchemaInitializerDetector extends AbstractBeansOfTypeDatabaseInitializerDetector {

    /** After all others: a script of the application may make the schema that the tables go to, and its Flyway wants an empty one. */
    private static final int ORDER = Ordered.LOWEST_PRECEDENCE;

    @Override
    protected Set<Class<?>> getDatabaseInitializerBeanTypes() {
        return Set.of(SchemaInitializer.class);
    }

    @Override
    public int getOrder() {
        return ORDER;
    }
}
