package io.baton.observation;

import io.baton.loop.LoggedFailure;
import io.baton.loop.SeldomLog;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An observation on one thread. If a handler of the application fails, only the observation is lost, and a log line says so once a minute. */
final class Guarded {

    private static final Logger log = LoggerFactory.getLogger(Guarded.class);

    private final ObservationRegistry registry;
    private final Observation.Context context;
    private final SeldomLog seldom;
    private final Observation.@Nullable Scope outer;
    private Observation observation = Observation.NOOP;
    private Observation.Scope scope = Observation.Scope.NOOP;

    /** Returns a log for the failures of all observations that share it. */
    static SeldomLog seldom() {
        return new SeldomLog(log);
    }

    /**
     * Starts an observation and makes it the current one.
     *
     * @param seldom the log for failures of observation handlers
     */
    Guarded(String name, Observation.Context context, ObservationRegistry registry, SeldomLog seldom) {
        this.registry = registry;
        this.context = context;
        this.seldom = seldom;
        this.outer = registry.getCurrentObservationScope();
        guard(() -> {
            // this calls predicates of the application
            observation = Observation.createNotStarted(name, () -> context, registry);
            observation.start();
            scope = observation.openScope();
        });
    }

    /**
     * Records a failure. Tracers export what they get, so they get a copy without messages, and the key {@code error.type} of OpenTelemetry names the
     * class. Meters read the class when the observation stops, so the context then has the failure itself.
     */
    void failed(Throwable failure) {
        context.addHighCardinalityKeyValue(
                KeyValue.of("error.type", failure.getClass().getName()));
        guard(() -> observation.error(LoggedFailure.withoutMessages(failure)));
        context.setError(failure);
    }

    void stop() {
        guard(scope::close);
        guard(this::leave);
        guard(observation::stop);
    }

    /** Removes a scope that would stay on the thread because a handler failed when the scope was opened or closed. */
    private void leave() {
        if (registry.getCurrentObservationScope() != outer) {
            registry.setCurrentObservationScope(outer);
        }
    }

    private void guard(Runnable observing) {
        try {
            observing.run();
        } catch (Throwable e) {
            seldom.warn(
                    "handler",
                    "An observation handler failed; jobs are not concerned, but what it observes is incomplete. Correct the handler",
                    LoggedFailure.withoutMessages(e));
            log.debug("An observation handler failed", LoggedFailure.of(e));
        }
    }
}
