package io.baton.autoconfigure;

import java.util.Set;
import org.springframework.boot.sql.init.dependency.AbstractBeansOfTypeDatabaseInitializerDetector;

/** Puts Baton's tables after the application's migrations and before its entity manager factory. */
final class SchemaInitializerDetector extends AbstractBeansOfTypeDatabaseInitializerDetector {

    /** After Flyway's own detectors. */
    private static final int ORDER = 2;

    @Override
    protected Set<Class<?>> getDatabaseInitializerBeanTypes() {
        return Set.of(SchemaInitializer.class);
    }

    @Override
    public int getOrder() {
        return ORDER;
    }
}
