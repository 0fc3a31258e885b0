package io.baton.autoconfigure;

import io.baton.observation.JobObservations;
import io.micrometer.observation.ObservationRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.function.SingletonSupplier;

/** Observes jobs where there is Micrometer's observation, which an application may leave out. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(ObservationRegistry.class)
class ObservationConfiguration {

    /** The registry is requested late, since its creation may need the data source. */
    @Bean
    JobObservations batonJobObservations(ObjectProvider<ObservationRegistry> registry) {
        return new JobObservations(SingletonSupplier.of(() -> registry.getIfUnique(() -> ObservationRegistry.NOOP)));
    }
}
