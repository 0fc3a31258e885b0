package io.baton.autoconfigure;

import io.baton.BatonTransactionManager;
import io.baton.connection.EnginePool;
import io.baton.sweep.Sweeper;
import io.baton.wiring.ApplicationSide;
import io.baton.wiring.HandlerTransactions;
import io.baton.wiring.WorkerSide;
import io.baton.worker.ManualMode;
import io.baton.worker.life.Worker;
import java.time.Duration;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.thread.Threading;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.transaction.PlatformTransactionManager;

/** Adds a worker to an application that has a job queue. It is separate from the queue, since test slices have no worker. */
@AutoConfiguration(after = BatonAutoConfiguration.class)
@ConditionalOnBean(value = BatonDatabase.class, search = SearchStrategy.CURRENT)
@ConditionalOnBooleanProperty(name = "baton.worker.enabled", matchIfMissing = true)
public final class BatonWorkerAutoConfiguration {

    private static final Duration DEFAULT_PHASE_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration TO_TIDY_UP = Duration.ofSeconds(5);

    @Bean
    EnginePool batonEnginePool(BatonDatabase database, BatonProperties properties, ObjectProvider<ManualMode> manual) {
        BatonProperties.Worker worker = properties.worker();
        return manual.getIfAvailable() != null
                ? EnginePool.sharing(database.dataSource())
                : EnginePool.beside(database.dataSource(), worker.deadAfter(), worker.name());
    }

    @Bean
    WorkerSide batonWorkerSide(
            ApplicationSide application,
            EnginePool pool,
            @BatonTransactionManager ObjectProvider<PlatformTransactionManager> marked,
            ListableBeanFactory beans,
            ApplicationContext context,
            BatonProperties properties,
            Environment environment) {
        SimpleAsyncTaskExecutor virtual = null;
        if (Threading.VIRTUAL.isActive(environment)) {
            virtual = new SimpleAsyncTaskExecutor(WorkerSide.THREADS);
            virtual.setVirtualThreads(true);
        }
        return new WorkerSide(
                application,
                properties.ofWorker(shutdownTimeout(environment), virtual, context),
                pool,
                HandlerTransactions.on(application.settings.dataSource(), marked.getIfAvailable(), beans));
    }

    /** Returns the time of the shutdown phase, less the time that the settler and the heartbeat need. */
    private static Duration shutdownTimeout(Environment environment) {
        Duration phase = Binder.get(environment)
                .bind("spring.lifecycle.timeout-per-shutdown-phase", Duration.class)
                .orElseGet(() -> DEFAULT_PHASE_TIMEOUT);
        Duration half = phase.dividedBy(2);
        Duration rest = phase.minus(TO_TIDY_UP);
        return rest.compareTo(half) > 0 ? rest : half;
    }

    @Bean
    @Lazy(false)
    Sweeper batonSweeper(WorkerSide side) {
        return side.sweeper;
    }

    @Bean
    @Lazy(false)
    Worker batonWorker(WorkerSide side) {
        return side.worker;
    }
}
