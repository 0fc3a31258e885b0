package io.baton.autoconfigure;

import io.baton.job.jdbc.BatonSchema;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.InitializingBean;

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
        BatonSchema schema = new BatonSchema(database.dataSource(), database.schema());
        if (migrate) {
            schema.migrate();
        } else {
            schema.verify();
        }
        schema.durabilityRisks()
                .forEach(risk -> log.warn(
                        "The database runs with {}: jobs that were committed can be lost when it crashes. Right for tests only",
                        risk));
    }
}
