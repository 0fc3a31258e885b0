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
import io.baton.sweep.SweepTask;
import java.time.Duration;
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
    FireSchedulesTask batonFireSchedules(
            Stores stores,
            EnginePool pool,
            BatonDatabase database,
            Enqueuer enqueuer,
            ScheduleChanges changes,
            ObjectProvider<TickListener> listener) {
        return new FireSchedulesTask(
                new FireSchedules(
                        store(pool, database),
                        stores.jobs().inserts(),
                        stores.transactions(),
                        enqueuer,
                        listener.getIfAvailable(() -> TickListener.NONE)),
                changes);
    }

    @Bean
    SweepTask batonKeepSchedules(Stores stores, EnginePool pool, BatonDatabase database, KnownSchedules known) {
        KeepSchedules keep = new KeepSchedules(store(pool, database), stores.workers(), stores.transactions(), known);
        return SweepTask.named("keepSchedules", keep::sweep);
    }

    private static ScheduleStore store(EnginePool pool, BatonDatabase database) {
        return new JdbcScheduleStore(pool.dataSource(), database.schema());
    }

    /** Has its turn as soon as a schedule has changed here. */
    record FireSchedulesTask(FireSchedules fire, ScheduleChanges changes) implements SweepTask {

        @Override
        public Duration sweep() {
            return fire.sweep();
        }

        @Override
        public String name() {
            return "fireSchedules";
        }

        @Override
        public void onAgain(Runnable again) {
            changes.onChange(again);
        }
    }
}
