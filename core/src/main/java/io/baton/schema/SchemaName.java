package io.baton.schema;

import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.support.JdbcUtils;
import org.springframework.jdbc.support.MetaDataAccessException;

/** Determines the schema of the tables, in the spelling of the database. */
public final class SchemaName {

    private SchemaName() {}

    /**
     * Returns the schema, or what the database has in its place, as the database stores its name; null for that of the connections.
     *
     * @param chosen by the application for Baton, before all
     * @param schema the application's default, where the database has schemas
     * @param catalog the application's default, where it has not
     */
    public static @Nullable String asStored(
            DataSource dataSource, @Nullable String chosen, @Nullable String schema, @Nullable String catalog) {
        if (chosen == null && schema == null && catalog == null) {
            return null;
        }
        try {
            Optional<String> stored = JdbcUtils.extractDatabaseMetaData(dataSource, database -> {
                String beside = database.supportsSchemasInTableDefinitions() ? schema : catalog;
                return Optional.ofNullable(asStored(chosen != null ? chosen : beside, database));
            });
            return stored.orElse(null);
        } catch (MetaDataAccessException e) {
            throw new IllegalStateException(
                    "Baton cannot read from its data source how it spells schemas: " + e.getMessage(), e);
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
