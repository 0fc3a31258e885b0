package io.baton.autoconfigure;

import io.baton.batch.BatchFollowUp;
import io.baton.batch.BatchReducer;
import io.baton.batch.PurgeBatches;
import io.baton.batch.RepairBatches;
import io.baton.database.Transactions;
import io.baton.enqueue.Enqueuer;
import io.baton.job.DirtySet;
import io.baton.job.LastPulse;
import io.baton.job.Memberships;
import io.baton.job.Pulse;
import io.baton.loop.SweepTask;
import io.baton.loop.Ticker;
import io.baton.permit.DirtyLimits;
import io.baton.permit.PermitFollowUp;
import io.baton.permit.PermitStore;
import io.baton.permit.RepairPermits;
import io.baton.recurring.DeclareSchedules;
import io.baton.recurring.FireSchedules;
import io.baton.recurring.FireSchedules.TickListener;
import io.baton.recurring.KeepSchedules;
import io.baton.recurring.ScheduleChanges;
import io.baton.unique.SweepKeys;
import io.baton.wakeup.WakeupPublisher;
import java.time.Duration;
import java.util.function.Supplier;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The follow-up of limits, batches and recurring jobs on a node with a worker. */
@Configuration(proxyBeanMethods = false)
class FollowUpConfiguration {

    private static final Duration LOST_HINTS = Duration.ofSeconds(10);
    private static final Duration ABANDONED_BATCHES = Duration.ofDays(30);

    /** Keeps none where a test runs the jobs, without heartbeats. */
    @Bean
    LastPulse batonLastPulse(Ticker ticker) {
        return new LastPulse(ticker::nanos);
    }

    @Bean
    PermitFollowUp batonPermitFollowUp(
            EngineStores engine,
            DirtyLimits dirty,
            WakeupPublisher publisher,
            Ticker ticker,
            LastPulse lastPulse,
            BatonProperties properties) {
        dirty.sparedBy(interval -> lastPulse.spares(Pulse.Part.LIMITS, interval));
        return new PermitFollowUp(
                engine.factory().permits(),
                engine.transactions(),
                dirty,
                publisher,
                ticker,
                readInterval(dirty, publisher, properties));
    }

    @Bean
    SweepTask batonRepairPermits(EngineStores engine, DirtyLimits dirty, PermitConfiguration.OwnLimits limits) {
        PermitStore permits = engine.factory().permits();
        Transactions transactions = engine.transactions();
        return new RepairPermits(permits, transactions, dirty, () -> limits.restore(permits, transactions));
    }

    @Bean
    BatchFollowUp batonBatchFollowUp(
            EngineStores engine,
            BatchReducer reducer,
            DirtySet<Long> dirty,
            WakeupPublisher publisher,
            Ticker ticker,
            LastPulse lastPulse,
            BatonProperties properties) {
        dirty.sparedBy(interval -> lastPulse.spares(Pulse.Part.BATCHES, interval));
        return new BatchFollowUp(
                reducer, engine.transactions(), publisher, ticker, readInterval(dirty, publisher, properties));
    }

    @Bean
    SweepTask batonRepairBatches(EngineStores engine, BatchReducer reducer, DirtySet<Long> dirty) {
        return new RepairBatches(reducer.store(), engine.transactions(), dirty);
    }

    @Bean
    SweepTask batonPurgeBatches(EngineStores engine, BatchReducer reducer, Ticker ticker, BatonProperties properties) {
        return new PurgeBatches(
                reducer,
                engine.transactions(),
                ticker,
                properties.batches().retention().completed(),
                ABANDONED_BATCHES);
    }

    @Bean
    SweepTask batonSweepKeys(EngineStores engine) {
        return new SweepKeys(engine.factory().keys(), engine.transactions());
    }

    @Bean
    SweepTask batonPurgeOnce(OnceConfiguration.OwnOnce own) {
        return own.once().purge();
    }

    @Bean
    SweepTask batonNotesOfOnce(OnceConfiguration.OwnOnce own) {
        return own.once().notes();
    }

    @Bean
    Memberships batonMemberships(EngineStores stores, BatchReducer reducer) {
        return new Memberships(
                reducer.store().groups()::membership, stores.factory().results());
    }

    @Bean
    BatchReducer batonReducer(EngineStores engine, DirtySet<Long> dirty) {
        return engine.factory().reducer(engine.stores().jobs().releases(), dirty);
    }

    @Bean
    RecurringHandlers batonRecurringHandlers(
            EngineStores engine, Enqueuer enqueuer, ScheduleChanges changes, BatonProperties properties) {
        return new RecurringHandlers(
                new DeclareSchedules(engine.factory().schedules(), engine.transactions(), enqueuer, changes),
                properties.recurring());
    }

    @Bean
    FireSchedules batonFireSchedules(
            EngineStores engine,
            Enqueuer enqueuer,
            ScheduleChanges changes,
            LastPulse lastPulse,
            ObjectProvider<TickListener> listener) {
        changes.sparedBy(interval -> lastPulse.spares(Pulse.Part.SCHEDULES, interval));
        return new FireSchedules(
                engine.factory().schedules(),
                engine.stores().jobs().inserts(),
                engine.transactions(),
                enqueuer,
                listener.getIfAvailable(() -> TickListener.NONE),
                changes);
    }

    @Bean
    SweepTask batonKeepSchedules(EngineStores engine, RecurringHandlers declared) {
        return new KeepSchedules(
                engine.factory().schedules(), engine.stores().workers(), engine.transactions(), declared.schedules());
    }

    /** Returns the interval of reads: long where other nodes notify. */
    private static Supplier<Duration> readInterval(
            DirtySet<?> dirty, WakeupPublisher publisher, BatonProperties properties) {
        Duration poll = properties.worker().pollInterval();
        return () -> publisher.here().receivesFromOthers() || !dirty.isUsed() ? LOST_HINTS : poll;
    }
}
