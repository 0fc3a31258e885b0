package io.baton.autoconfigure;

import io.baton.wiring.SchemaStart;
import java.util.Set;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.sql.init.dependency.AbstractBeansOfTypeDatabaseInitializerDetector;
import org.springframework.core.Ordered;

/** Prepares Baton's tables before anything that may need them. */
record SchemaInitializer(BatonDatabase database, boolean migrate) implements InitializingBean {

    @Override
    public void afterPropertiesSet() {
        SchemaStart.prepare(database.dataSource(), database.schema(), migrate, QuietFlyway::during);
    }

    /** Puts Baton's tables after the application's migrations and scripts and before its entity manager factory. */
    static final class Detector extends AbstractBeansOfTypeDatabaseInitializerDetector {

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
}
