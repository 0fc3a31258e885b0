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
    private final RunByHand byHand;

    public BatonSchema(DataSource dataSource, @Nullable String schema) {
        Tables tables = new Tables(schema);
        String location = "io/baton/schema/" + Database.of(dataSource).vendor();
        FluentConfiguration configuration = Flyway.configure(BatonSchema.class.getClassLoader())
                .dataSource(dataSource)
                .locations("classpath:" + location)
                .table("baton_schema_history")
                .baselineOnMigrate(true)
                .baselineVersion("0")
                .validateMigrationNaming(true);
        if (schema != null) {
            configuration.schemas(schema).defaultSchema(schema);
        }
        this.flyway = configuration.load();
        this.byHand = new RunByHand(dataSource, tables, location);
    }

    /** Brings the tables up to date; safe on any number of nodes at once. */
    public void migrate() {
        flyway.migrate();
    }

    /** Fails if the tables are missing or older than this version of Baton; they may be the work of a person or of another tool. */
    public void verify() {
        for (MigrationInfo pending : flyway.info().pending()) {
            if (!byHand.ran(pending.getScript())) {
                throw new MissingSchemaException(byHand.location() + "/" + pending.getScript());
            }
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

        private final String script;

        MissingSchemaException(String script) {
            super("Baton's tables are missing or too old: the migration " + script + " has not run");
            this.script = script;
        }

        /** What to do about it. */
        public String action() {
            return "Let Baton make its tables with baton.schema.migrate=true, or run the SQL files from the folder "
                    + script.substring(0, script.lastIndexOf('/'))
                    + " of Baton's jar, in the order of their versions and beginning with the one named, on the schema that holds Baton's"
                    + " tables (baton.schema.name).";
        }
    }
}
