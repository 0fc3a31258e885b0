package io.baton.manual;

import io.baton.handler.HandlerRegistry;
import io.baton.loop.SweepTask;
import io.baton.worker.call.HandlerEnvironment;
import io.baton.worker.life.WorkerAssembly;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * The parts of manual runs.
 *
 * @param worker creates a worker whose handlers the function wraps
 * @param sweeps the tasks that make due jobs ready
 * @param declareSchedules declares the schedules of the handlers
 * @param nextDue returns how long until the next scheduled job is due
 * @param manager the manager of the application's transactions; null if it has none
 * @param schema the schema of Baton's tables; null for the schema of the connections
 */
public record ManualParts(
        Function<UnaryOperator<HandlerEnvironment>, WorkerAssembly> worker,
        List<SweepTask> sweeps,
        Runnable declareSchedules,
        Supplier<Optional<Duration>> nextDue,
        Supplier<HandlerRegistry> handlers,
        @Nullable PlatformTransactionManager manager,
        DataSource dataSource,
        @Nullable String schema) {}
