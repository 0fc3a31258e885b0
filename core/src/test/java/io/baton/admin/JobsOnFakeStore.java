package io.baton.admin;

import io.baton.Batches;
import io.baton.JobState;
import io.baton.Jobs;
import io.baton.database.MappersConnection;
import io.baton.enqueue.CallersTransaction;
import io.baton.enqueue.Enqueuer;
import io.baton.enqueue.FakeJobStore;
import io.baton.enqueue.QueueSignal;
import io.baton.enqueue.SignalAfterCommit;
import io.baton.job.WorkerStore;
import io.baton.testing.memory.InMemoryWorkerStore;
import io.baton.testing.memory.MemoryDatabase;
import io.baton.type.JacksonPayloadCodec;
import io.baton.type.TypeCatalog;
import io.baton.unique.NoUniqueKeys;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionCallback;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionTemplate;

/** The administration of jobs on a store that notes its calls, with a host that has transactions. */
abstract class JobsOnFakeStore {

    record SendMail(long id) {}

    final FakeJobStore store = new FakeJobStore();
    final List<String> signals = new ArrayList<>();
    final AtomicInteger scheduled = new AtomicInteger();
    final AtomicInteger own = new AtomicInteger();
    final WorkerStore workers = new InMemoryWorkerStore(new MemoryDatabase(() -> Instant.EPOCH));
    private final DataSource dataSource = new DriverManagerDataSource("jdbc:h2:mem:");
    private final JdbcTransactionManager manager = new JdbcTransactionManager(dataSource);
    final TransactionTemplate host = new TransactionTemplate(manager);
    final Jobs jobs = jobs();

    private Jobs jobs() {
        TransactionTemplate template = new TransactionTemplate(manager);
        template.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        TransactionOperations counted = new TransactionOperations() {
            @Override
            public <T> T execute(TransactionCallback<T> action) {
                own.incrementAndGet();
                return template.execute(action);
            }
        };
        CallersTransaction callers =
                new CallersTransaction(new MappersConnection(dataSource), counted, counted, false, true);
        TypeCatalog types = new TypeCatalog();
        SignalAfterCommit signal =
                new SignalAfterCommit(new QueueSignal(signals::add, scheduled::incrementAndGet), List.of());
        Enqueuer enqueuer = new Enqueuer(
                () -> types,
                new JacksonPayloadCodec(),
                NoUniqueKeys.with(store),
                store,
                callers,
                signal,
                List::of,
                new Enqueuer.Settings(1_000_000, Map.of()));
        return new BatonJobs(enqueuer, store, workers, callers, signal, noBatches());
    }

    private static Batches noBatches() {
        return (Batches) Proxy.newProxyInstance(
                Batches.class.getClassLoader(), new Class<?>[] {Batches.class}, (proxy, method, arguments) -> {
                    throw new UnsupportedOperationException(method.getName());
                });
    }

    List<Long> stored(int count, String queue, JobState state) {
        return IntStream.range(0, count).mapToObj(i -> store.add(queue, state)).toList();
    }
}
