package io.baton.testing;

import java.util.stream.Stream;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** Starts whole applications on a database. */
public final class Applications {

    private Applications() {}

    /** Returns an application that runs, with these properties beside those of its database. */
    public static ConfigurableApplicationContext start(
            Class<?> application, DatabaseAccess access, String... properties) {
        return new SpringApplicationBuilder(application)
                .web(WebApplicationType.NONE)
                .bannerMode(Banner.Mode.OFF)
                .properties(Stream.concat(
                                Stream.of(
                                        "spring.datasource.url=" + access.url(),
                                        "spring.datasource.username=" + access.user(),
                                        "spring.datasource.password=" + access.password(),
                                        "spring.flyway.enabled=false",
                                        "baton.worker.poll-interval=100ms",
                                        "baton.worker.heartbeat=500ms"),
                                Stream.of(properties))
                        .toArray(String[]::new))
                .run();
    }
}
