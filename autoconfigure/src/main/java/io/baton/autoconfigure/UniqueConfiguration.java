package io.baton.autoconfigure;

import io.baton.job.JobRoles;
import io.baton.unique.UniqueJobs;
import io.baton.unique.jdbc.UniqueKeys;
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
    UniqueJobs batonUniqueJobs(StoreFactory stores, JobRoles jobs) {
        return new UniqueJobs(stores.keys(), jobs.inserts());
    }
}
