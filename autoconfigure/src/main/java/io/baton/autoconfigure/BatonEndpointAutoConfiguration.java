package io.baton.autoconfigure;

import io.baton.actuate.BatonEndpoint;
import io.baton.operator.Operations;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** Adds the endpoint {@code baton} to an application that exposes it. */
@AutoConfiguration(after = BatonAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnAvailableEndpoint(BatonEndpoint.class)
@ConditionalOnBean(BatonDatabase.class)
@Import(OperationsConfiguration.class)
public final class BatonEndpointAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    BatonEndpoint batonEndpoint(Operations operations, BatonProperties properties) {
        return new BatonEndpoint(operations, properties.dashboard().access());
    }

    @Bean
    BatonEndpoint.KnownParameters batonKnownParameters() {
        return new BatonEndpoint.KnownParameters();
    }
}
