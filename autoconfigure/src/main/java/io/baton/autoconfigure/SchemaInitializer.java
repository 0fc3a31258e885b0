package io.baton.autoconfigure;

import io.baton.wiring.SchemaStart;
import java.util.Set;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.sql.init.dependency.AbstractBeansOfTypeDatabaseInitializerDetector;
import org.springframework.core.Ordered;

/** Prepares Baton's tables before other beans need them. */
record SchemaInitializer(BatonDatabase database, boolean migrate) implements InitializingBean {

    @Override
    public void afterPropertiesSet() {
        SchemaStart.prepare(database.dataSource(), database.schema(), migrate, QuietFlyway::during);
    }

    /** Orders the preparation after the application's migrations and scripts, and before its entity manager factory. */
    static final class Detector extends AbstractBeansOfTypeDatabaseInitializerDetector {

        /** This is the last initializer: a script of the application may create the schema, and its Flyway requires an empty schema. */
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
}
