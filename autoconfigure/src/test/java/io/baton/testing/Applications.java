package io.baton.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobFilter;
import io.baton.Jobs;
import java.time.Duration;
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

    /** Waits until no job of an application's database is left to run. */
    public static void drain(ConfigurableApplicationContext context) throws InterruptedException {
        assertThat(context.getBean(Jobs.class).awaitDrained(JobFilter.all(), Duration.ofMinutes(3)))
                .as("all jobs have run")
                .isTrue();
    }
}
