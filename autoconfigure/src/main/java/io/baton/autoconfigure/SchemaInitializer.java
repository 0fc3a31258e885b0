package io.baton.autoconfigure;

import io.baton.connection.SchemaPool;
import io.baton.database.SupportedServer;
import io.baton.loop.LoggedFailure;
import io.baton.schema.BatonSchema;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.dao.DataAccessException;

/** Makes Baton's tables, or checks them where the application makes them itself. Runs before anything that may need them. */
final class SchemaInitializer implements InitializingBean {

    private static final Logger log = LoggerFactory.getLogger(SchemaInitializer.class);

    private final BatonDatabase database;
    private final boolean migrate;

    SchemaInitializer(BatonDatabase database, boolean migrate) {
        this.database = database;
        this.migrate = migrate;
    }

    @Override
    public void afterPropertiesSet() {
        SupportedServer.require(database.dataSource());
        try (SchemaPool pool = SchemaPool.beside(database.dataSource())) {
            BatonSchema schema = new BatonSchema(pool.dataSource(), database.schema());
            QuietFlyway.during(migrate ? schema::migrate : schema::verify);
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
            log.debug("The database does not tell how durable its commits are", LoggedFailure.of(e));
        }
    }
}
