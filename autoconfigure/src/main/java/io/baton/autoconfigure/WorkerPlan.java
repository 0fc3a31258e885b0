package io.baton.autoconfigure;

import io.baton.handler.HandlerRegistry;
import io.baton.job.Pulses.PulseListener;
import io.baton.wakeup.WakeupPublisher;
import io.baton.wiring.QueueOptions;
import io.baton.worker.Engine;
import io.baton.worker.QueueSettings;
import io.baton.worker.WorkerSettings;
import io.baton.worker.call.HandlerEnvironment;
import io.baton.worker.life.WorkerAssembly;
import io.baton.worker.run.Deadlines;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/** Assembles a worker from the application's properties and beans. */
record WorkerPlan(
        Engine engine,
        HandlerSetup handlers,
        BatonProperties properties,
        Environment environment,
        WakeupPublisher publisher,
        RecurringHandlers recurring) {

    private static final Duration DEFAULT_PHASE_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration TO_TIDY_UP = Duration.ofSeconds(5);

    /** Returns a worker that serves the queues with the concurrency that the properties say. */
    WorkerAssembly worker(PulseListener listener) {
        HandlerEnvironment handling = handlers.environment();
        QueueOptions.warnOfNearMisses(
                properties.queues().keySet(), handling.handlers().queues());
        return assembly(handling, queues(handling.handlers()), listener);
    }

    /** Returns a worker that takes one call's jobs at a time. */
    WorkerAssembly manual(UnaryOperator<HandlerEnvironment> around, PulseListener listener) {
        HandlerEnvironment handling = around.apply(handlers.environment());
        Map<String, QueueSettings> queues = new HashMap<>(queues(handling.handlers()));
        queues.replaceAll((queue, settings) -> new QueueSettings(1, 0));
        return assembly(handling, queues, listener);
    }

    private WorkerAssembly assembly(
            HandlerEnvironment handling, Map<String, QueueSettings> queues, PulseListener listener) {
        recurring.declare(handling.handlers());
        BatonProperties.Worker worker = properties.worker();
        WorkerSettings.Times times = new WorkerSettings.Times(
                worker.pollInterval(), worker.heartbeat(), worker.deadAfter(), shutdownTimeout());
        WorkerSettings settings = new WorkerSettings(
                worker.name(),
                queues,
                times,
                properties.retry().maxAttempts(),
                properties.payload().bytes());
        return new WorkerAssembly(engine, settings, handling, publisher, listener, Deadlines.onThread());
    }

    private Map<String, QueueSettings> queues(HandlerRegistry registry) {
        Stream<String> known = Stream.of(
                        Stream.of(QueueOptions.DEFAULT),
                        registry.queues().stream(),
                        properties.queues().keySet().stream())
                .flatMap(Function.identity());
        Stream<String> served = properties.worker().queues().isEmpty() ? known : properties.worker().queues().stream();
        return served.distinct().collect(Collectors.toUnmodifiableMap(Function.identity(), properties::queue));
    }

    /** Returns what is left of the phase's time once the settler and the heartbeat have had theirs. */
    private Duration shutdownTimeout() {
        Duration phase = Binder.get(environment)
                .bind("spring.lifecycle.timeout-per-shutdown-phase", Duration.class)
                .orElseGet(() -> DEFAULT_PHASE_TIMEOUT);
        Duration half = phase.dividedBy(2);
        Duration rest = phase.minus(TO_TIDY_UP);
        return rest.compareTo(half) > 0 ? rest : half;
    }
}
