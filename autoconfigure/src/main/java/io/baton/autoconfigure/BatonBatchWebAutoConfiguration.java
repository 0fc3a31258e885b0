package io.baton.autoconfigure;

import io.baton.batch.BatchWork;
import io.baton.batch.BatonBatches;
import io.baton.batch.web.BatchRoutes;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.ServerResponse;

/** Offers batches over HTTP, where an application with Spring MVC enables it. */
@AutoConfiguration(after = BatonAutoConfiguration.class)
@ConditionalOnBooleanProperty("baton.batches.web.enabled")
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass(RouterFunction.class)
@ConditionalOnBean(BatchWork.class)
public final class BatonBatchWebAutoConfiguration {

    @Bean
    RouterFunction<ServerResponse> batonBatchRoutes(BatchWork work, BatonProperties properties) {
        return BatchRoutes.of(new BatonBatches(work), properties.batches().web().path());
    }
}
