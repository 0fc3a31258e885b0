package io.baton.jpa;

import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.orm.jpa.persistenceunit.MutablePersistenceUnitInfo;
import org.springframework.orm.jpa.persistenceunit.PersistenceUnitPostProcessor;

/**
 * Adds Baton's entities to the persistence unit on Baton's data source only. An application that creates its entity manager factory itself can add
 * this post-processor to it, and {@link HiddenTables} if Hibernate's schema tool is enabled.
 */
public final class BatonEntities implements PersistenceUnitPostProcessor {

    private final DataSource dataSource;
    private final @Nullable String schema;

    /** Creates a post-processor for tables in the schema of the connections. */
    public BatonEntities(DataSource dataSource) {
        this(dataSource, null);
    }

    /** Creates a post-processor for tables in a schema, which has the name that the database stores. */
    public BatonEntities(DataSource dataSource, @Nullable String schema) {
        this.dataSource = dataSource;
        this.schema = schema;
    }

    @Override
    public void postProcessPersistenceUnitInfo(MutablePersistenceUnitInfo unit) {
        if (unit.getNonJtaDataSource() == dataSource || unit.getJtaDataSource() == dataSource) {
            unit.addManagedClassName(JobColumns.class.getName());
            unit.addManagedClassName(JobEntity.class.getName());
            unit.addManagedClassName(EndedJobEntity.class.getName());
            unit.addManagedClassName(JobColumns.StateConverter.class.getName());
            if (schema != null) {
                unit.addProperty(FixedNamesBinder.SCHEMA, schema);
            }
        }
    }
}
