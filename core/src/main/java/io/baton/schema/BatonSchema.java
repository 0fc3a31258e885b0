package io.baton.schema;

import io.baton.database.Vendor;
import io.baton.start.StartRefusedException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/** Creates and migrates Baton's tables by a Flyway of its own, apart from the application's. */
public final class BatonSchema {

    private final DataSource dataSource;
    private final SchemaAccess access;

    /** Works on this data source, which has to give two connections at once. */
    public BatonSchema(DataSource dataSource, @Nullable String schema) {
        this.dataSource = dataSource;
        this.access = new SchemaAccess(dataSource, schema, null);
    }

    /**
     * Returns the schema, or what the database has in its place, as the database stores its name; null for that of the connections.
     *
     * @param chosen by the application for Baton, before all
     * @param schema the application's default, where the database has schemas
     * @param catalog the application's default, where it has not
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
     * Migrates the tables; safe on any number of nodes at once. Tables that an administrator created manually are recognized.
     * Waits for other transactions that hold locks on them, for some minutes at most.
     *
     * @throws StartRefusedException if an administrator has to change something first
     */
    public void migrate() {
        new Migrations(dataSource, access, Migrations::sleep, Migrations.LONGEST).run();
    }

    /**
     * Checks that the tables exist as this version of Baton needs them. Needs no Flyway.
     *
     * @throws StartRefusedException if they are not, or cannot be read
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
     * Checks by two connections that the server locks rows and skips locked ones. Where something is in the way, a start goes on without it.
     *
     * @throws StartRefusedException if it does not
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
