package io.baton.autoconfigure;

import io.baton.enqueue.CallersTransaction;
import io.baton.enqueue.Enqueuer;
import io.baton.recurring.BatonRecurringJobs;
import io.baton.recurring.ScheduleChanges;
import io.baton.recurring.jdbc.JdbcScheduleStore;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Jobs that recur. */
@Configuration(proxyBeanMethods = false)
class RecurringConfiguration {

    @Bean
    ScheduleChanges batonScheduleChanges() {
        return new ScheduleChanges();
    }

    @Bean
    @DependsOnDatabaseInitialization
    BatonRecurringJobs batonRecurringJobs(
            BatonDatabase database, CallersTransaction transaction, Enqueuer enqueuer, ScheduleChanges changes) {
        return new BatonRecurringJobs(
                new JdbcScheduleStore(database.dataSource(), database.schema()), transaction, enqueuer, changes);
    }
}
