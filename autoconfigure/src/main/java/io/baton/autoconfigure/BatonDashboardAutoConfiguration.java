package io.baton.autoconfigure;

import io.baton.dashboard.DashboardRoutes;
import io.baton.dashboard.LiveFeed;
import io.baton.loop.Ticker;
import io.baton.monitor.Monitor;
import io.baton.operator.Operations;
import io.baton.wiring.ApplicationSide;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.cloud.CloudPlatform;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.ServerResponse;

/** Adds the dashboard to an application with Spring MVC that enables it. */
@AutoConfiguration(after = BatonAutoConfiguration.class)
@ConditionalOnBooleanProperty("baton.dashboard.enabled")
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass(RouterFunction.class)
@ConditionalOnBean(BatonDatabase.class)
@Import(OperationsConfiguration.class)
public final class BatonDashboardAutoConfiguration {

    @Bean
    RouterFunction<ServerResponse> batonDashboardRoutes(
            Operations operations, ApplicationSide side, BatonProperties properties, Environment environment) {
        BatonProperties.Dashboard dashboard = properties.dashboard();
        LiveFeed feed = new LiveFeed(new Monitor(side.database, side.settings.calendars()), Ticker.SYSTEM);
        return DashboardRoutes.of(operations, feed, dashboard.path(), believesProxies(environment), dashboard.access());
    }

    /** Decides as Spring Boot does, which trusts proxies by default on Kubernetes and other platforms. */
    private static boolean believesProxies(Environment environment) {
        String strategy = environment.getProperty("server.forward-headers-strategy");
        if (strategy != null) {
            return !strategy.equalsIgnoreCase("none");
        }
        CloudPlatform platform = CloudPlatform.getActive(environment);
        return platform != null && platform.isUsingForwardHeaders();
    }
}
