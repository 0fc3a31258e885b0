package io.baton.autoconfigure;

import io.baton.schema.BatonSchema;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
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
}
