package io.baton.modulith;

import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.JobOptions;
import io.baton.Jobs;
import io.baton.Retry;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.PayloadApplicationEvent;
import org.springframework.expression.EvaluationContext;
import org.springframework.modulith.events.EventExternalizationConfiguration;
import org.springframework.modulith.events.support.BrokerRouting;
import tools.jackson.databind.json.JsonMapper;

/** Stores a job for each externalised event, in the publisher's transaction, and sends it by this job. */
class EventExternalizer implements ApplicationListener<ApplicationEvent> {

    private static final String TYPE = "externalize-event";
    private static final String LABEL = "target";
    private static final int LONGEST_LABEL = 100;

    private final Jobs jobs;
    private final EventExternalizationConfiguration configuration;
    private final EvaluationContext expressions;
    private final JsonMapper json;
    private final EventTransport transport;

    EventExternalizer(
            Jobs jobs,
            EventExternalizationConfiguration configuration,
            EvaluationContext expressions,
            JsonMapper json,
            EventTransport transport) {
        this.jobs = jobs;
        this.configuration = configuration;
        this.expressions = expressions;
        this.json = json;
        this.transport = transport;
    }

    /** The message as it is stored. It has nothing of the event's class, which may change while the job waits. */
    record ExternalizeEvent(
            String target, @Nullable String key, String type, String body, Map<String, String> headers) {}

    private record Message(String id, ExternalizeEvent event) implements ExternalizedMessage {

        @Override
        public String target() {
            return event.target();
        }

        @Override
        public @Nullable String key() {
            return event.key();
        }

        @Override
        public String type() {
            return event.type();
        }

        @Override
        public String body() {
            return event.body();
        }

        @Override
        public Map<String, String> headers() {
            return event.headers();
        }
    }

    /** Returns false, since the transaction of the publisher belongs to its thread. */
    @Override
    public boolean supportsAsyncExecution() {
        return false;
    }

    @Override
    public void onApplicationEvent(ApplicationEvent published) {
        Object event = published instanceof PayloadApplicationEvent<?> payload ? payload.getPayload() : published;
        if (configuration.supports(event)) {
            ExternalizeEvent message = message(event);
            jobs.enqueueNamed(TYPE, message, job -> route(job, message));
        }
    }

    private ExternalizeEvent message(Object event) {
        BrokerRouting routing = BrokerRouting.of(configuration.determineTarget(event), expressions);
        Object mapped = configuration.map(event);
        Map<String, String> headers = configuration.getHeadersFor(event).entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, header -> String.valueOf(header.getValue())));
        return new ExternalizeEvent(
                routing.getTarget(event),
                routing.getKey(event),
                event.getClass().getSimpleName(),
                mapped instanceof String text ? text : json.writeValueAsString(mapped),
                headers);
    }

    /** Events of a target with the same key are sent one at a time, in the order of their jobs. */
    private static void route(JobOptions job, ExternalizeEvent message) {
        String target = message.target();
        job.label(LABEL, target.substring(0, Math.min(LONGEST_LABEL, target.length())));
        if (message.key() != null) {
            job.key(message.key());
            job.sequence("externalize:" + target + ":" + message.key());
        }
    }

    /** Is tried for about a day, since brokers may be away for hours. */
    @JobHandler(value = TYPE, queue = "externalization", maxAttempts = 300)
    @Retry(delay = "1s", maxDelay = "5m")
    void send(ExternalizeEvent event, JobContext job) throws Exception {
        transport.send(new Message(job.id().toString(), event));
    }
}
