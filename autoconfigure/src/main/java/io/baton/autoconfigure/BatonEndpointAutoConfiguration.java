package io.baton.autoconfigure;

import io.baton.actuate.BatonEndpoint;
import io.baton.actuate.BatonWebEndpoint;
import io.baton.operator.Operations;
import java.util.Set;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** Adds the endpoint {@code baton} to an application that exposes it. */
@AutoConfiguration(after = BatonAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnAvailableEndpoint(BatonEndpoint.class)
@ConditionalOnBean(BatonDatabase.class)
@EnableConfigurationProperties(BatonEndpointAutoConfiguration.EndpointProperties.class)
@Import(OperationsConfiguration.class)
public final class BatonEndpointAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    BatonEndpoint batonEndpoint(Operations operations, EndpointProperties properties) {
        return new BatonEndpoint(operations, properties.showValues());
    }

    @Bean
    BatonWebEndpoint.KnownParameters batonKnownParameters() {
        return new BatonWebEndpoint.KnownParameters();
    }

    @Bean
    @ConditionalOnMissingBean
    BatonWebEndpoint batonWebEndpoint(Operations operations, EndpointProperties properties) {
        return new BatonWebEndpoint(operations, properties.showValues(), properties.roles());
    }

    /**
     * The actuator endpoint.
     *
     * @param showValues When payloads, results and messages of errors are shown.
     * @param roles Roles that see payloads, results and messages of errors with show-values when-authorized; every authenticated user unless set.
     */
    @ConfigurationProperties("management.endpoint.baton")
    record EndpointProperties(
            @DefaultValue("never") Show showValues,
            @DefaultValue Set<String> roles) {}
}
