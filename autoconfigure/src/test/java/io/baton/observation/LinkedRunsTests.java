package io.baton.observation;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.baton.autoconfigure.BatonTracingAutoConfiguration;
import io.baton.job.ClaimedJob;
import io.baton.job.Fence;
import io.baton.job.Ties;
import io.baton.testing.Applications;
import io.baton.testing.TestDatabase;
import io.micrometer.observation.ObservationHandler.FirstMatchingCompositeObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.Link;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.TraceContext;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.handler.PropagatingReceiverTracingObservationHandler;
import io.micrometer.tracing.propagation.Propagator;
import io.micrometer.tracing.test.simple.SimpleSpan;
import io.micrometer.tracing.test.simple.SimpleTracer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Calls with jobs of several traces. */
class LinkedRunsTests {

    private static final String ONE = "traceparent=00-" + "a".repeat(32) + "-" + "1".repeat(16) + "-01";
    private static final String OTHER = "traceparent=00-" + "b".repeat(32) + "-" + "2".repeat(16) + "-00\nbaggage=x=y";

    /** Tells what the application's own handler was asked to go on with. */
    private static final class Asked implements Propagator {

        private final Tracer tracer;
        private final List<String> parents = new ArrayList<>();

        Asked(Tracer tracer) {
            this.tracer = tracer;
        }

        @Override
        public List<String> fields() {
            return List.of("traceparent");
        }

        @Override
        public <C> void inject(TraceContext context, @Nullable C carrier, Setter<C> setter) {}

        @Override
        public <C> Span.Builder extract(@Nullable C carrier, Getter<C> getter) {
            parents.add(String.valueOf(getter.get(requireNonNull(carrier), "traceparent")));
            return tracer.spanBuilder();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Traced {

        @Bean
        SimpleTracer tracer() {
            return new SimpleTracer();
        }

        @Bean
        Propagator propagator(SimpleTracer tracer) {
            return new Asked(tracer);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Untraced {}

    private final SimpleTracer tracer = new SimpleTracer();
    private final Asked propagator = new Asked(tracer);
    private final ObservationRegistry registry = ObservationRegistry.create();

    private static ClaimedJob job(long id, @Nullable String trace) {
        return new ClaimedJob(
                new Fence(id, new UUID(0, id)),
                "mail",
                "mails",
                null,
                0,
                1,
                0,
                null,
                Instant.EPOCH,
                Instant.EPOCH,
                null,
                null,
                0,
                Ties.NONE,
                trace,
                null,
                Duration.ZERO);
    }

    private SimpleSpan call(ClaimedJob... jobs) {
        registry.observationConfig()
                .observationHandler(new FirstMatchingCompositeObservationHandler(
                        new LinkedRuns(tracer, propagator),
                        new PropagatingReceiverTracingObservationHandler<>(tracer, propagator)));
        new JobObservations(() -> registry).begin(List.of(jobs)).end(Set.of(), null);
        assertThat(tracer.currentSpan()).isNull();
        return tracer.onlySpan();
    }

    @Test
    void are_linked_to_each_of_them_once() {
        SimpleSpan span = call(job(1, ONE), job(2, OTHER), job(3, ONE), job(4, null));
        assertThat(span.getLinks())
                .extracting(Link::getTraceContext)
                .extracting(TraceContext::traceId, TraceContext::spanId, TraceContext::sampled)
                .containsExactly(
                        tuple("a".repeat(32), "1".repeat(16), true), tuple("b".repeat(32), "2".repeat(16), false));
        assertThat(propagator.parents).containsExactly("null");
    }

    @Test
    void of_a_single_trace_go_on_with_it() {
        SimpleSpan span = call(job(1, ONE), job(2, ONE));
        assertThat(span.getLinks()).isEmpty();
        assertThat(propagator.parents).containsExactly(ONE.substring("traceparent=".length()));
    }

    @Test
    void what_names_no_span_is_left_out() {
        SimpleSpan span = call(job(1, ONE), job(2, "traceparent=nonsense"), job(3, "b3=0"));
        assertThat(span.getLinks()).hasSize(1);
    }

    @Test
    void have_at_most_as_many_links_as_are_kept() {
        ClaimedJob[] jobs = new ClaimedJob[200];
        for (int i = 0; i < jobs.length; i++) {
            jobs[i] = job(i, "traceparent=00-%032x-%016x-01".formatted(i + 1, i + 1));
        }
        assertThat(call(jobs).getLinks()).hasSize(128);
    }

    @Test
    void are_linked_where_there_is_a_tracer() {
        try (var application = Applications.start(Traced.class, TestDatabase.H2.freshAccess())) {
            assertThat(application.getBeansOfType(LinkedRuns.class)).hasSize(1);
        }
        try (var application = Applications.start(Untraced.class, TestDatabase.H2.freshAccess())) {
            assertThat(application.getBeansOfType(BatonTracingAutoConfiguration.class))
                    .isEmpty();
        }
    }
}
