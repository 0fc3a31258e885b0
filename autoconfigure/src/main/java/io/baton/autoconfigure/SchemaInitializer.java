package io.baton.autoconfigure;

import io.baton.connection.EnginePool;
import io.baton.database.SupportedServer;
import io.baton.loop.LoggedFailure;
import io.baton.schema.BatonSchema;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.sql.init.dependency.AbstractBeansOfTypeDatabaseInitializerDetector;
import org.springframework.core.Ordered;
import org.springframework.dao.DataAccessException;

/** Creates Baton's tables, or checks them where the application creates them; then checks the locks of the server. Runs before anything that may need them. */
record SchemaInitializer(BatonDatabase database, boolean migrate) implements InitializingBean {

    private static final Logger log = LoggerFactory.getLogger(SchemaInitializer.class);

    @Override
    public void afterPropertiesSet() {
        SupportedServer.require(database.dataSource());
        try (EnginePool pool = EnginePool.forMigrations(database.dataSource())) {
            BatonSchema schema = new BatonSchema(pool.dataSource(), database.schema());
            QuietFlyway.during(migrate ? schema::migrate : schema::verify);
            schema.requireLocks();
            warnOfRisks(schema);
        }
    }

    private static void warnOfRisks(BatonSchema schema) {
        try {
            List<String> risks = schema.durabilityRisks();
            if (!risks.isEmpty()) {
                log.warn(
                        "The database runs with {}: jobs that were committed are lost if it crashes. Correct that in the settings of the"
                                + " server, the role or the connection; it is right for tests only",
                        String.join(", ", risks));
            }
        } catch (DataAccessException e) {
            log.debug("The durability settings of the database cannot be read", LoggedFailure.of(e));
        }
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
