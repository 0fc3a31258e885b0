package io.baton.autoconfigure;

import io.baton.job.jdbc.BatonSchema;
import org.springframework.beans.factory.InitializingBean;

/** Makes Baton's tables, or checks them where the application makes them itself. Runs before anything that may need them. */
final class SchemaInitializer implements InitializingBean {

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
    }
}
