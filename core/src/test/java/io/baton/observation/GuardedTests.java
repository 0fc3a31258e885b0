package io.baton.observation;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.job.ClaimedJob;
import io.baton.job.ClaimedJobs;
import io.baton.observation.JobObservations.RunContext;
import io.baton.worker.call.HandlerEnvironment.CallObserver;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an application adds to observations may fail anywhere. */
class GuardedTests {

    private static final ClaimedJob JOB = ClaimedJobs.plain(1, "mail", "mails");

    private final ObservationRegistry registry = ObservationRegistry.create();
    private final JobObservations observations = new JobObservations(() -> registry);

    private record Failing(String at) implements ObservationHandler<Observation.Context> {

        @Override
        public void onScopeOpened(Observation.Context context) {
            failAt("opened");
        }

        @Override
        public void onScopeClosed(Observation.Context context) {
            failAt("closed");
        }

        private void failAt(String place) {
            if (at.equals(place)) {
                throw new IllegalStateException(place);
            }
        }

        @Override
        public boolean supportsContext(Observation.Context context) {
            return context instanceof RunContext;
        }
    }

    private void call() {
        CallObserver.Call call = observations.begin(List.of(JOB));
        call.end(Set.of(), null);
    }

    @ParameterizedTest
    @ValueSource(strings = {"opened", "closed"})
    void a_handler_that_fails_leaves_no_scope_on_the_thread(String at) {
        registry.observationConfig().observationHandler(new Failing(at));
        call();
        assertThat(registry.getCurrentObservation()).isNull();

        Observation outer = Observation.start("outer", registry);
        try (Observation.Scope scope = outer.openScope()) {
            assertThat(scope.isNoop()).isFalse();
            call();
            assertThat(requireNonNull(registry.getCurrentObservation())).isSameAs(outer);
        } finally {
            outer.stop();
        }
    }

    @Test
    void a_predicate_that_fails_costs_the_observation_only() {
        registry.observationConfig()
                .observationHandler(new Failing("nowhere"))
                .observationPredicate((name, context) -> {
                    throw new IllegalStateException("predicate");
                });
        call();
        assertThat(registry.getCurrentObservation()).isNull();
    }

    @Test
    void the_trace_has_room_before_all_else() {
        String trace = "00-" + "a".repeat(32) + "-" + "b".repeat(16) + "-01";
        String text = requireNonNull(TraceText.write(
                Map.of("traceparent", trace, "one", "1".repeat(55), "two", "2".repeat(55), "three", "3".repeat(50))));
        assertThat(text).hasSizeLessThanOrEqualTo(TraceText.MOST);
        assertThat(TraceText.read(text)).containsEntry("traceparent", trace);
    }
}
