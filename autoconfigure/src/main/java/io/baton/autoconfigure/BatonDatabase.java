package io.baton.autoconfigure;

import io.baton.schema.BatonSchema;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;

/**
 * The location of the jobs.
 *
 * @param dataSource the application's, whose transactions enqueues join
 * @param schema the schema of Baton's tables, spelt as the database stores it; null for that of the connections
 */
record BatonDatabase(DataSource dataSource, @Nullable String schema) {

    private static final String HIBERNATE = "spring.jpa.properties.hibernate.";

    /** Baton's tables lie where its properties say, or else beside those of the application's entities. */
    static BatonDatabase of(DataSource dataSource, @Nullable String chosen, Environment environment) {
        String schema = environment.getProperty(HIBERNATE + "default_schema");
        String catalog = environment.getProperty(HIBERNATE + "default_catalog");
        return new BatonDatabase(dataSource, BatonSchema.nameAsStored(dataSource, chosen, schema, catalog));
    }
}
