package io.baton.autoconfigure;

import io.baton.batch.web.BatchRoutes;
import io.baton.wiring.ApplicationSide;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.ServerResponse;

/** Offers batches over HTTP, if an application with Spring MVC enables them. */
@AutoConfiguration(after = BatonAutoConfiguration.class)
@ConditionalOnBooleanProperty("baton.batches.web.enabled")
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass(RouterFunction.class)
@ConditionalOnBean(BatonDatabase.class)
public final class BatonBatchWebAutoConfiguration {

    @Bean
    RouterFunction<ServerResponse> batonBatchRoutes(ApplicationSide side, BatonProperties properties) {
        return BatchRoutes.of(side.batches, properties.batches().web().path());
    }
}
