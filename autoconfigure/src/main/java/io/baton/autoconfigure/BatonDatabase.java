package io.baton.autoconfigure;

import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.support.JdbcUtils;
import org.springframework.jdbc.support.MetaDataAccessException;

/**
 * Where the jobs are.
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
        if (chosen == null && schema == null && catalog == null) {
            return new BatonDatabase(dataSource, null);
        }
        try {
            Optional<String> stored = JdbcUtils.extractDatabaseMetaData(dataSource, database -> {
                String beside = database.supportsSchemasInTableDefinitions() ? schema : catalog;
                return Optional.ofNullable(asStored(chosen != null ? chosen : beside, database));
            });
            return new BatonDatabase(dataSource, stored.orElse(null));
        } catch (MetaDataAccessException e) {
            throw new IllegalStateException(
                    "Baton cannot ask its data source how it spells schemas: " + e.getMessage(), e);
        }
    }

    private static @Nullable String asStored(@Nullable String name, DatabaseMetaData database) throws SQLException {
        if (name == null) {
            return null;
        }
        if (database.storesUpperCaseIdentifiers()) {
            return name.toUpperCase(Locale.ROOT);
        }
        return database.storesLowerCaseIdentifiers() && database.supportsSchemasInTableDefinitions()
                ? name.toLowerCase(Locale.ROOT)
                : name;
    }
}
