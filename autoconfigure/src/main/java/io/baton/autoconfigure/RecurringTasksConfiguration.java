package io.baton.autoconfigure;

import io.baton.connection.EnginePool;
import io.baton.enqueue.Enqueuer;
import io.baton.job.Stores;
import io.baton.recurring.DeclareSchedules;
import io.baton.recurring.FireSchedules;
import io.baton.recurring.KeepSchedules;
import io.baton.recurring.KnownSchedules;
import io.baton.recurring.ScheduleChanges;
import io.baton.recurring.ScheduleStore;
import io.baton.recurring.TickListener;
import io.baton.recurring.jdbc.JdbcScheduleStore;
import io.baton.loop.SweepTask;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What a node with a worker does for jobs that recur. */
@Configuration(proxyBeanMethods = false)
class RecurringTasksConfiguration {

    @Bean
    KnownSchedules batonKnownSchedules() {
        return new KnownSchedules();
    }

    @Bean
    RecurringHandlers batonRecurringHandlers(
            Stores stores,
            EnginePool pool,
            BatonDatabase database,
            Enqueuer enqueuer,
            ScheduleChanges changes,
            KnownSchedules known,
            BatonProperties properties) {
        return new RecurringHandlers(
                new DeclareSchedules(store(pool, database), stores.transactions(), enqueuer, changes, known),
                properties.recurring());
    }

    @Bean
    FireSchedules batonFireSchedules(
            Stores stores,
            EnginePool pool,
            BatonDatabase database,
            Enqueuer enqueuer,
            ScheduleChanges changes,
            ObjectProvider<TickListener> listener) {
        return new FireSchedules(
                store(pool, database),
                stores.jobs().inserts(),
                stores.transactions(),
                enqueuer,
                listener.getIfAvailable(() -> TickListener.NONE),
                changes);
    }

    @Bean
    SweepTask batonKeepSchedules(Stores stores, EnginePool pool, BatonDatabase database, KnownSchedules known) {
        return new KeepSchedules(store(pool, database), stores.workers(), stores.transactions(), known);
    }

    private static ScheduleStore store(EnginePool pool, BatonDatabase database) {
        return new JdbcScheduleStore(pool.dataSource(), database.schema());
    }
}
