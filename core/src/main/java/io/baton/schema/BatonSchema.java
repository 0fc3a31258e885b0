package io.baton.schema;

import io.baton.database.Vendor;
import io.baton.loop.LoggedFailure;
import io.baton.start.StartRefusedException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.util.ClassUtils;

/** Creates and migrates Baton's tables with a Flyway of its own, separate from the application's. */
public final class BatonSchema {

    private static final Logger log = LoggerFactory.getLogger(BatonSchema.class);

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
     * Creates the tables, or checks them where the application creates them.
     *
     * @param quietly runs an action that would log much
     * @throws StartRefusedException if an administrator has to change something first
     */
    public void prepare(boolean migrate, Consumer<Runnable> quietly) {
        if (migrate && !ClassUtils.isPresent("org.flywaydb.core.Flyway", BatonSchema.class.getClassLoader())) {
            throw new StartRefusedException(
                    "Baton is to make and update its tables, which needs Flyway, but Flyway is not on the class path.",
                    "Add org.flywaydb:flyway-core, with flyway-database-postgresql or flyway-mysql, or set baton.schema.migrate=false"
                            + " (without Spring Boot: migrate(false)) and create the tables yourself.");
        }
        quietly.accept(migrate ? this::migrate : this::verify);
        warnOfRisks();
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
        for (String script : access.scripts().names()) {
            if (!access.ran(script)) {
                throw access.missing(script);
            }
        }
    }

    /** Warns of settings of the server under which a committed job can be lost. */
    private void warnOfRisks() {
        String query = access.database().dialect().durabilityRisks();
        try {
            List<String> risks =
                    query == null ? List.of() : new JdbcTemplate(dataSource).queryForList(query, String.class);
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
}
