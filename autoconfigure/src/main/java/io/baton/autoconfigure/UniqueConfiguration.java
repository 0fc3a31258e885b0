package io.baton.autoconfigure;

import io.baton.job.InsertObserver;
import io.baton.job.JobRoles;
import io.baton.unique.UniqueJobs;
import io.baton.unique.UniqueStore;
import io.baton.unique.jdbc.JdbcUniqueStore;
import io.baton.unique.jdbc.UniqueKeys;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Jobs of which there is only one of a key. */
@Configuration(proxyBeanMethods = false)
class UniqueConfiguration {

    @Bean
    UniqueKeys batonUniqueKeys() {
        return new UniqueKeys();
    }

    @Bean
    @DependsOnDatabaseInitialization
    UniqueJobs batonUniqueJobs(
            BatonDatabase database,
            JobRoles jobs,
            BatonProperties properties,
            ObjectProvider<InsertObserver> observer) {
        UniqueStore keys = new JdbcUniqueStore(
                database.dataSource(),
                database.schema(),
                properties.unique().retention(),
                observer.getIfAvailable(() -> InsertObserver.NONE));
        return new UniqueJobs(keys, jobs.inserts());
    }
}
