package io.baton.observation;

import io.baton.RunOutcome;
import io.baton.job.ClaimedJob;
import io.baton.job.JobInserts.InsertObserver;
import io.baton.job.NewJob;
import io.baton.job.ShareNames;
import io.baton.loop.LoggedFailure;
import io.baton.loop.SeldomLog;
import io.baton.worker.call.HandlerEnvironment.CallObserver;
import io.micrometer.common.KeyValue;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.ReceiverContext;
import io.micrometer.observation.transport.SenderContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Observes enqueues as {@code baton.jobs.enqueue} and calls of handlers as {@code baton.jobs.run}. */
public final class JobObservations implements InsertObserver, CallObserver {

    private static final Logger log = LoggerFactory.getLogger(JobObservations.class);
    private static final String ENQUEUE = "baton.jobs.enqueue";
    private static final String RUN = "baton.jobs.run";

    private final Supplier<ObservationRegistry> registry;
    private final SeldomLog seldom = new SeldomLog(log);

    /** Creates observations of a registry, which is requested at the first use. */
    public JobObservations(Supplier<ObservationRegistry> registry) {
        this.registry = registry;
    }

    @Override
    public <T> T observe(List<NewJob> jobs, Function<@Nullable String, T> insert) {
        if (!observes()) {
            return insert.apply(null);
        }
        Map<String, String> trace = new LinkedHashMap<>();
        Guarded observation = new Guarded(ENQUEUE, context(jobs, trace));
        try {
            return insert.apply(TraceText.write(trace));
        } catch (RuntimeException | Error e) {
            observation.failed(e);
            throw e;
        } finally {
            observation.stop();
        }
    }

    @Override
    public boolean observes() {
        return !registry.get().isNoop();
    }

    @Override
    public Call begin(List<ClaimedJob> jobs) {
        RunContext context = new RunContext(jobs);
        Guarded observation = new Guarded(RUN, context);
        return (outcomes, failure) -> {
            context.ended(outcomes);
            if (failure != null) {
                observation.failed(failure);
            }
            observation.stop();
        };
    }

    /** Describes an enqueue by its first job. The keys follow OpenTelemetry's conventions for messages; those of low cardinality are tags of meters. */
    private static Observation.Context context(List<NewJob> jobs, Map<String, String> trace) {
        SenderContext<Map<String, String>> context =
                new SenderContext<>((carrier, name, value) -> trace.put(name, value), Kind.PRODUCER);
        NewJob first = jobs.get(0);
        String queue = ShareNames.queue(first.queue());
        context.setCarrier(trace);
        context.setRemoteServiceName("baton");
        context.setContextualName("send " + queue);
        context.addLowCardinalityKeyValues(KeyValues.of("type", first.type(), "queue", queue));
        context.addHighCardinalityKeyValues(KeyValues.of(
                "messaging.system",
                "baton",
                "messaging.operation.type",
                "send",
                "messaging.destination.name",
                queue,
                "messaging.batch.message_count",
                Integer.toString(jobs.size())));
        return context;
    }

    /** An observation on one thread. If a handler of the application fails, only the observation is lost, and a log line says so once a minute. */
    private final class Guarded {

        private final Observation.Context context;
        private final ObservationRegistry registry = JobObservations.this.registry.get();
        private final Observation.@Nullable Scope outer = registry.getCurrentObservationScope();
        private Observation observation = Observation.NOOP;
        private Observation.Scope scope = Observation.Scope.NOOP;

        /** Starts an observation and makes it the current one. */
        Guarded(String name, Observation.Context context) {
            this.context = context;
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

    /** Describes a call with one job, or several of one type. The keys follow OpenTelemetry's conventions for messages, except the tags of meters. */
    static final class RunContext extends ReceiverContext<Map<String, String>> {

        private final List<String> traces;

        /** Continues the trace of the jobs, if they have a single one. */
        RunContext(List<ClaimedJob> jobs) {
            super((carrier, name) -> carrier.get(name), Kind.CONSUMER);
            ClaimedJob first = jobs.get(0);
            boolean single = jobs.size() == 1;
            this.traces = jobs.stream()
                    .map(ClaimedJob::trace)
                    .filter(Objects::nonNull)
                    .distinct()
                    .toList();
            setCarrier(traces.size() == 1 ? TraceText.read(traces.get(0)) : Map.of());
            setRemoteServiceName("baton");
            setContextualName("process " + first.queue());
            addLowCardinalityKeyValues(KeyValues.of("type", first.type(), "queue", first.queue(), "outcome", "none"));
            addHighCardinalityKeyValues(KeyValues.of(
                    "messaging.system",
                    "baton",
                    "messaging.operation.type",
                    "process",
                    "messaging.destination.name",
                    first.queue()));
            addHighCardinalityKeyValues(
                    single
                            ? KeyValues.of(
                                    "messaging.message.id",
                                    Long.toString(first.id()),
                                    "baton.job.attempt",
                                    Integer.toString(first.attempt()))
                            : KeyValues.of("messaging.batch.message_count", Integer.toString(jobs.size())));
        }

        /** Returns the distinct traces in which the jobs were enqueued. */
        List<String> traces() {
            return traces;
        }

        /** Sets the outcome of the jobs, which is {@code mixed} if they have several. */
        void ended(Set<RunOutcome> outcomes) {
            if (!outcomes.isEmpty()) {
                String outcome = outcomes.size() > 1
                        ? "mixed"
                        : outcomes.iterator().next().name();
                addLowCardinalityKeyValue(KeyValue.of("outcome", outcome.toLowerCase(Locale.ROOT)));
            }
        }
    }
}
