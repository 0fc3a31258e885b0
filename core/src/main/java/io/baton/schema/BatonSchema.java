package io.baton.schema;

import io.baton.database.Vendor;
import io.baton.start.StartRefusedException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/** Creates and migrates Baton's tables with a Flyway of its own, separate from the application's. */
public final class BatonSchema {

    private final DataSource dataSource;
    private final SchemaAccess access;

    /** Creates an object for this data source, which must provide two connections at once. */
    public BatonSchema(DataSource dataSource, @Nullable String schema) {
        this.dataSource = dataSource;
        this.access = new SchemaAccess(dataSource, schema, null);
    }

    /**
     * Returns the name of the schema, or of the catalog if the database has no schemas, as the database stores it; null for that of the connections.
     *
     * @param chosen the application's choice for Baton, which has precedence
     * @param schema the application's default schema, for a database with schemas
     * @param catalog the application's default catalog, for a database without schemas
     */
    public static @Nullable String nameAsStored(
            DataSource dataSource, @Nullable String chosen, @Nullable String schema, @Nullable String catalog) {
        if (chosen == null && schema == null && catalog == null) {
            return null;
        }
        return Vendor.metadata(dataSource, database -> {
                    boolean schemas = database.supportsSchemasInTableDefinitions();
                    Optional<String> name =
                            Optional.ofNullable(chosen).or(() -> Optional.ofNullable(schemas ? schema : catalog));
                    if (database.storesUpperCaseIdentifiers()) {
                        return name.map(each -> each.toUpperCase(Locale.ROOT));
                    }
                    return database.storesLowerCaseIdentifiers() && schemas
                            ? name.map(each -> each.toLowerCase(Locale.ROOT))
                            : name;
                })
                .orElse(null);
    }

    /**
     * Migrates the tables. Any number of nodes may do this at once. Recognizes tables that an administrator created manually.
     * Waits for other transactions that hold locks on the tables, for a few minutes at most.
     *
     * @throws StartRefusedException if an administrator has to change something first
     */
    public void migrate() {
        new Migrations(dataSource, access, Migrations::sleep, Migrations.LONGEST).run();
    }

    /**
     * Checks that the tables exist as this version of Baton needs them. Needs no Flyway.
     *
     * @throws StartRefusedException if they do not, or cannot be read
     */
    public void verify() {
        access.failedScript().ifPresent(script -> {
            throw access.failed(script, null);
        });
        for (String script : access.scripts().names()) {
            if (!access.ran(script)) {
                throw access.missing(script);
            }
        }
    }

    /**
     * Checks with two connections that the server locks rows and skips locked ones. If the check cannot be made, the start goes on without it.
     *
     * @throws StartRefusedException if the server does not
     */
    public void requireLocks() {
        if (!access.isH2()) {
            new LockProbe(dataSource, access).require();
        }
    }

    /** Returns settings of the server under which a committed job can be lost. */
    public List<String> durabilityRisks() {
        String query = access.database().dialect().durabilityRisks();
        return query == null ? List.of() : new JdbcTemplate(dataSource).queryForList(query, String.class);
    }
}
