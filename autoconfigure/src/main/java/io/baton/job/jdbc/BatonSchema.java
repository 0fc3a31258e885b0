package io.baton.job.jdbc;

import io.baton.BatonException;
import java.util.List;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/** Baton's tables: made and kept up to date by a Flyway of its own, apart from the application's. */
public final class BatonSchema {

    private final Flyway flyway;

    public BatonSchema(DataSource dataSource, @Nullable String schema) {
        String vendor = Database.of(dataSource).vendor();
        FluentConfiguration configuration = Flyway.configure(BatonSchema.class.getClassLoader())
                .dataSource(dataSource)
                .locations("classpath:io/baton/schema/" + vendor)
                .table("baton_schema_history")
                .baselineOnMigrate(true)
                .baselineVersion("0")
                .validateMigrationNaming(true);
        if (new Tables(schema).schema() != null) {
            configuration.schemas(schema).defaultSchema(schema);
        }
        this.flyway = configuration.load();
    }

    /** Brings the tables up to date; safe on any number of nodes at once. */
    public void migrate() {
        flyway.migrate();
    }

    /** Fails if the tables are missing or older than this version of Baton. */
    public void verify() {
        MigrationInfo[] pending = flyway.info().pending();
        if (pending.length > 0) {
            throw new MissingSchemaException(pending[0].getVersion().getVersion(), pending[0].getScript());
        }
    }

    /** Settings of the server under which a committed job can be lost. */
    public List<String> durabilityRisks() {
        DataSource dataSource = flyway.getConfiguration().getDataSource();
        return dataSource == null ? List.of() : Database.of(dataSource).durabilityRisks(new JdbcTemplate(dataSource));
    }

    /** Baton's tables are not there, or not as this version needs them. */
    public static final class MissingSchemaException extends BatonException {

        private static final long serialVersionUID = 1L;

        MissingSchemaException(String version, String script) {
            super("Baton's tables are missing or too old: migration " + version + " (" + script + ") has not run");
        }
    }
}
