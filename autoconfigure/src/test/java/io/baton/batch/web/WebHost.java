package io.baton.batch.web;

import io.baton.testing.DatabaseAccess;
import java.net.URI;
import java.util.stream.Stream;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** An application with JDBC and Spring MVC, as it is served. */
public final class WebHost {

    static final String SWITCHED_ON = "baton.batches.web.enabled=true";
    static final String WITHOUT_HIBERNATE =
            "spring.autoconfigure.exclude=org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration,"
                    + "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration";

    private WebHost() {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Plain {}

    public static ConfigurableApplicationContext serve(
            Class<?> application, DatabaseAccess access, String... properties) {
        return new SpringApplicationBuilder(application)
                .web(WebApplicationType.SERVLET)
                .bannerMode(Banner.Mode.OFF)
                .properties(Stream.concat(
                                Stream.of(
                                        WITHOUT_HIBERNATE,
                                        "server.port=0",
                                        "spring.flyway.enabled=false",
                                        "spring.datasource.url=" + access.url(),
                                        "spring.datasource.username=" + access.user(),
                                        "spring.datasource.password=" + access.password()),
                                Stream.of(properties))
                        .toArray(String[]::new))
                .run();
    }

    public static URI address(ConfigurableApplicationContext host) {
        return URI.create("http://localhost:" + host.getEnvironment().getRequiredProperty("local.server.port"));
    }
}
