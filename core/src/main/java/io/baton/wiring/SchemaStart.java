package io.baton.wiring;

import io.baton.connection.EnginePool;
import io.baton.database.SupportedServer;
import io.baton.loop.LoggedFailure;
import io.baton.schema.BatonSchema;
import io.baton.start.StartRefusedException;
import java.util.List;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.util.ClassUtils;

/** Creates Baton's tables, or checks them where the application creates them; then checks the locks of the server. */
public final class SchemaStart {

    private static final Logger log = LoggerFactory.getLogger(SchemaStart.class);

    private SchemaStart() {}

    /**
     * Prepares the tables.
     *
     * @param quietly runs an action that would log much
     */
    public static void prepare(
            DataSource dataSource, @Nullable String schema, boolean migrate, Consumer<Runnable> quietly) {
        SupportedServer.require(dataSource);
        if (migrate && !ClassUtils.isPresent("org.flywaydb.core.Flyway", SchemaStart.class.getClassLoader())) {
            throw new StartRefusedException(
                    "Baton is to make and update its tables, which needs Flyway, but Flyway is not on the class path.",
                    "Add org.flywaydb:flyway-core, with flyway-database-postgresql or flyway-mysql, or do not let Baton migrate.");
        }
        try (EnginePool pool = EnginePool.forMigrations(dataSource)) {
            BatonSchema tables = new BatonSchema(pool.dataSource(), schema);
            quietly.accept(migrate ? tables::migrate : tables::verify);
            tables.requireLocks();
            warnOfRisks(tables);
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
            log.debug("The durability settings of the database cannot be read", LoggedFailure.of(e));
        }
    }
}
