package io.baton.autoconfigure;

import io.baton.enqueue.CallersTransaction;
import io.baton.enqueue.Enqueuer;
import io.baton.recurring.BatonRecurringJobs;
import io.baton.recurring.ScheduleChanges;
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
    BatonRecurringJobs batonRecurringJobs(
            StoreFactory stores, CallersTransaction transaction, Enqueuer enqueuer, ScheduleChanges changes) {
        return new BatonRecurringJobs(stores.schedules(), transaction, enqueuer, changes);
    }
}
