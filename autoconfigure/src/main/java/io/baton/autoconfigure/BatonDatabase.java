package io.baton.autoconfigure;

import io.baton.connection.EnginePool;
import io.baton.database.SupportedServer;
import io.baton.schema.BatonSchema;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.sql.init.dependency.AbstractBeansOfTypeDatabaseInitializerDetector;
import org.springframework.core.env.Environment;

/**
 * The data source and schema of Baton's tables.
 *
 * @param dataSource the application's data source, whose transactions enqueues join
 * @param schema the schema of Baton's tables, as the database spells it; null for the schema of the connections
 */
record BatonDatabase(DataSource dataSource, @Nullable String schema) {

    private static final String HIBERNATE = "spring.jpa.properties.hibernate.";

    /** Returns the database with the configured schema or, without one, the default schema of Hibernate. */
    static BatonDatabase of(DataSource dataSource, @Nullable String chosen, Environment environment) {
        String schema = environment.getProperty(HIBERNATE + "default_schema");
        String catalog = environment.getProperty(HIBERNATE + "default_catalog");
        return new BatonDatabase(dataSource, BatonSchema.nameAsStored(dataSource, chosen, schema, catalog));
    }

    /** Returns whether a context or one of its parents has a bean of a type. Initializes none. */
    static boolean hasBean(@Nullable BeanFactory beans, Class<?> type) {
        return beans instanceof ListableBeanFactory all
                && BeanFactoryUtils.beanNamesForTypeIncludingAncestors(all, type, true, false).length > 0;
    }

    /** Prepares Baton's tables before other beans need them. */
    record SchemaInitializer(BatonDatabase database, boolean migrate, int payloadBytes) implements InitializingBean {

        /** Uses a pool of its own: migrations need two connections at once, and the application's pool may have only one. */
        @Override
        public void afterPropertiesSet() {
            // this also opens the application's pool, without whose connection a database in memory would be gone
            // afterwards
            SupportedServer.require(database.dataSource(), payloadBytes);
            try (EnginePool pool = EnginePool.forMigrations(database.dataSource())) {
                new BatonSchema(pool.dataSource(), database.schema()).prepare(migrate, QuietFlyway::during);
            }
        }
    }

    /** Orders the preparation after the application's migrations and scripts, and before its entity manager factory. */
    static final class Detector extends AbstractBeansOfTypeDatabaseInitializerDetector {

        @Override
        protected Set<Class<?>> getDatabaseInitializerBeanTypes() {
            return Set.of(SchemaInitializer.class);
        }

        /** Returns the last order: a script of the application may create the schema, and its Flyway requires an empty schema. */
        @Override
        public int getOrder() {
            return LOWEST_PRECEDENCE;
        }
    }
}
