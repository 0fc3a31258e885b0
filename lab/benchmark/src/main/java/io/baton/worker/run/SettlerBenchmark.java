package io.baton.worker.run;

import io.baton.database.Transactions;
import io.baton.job.Fence;
import io.baton.job.JobRoles;
import io.baton.job.JobSettlements;
import io.baton.job.Outcome;
import io.baton.job.Settled;
import io.baton.job.Settlement;
import io.baton.job.Stores;
import io.baton.loop.Ticker;
import io.baton.wakeup.WakeupInbox;
import io.baton.worker.Engine;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The settlement of a job, a hundred at a time, with a store that does nothing. In this package because the settler is its own affair. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class SettlerBenchmark {

    private static final int JOBS = 100;

    private final Settler settler = new Settler(
            engine(), new Holdings(new RunListener() {}, Ticker.SYSTEM), new WakeupInbox(), new WakeupInbox());
    private final List<Settlement> settlements = settlements();

    private static List<Settlement> settlements() {
        UUID lockId = UUID.randomUUID();
        return IntStream.range(0, JOBS)
                .mapToObj(id -> new Settlement(new Fence(id, lockId), Outcome.Completed.PLAIN, false, null))
                .toList();
    }

    /** Only {@code settle} is called. */
    @SuppressWarnings("NullAway") // a settler uses nothing else
    private static Engine engine() {
        Transactions transactions = new NoTransactions();
        Stores stores = new Stores(new JobRoles(null, null, store(), null, null, null, null), null, transactions);
        return new Engine(
                stores, transactions, null, Runnable::run, Ticker.SYSTEM, UUID::randomUUID, List.of(), () -> false);
    }

    private static JobSettlements store() {
        return (JobSettlements) Proxy.newProxyInstance(
                JobSettlements.class.getClassLoader(),
                new Class<?>[] {JobSettlements.class},
                (proxy, method, arguments) -> settled((List<?>) arguments[0]));
    }

    private static Map<Fence, Settled> settled(List<?> settlements) {
        Map<Fence, Settled> settled = new HashMap<>();
        settlements.forEach(settlement -> settled.put(((Settlement) settlement).fence(), Settled.DONE));
        return settled;
    }

    @Benchmark
    @OperationsPerInvocation(JOBS)
    public Object settle() {
        for (Settlement settlement : settlements) {
            settler.settle(List.of(settlement));
        }
        return settler.turn();
    }

    private static final class NoTransactions implements Transactions {

        @Override
        public <T> T run(Supplier<T> work) {
            return work.get();
        }
    }
}
