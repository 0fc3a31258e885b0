package io.baton.observation;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.RunOutcome;
import io.baton.job.ClaimedJob;
import io.baton.job.ClaimedJobs;
import io.baton.job.Due;
import io.baton.job.NewJob;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.handler.DefaultTracingObservationHandler;
import io.micrometer.tracing.test.simple.SimpleTracer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataIntegrityViolationException;

/** What leaves the application of a failure: its classes and codes, and none of its messages. */
class ExportedFailureTests {

    private final DataIntegrityViolationException failure = new DataIntegrityViolationException(
            "secret", new SQLException("Failing row contains (1, {\"card\":\"secret\"})", "23514", 7));

    private final SimpleTracer tracer = new SimpleTracer();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final ObservationRegistry registry = ObservationRegistry.create();
    private final JobObservations observations = new JobObservations(() -> registry);

    @BeforeEach
    void trace() {
        registry.observationConfig()
                .observationHandler(new DefaultTracingObservationHandler(tracer))
                .observationHandler(new DefaultMeterObservationHandler(meters));
    }

    private void assertToldByItsClasses(String meter) {
        StringWriter exported = new StringWriter();
        requireNonNull(tracer.onlySpan().getError()).printStackTrace(new PrintWriter(exported, true));
        assertThat(exported.toString())
                .contains("org.springframework.dao.DataIntegrityViolationException")
                .contains("java.sql.SQLException (SQLState 23514, error code 7)")
                .contains("ExportedFailureTests.java")
                .doesNotContain("secret", "Failing row");
        assertThat(tracer.onlySpan().getTags())
                .containsEntry("error.type", "org.springframework.dao.DataIntegrityViolationException");
        assertThat(meters.get(meter).timer().getId().getTag("error.type")).isNull();
        assertThat(tracer.onlySpan().getTags().values()).noneMatch(tag -> tag.contains("secret"));
        assertThat(meters.get(meter)
                        .tag("error", "DataIntegrityViolationException")
                        .timer()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void of_a_run_its_classes_are_told() {
        ClaimedJob job = ClaimedJobs.plain(1, "mail", "mails");
        observations.begin(List.of(job)).end(Set.of(RunOutcome.DEAD), failure);
        assertToldByItsClasses("baton.jobs.run");
    }

    @Test
    void of_an_enqueue_its_classes_are_told() {
        NewJob job = new NewJob("mail", "mails", 0, Due.NOW, null, Map.of(), null, List.of());
        assertThatThrownBy(() -> observations.observe(List.of(job), trace -> {
                    throw failure;
                }))
                .isSameAs(failure);
        assertToldByItsClasses("baton.jobs.enqueue");
    }
}
