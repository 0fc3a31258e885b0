package io.baton.worker.life;

import io.baton.PayloadCodec;
import io.baton.chunk.JdbcPortionReader;
import io.baton.database.Transactions;
import io.baton.handler.HandlerRegistry;
import io.baton.handler.HandlerTypes;
import io.baton.handler.RetryDecider;
import io.baton.handler.RetryRule;
import io.baton.job.JobSettlements;
import io.baton.job.JobStore;
import io.baton.job.Memberships;
import io.baton.job.Memberships.StepResults;
import io.baton.job.Pulse;
import io.baton.job.Pulses;
import io.baton.job.Pulses.PulseListener;
import io.baton.job.Stores;
import io.baton.job.WorkerStore;
import io.baton.loop.Ticker;
import io.baton.testing.TransactionsOfNothing;
import io.baton.testing.memory.InMemoryWorkerStore;
import io.baton.testing.memory.MemoryDatabase;
import io.baton.type.JacksonPayloadCodec;
import io.baton.worker.Engine;
import io.baton.worker.WorkerSettings;
import io.baton.worker.WorkerSettings.QueueSettings;
import io.baton.worker.call.HandlerEnvironment;
import io.baton.worker.call.TransactionalExecution;
import io.baton.worker.run.RunListener;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** What the workers of tests are made of. */
public final class WorkerParts {

    private static final WorkerSettings.Times USUAL = new WorkerSettings.Times(
            Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(10), Duration.ofSeconds(20));

    private static final StepResults NO_RESULTS = new StepResults() {

        @Override
        public List<Long> groupsBefore(long group, @Nullable String step) {
            return List.of();
        }

        @Override
        public List<String> stepsBefore(long group) {
            return List.of();
        }

        @Override
        public List<StepResult> portion(long group, int after) {
            return List.of();
        }
    };

    private static final JdbcPortionReader NO_ROWS = new JdbcPortionReader(new DriverManagerDataSource("jdbc:h2:mem:"));

    private WorkerParts() {}

    /** Returns the settings of a worker with this queue, which is called q. */
    static WorkerSettings settings(QueueSettings queue) {
        return settings(queue, USUAL);
    }

    static WorkerSettings settings(QueueSettings queue, WorkerSettings.Times times) {
        return new WorkerSettings("worker", Map.of("q", queue), times, 3, 1_000);
    }

    /** Returns an engine without follow-ups, which does not limit what handlers write. */
    public static Engine engine(
            Stores stores, Pulses pulses, Executor executor, Ticker ticker, Supplier<UUID> lockIds) {
        return new Engine(stores, stores.transactions(), pulses, executor, ticker, lockIds, List.of(), () -> false);
    }

    /** Returns such an engine on this store, whose heartbeats see no other worker. */
    public static Engine engine(JobStore store, MemoryDatabase database, Transactions transactions, Ticker ticker) {
        WorkerStore workers = new InMemoryWorkerStore(database);
        return engine(
                new Stores(JobStore.roles(store), workers, transactions),
                Pulses.of(JobStore.roles(store), workers, transactions),
                Runnable::run,
                ticker,
                UUID::randomUUID);
    }

    /** Returns the handlers of a bean. */
    public static HandlerRegistry handlers(Object bean, RetryRule retry) {
        GenericApplicationContext context = new GenericApplicationContext();
        context.getBeanFactory().registerSingleton("work", bean);
        context.refresh();
        return new HandlerTypes(context.getBeanFactory(), new JacksonPayloadCodec(), retry).handlers();
    }

    /** Returns transactions of handlers that begin and commit nothing. */
    static TransactionalExecution transactions(JobSettlements store) {
        return SimulatedWorker.calls(new TransactionsOfNothing(), store, LockSupport::parkNanos);
    }

    /** Returns the environment of handlers whose jobs are items of no batch and read no rows. */
    public static HandlerEnvironment handling(
            HandlerRegistry handlers,
            RetryDecider retries,
            PayloadCodec codec,
            TransactionalExecution transactions,
            RunListener listener) {
        return new HandlerEnvironment(
                handlers,
                retries,
                codec,
                transactions,
                listener,
                List.of(),
                null,
                new Memberships(groups -> Map.of(), NO_RESULTS),
                NO_ROWS);
    }

    static final class NoListener implements PulseListener {

        @Override
        public void received(Pulse pulse) {}

        @Override
        public void missed() {}
    }
}
