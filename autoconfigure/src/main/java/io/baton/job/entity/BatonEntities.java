package io.baton.job.entity;

import javax.sql.DataSource;
import org.springframework.orm.jpa.persistenceunit.MutablePersistenceUnitInfo;
import org.springframework.orm.jpa.persistenceunit.PersistenceUnitPostProcessor;

/** Adds Baton's entities to the persistence unit that lies on its data source, and to no other. */
public final class BatonEntities implements PersistenceUnitPostProcessor {

    private final DataSource dataSource;

    public BatonEntities(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    @Override
    public void postProcessPersistenceUnitInfo(MutablePersistenceUnitInfo unit) {
        if (unit.getNonJtaDataSource() == dataSource || unit.getJtaDataSource() == dataSource) {
            unit.addManagedClassName(JobEntity.class.getName());
            unit.addManagedClassName(EndedJobEntity.class.getName());
            unit.addManagedClassName(StateConverter.class.getName());
        }
    }
}
