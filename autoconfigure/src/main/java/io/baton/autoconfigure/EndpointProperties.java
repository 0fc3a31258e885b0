package io.baton.autoconfigure;

import java.util.Set;
import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The actuator endpoint.
 *
 * @param showValues When payloads, results and messages of errors are shown.
 * @param roles Roles of those to whom they are shown when authorized; anybody who is authenticated unless set.
 */
@ConfigurationProperties("management.endpoint.baton")
record EndpointProperties(
        @DefaultValue("never") Show showValues,
        @DefaultValue Set<String> roles) {}
