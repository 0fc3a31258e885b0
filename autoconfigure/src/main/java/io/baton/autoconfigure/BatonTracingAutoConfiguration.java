package io.baton.autoconfigure;

import io.baton.observation.LinkedRuns;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.propagation.Propagator;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;

/** Links the spans of calls with several jobs in an application that traces. Comes after Boot's handler of the same type, which would be left out. */
@AutoConfiguration(
        after = BatonWorkerAutoConfiguration.class,
        afterName = "org.springframework.boot.micrometer.tracing.autoconfigure.MicrometerTracingAutoConfiguration")
@ConditionalOnClass(name = "io.micrometer.tracing.Tracer")
@ConditionalOnBean(
        value = BatonDatabase.class,
        type = {"io.micrometer.tracing.Tracer", "io.micrometer.tracing.propagation.Propagator"})
public final class BatonTracingAutoConfiguration {

    /** The first handler that supports a context is used, and Spring Boot's handler for receivers has the order 1,000. */
    private static final int BEFORE_RECEIVERS = 500;

    @Bean
    @Order(BEFORE_RECEIVERS)
    LinkedRuns batonLinkedRuns(Tracer tracer, Propagator propagator) {
        return new LinkedRuns(tracer, propagator);
    }
}
