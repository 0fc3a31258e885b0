package io.baton.metrics;

import static io.baton.testing.Applications.start;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.JobRejectedException;
import io.baton.JobType;
import io.baton.Jobs;
import io.baton.Recurring;
import io.baton.testing.TestDatabase;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Every meter that the alerts, the dashboard for Grafana, the recipes for autoscalers and the documentation name is one that there is. */
@Timeout(180)
class AlertTests {

    private static final Path DOCS = Path.of("..", "docs");
    private static final Pattern SERIES = Pattern.compile("\\bbaton_[a-z_]+");
    private static final Pattern METER = Pattern.compile("^\\| `(baton\\.[a-z.]+)`", Pattern.MULTILINE);
    private static final Pattern SUFFIX =
            Pattern.compile("_(total|seconds_sum|seconds_count|seconds_max|seconds|jobs|rows)$");

    @JobType(name = "bad")
    record Bad() {}

    @JobType(name = "unique")
    record Only() {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @Bean
        SimpleMeterRegistry meters() {
            return new SimpleMeterRegistry();
        }

        @Bean
        ObservationRegistry observations(MeterRegistry meters) {
            ObservationRegistry registry = ObservationRegistry.create();
            registry.observationConfig().observationHandler(new DefaultMeterObservationHandler(meters));
            return registry;
        }

        @JobHandler
        void handle(Bad bad) {
            throw new JobRejectedException("bad");
        }

        @JobHandler
        void handle(Only only) {}

        @Recurring(every = "1h", name = "hourly")
        @JobHandler("hourly")
        void hourly(JobContext job) {}
    }

    @Test
    void what_is_named_is_there_and_what_is_there_is_documented() {
        try (ConfigurableApplicationContext application = start(
                Application.class,
                TestDatabase.POSTGRES.freshAccess(),
                "baton.semaphores.printer=1",
                "baton.rate-limits.api.permits=5")) {
            MeterRegistry registry = application.getBean(MeterRegistry.class);
            application.getBeansOfType(MeterBinder.class).values().forEach(binder -> binder.bindTo(registry));
            Jobs jobs = application.getBean(Jobs.class);
            for (int asked = 0; asked < 2; asked++) {
                jobs.enqueue(new Only(), options -> options.unique("one").delay(Duration.ofHours(1)));
            }
            jobs.enqueue(new Bad());
            jobs.enqueue(new Only(), options -> options.queue("unserved").share("acme"));
            // many of them appear one by one, with what happens and what is sampled
            await().untilAsserted(() -> assertNamedAndDocumented(meters(registry)));
        }
    }

    private static Set<String> meters(MeterRegistry registry) {
        return registry.getMeters().stream()
                .map(Meter::getId)
                .map(Meter.Id::getName)
                .filter(name -> name.startsWith("baton."))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static void assertNamedAndDocumented(Set<String> meters) throws IOException {
        Set<String> series = meters.stream().map(name -> name.replace('.', '_')).collect(Collectors.toSet());
        for (String file : new String[] {"baton-rules.yml", "baton-grafana.json", "baton-keda.yml", "baton-hpa.yml"}) {
            Set<String> named = SERIES.matcher(
                            Files.readString(DOCS.resolve("monitoring").resolve(file)))
                    .results()
                    .map(found -> SUFFIX.matcher(found.group()).replaceFirst(""))
                    .collect(Collectors.toSet());
            assertThat(named).as(file).isNotEmpty().isSubsetOf(series);
        }
        String page = Files.readString(DOCS.resolve("monitoring.md"));
        assertThat(METER.matcher(page).results().map(found -> found.group(1)))
                .as("monitoring.md names meters that there are")
                .isNotEmpty()
                .isSubsetOf(meters);
        Stream<String> undocumented = meters.stream()
                .filter(name -> !page.contains("`" + name + "`")
                        && !page.contains("`" + name.substring(name.lastIndexOf('.')) + "`"));
        assertThat(undocumented).as("monitoring.md names every meter").isEmpty();
    }
}
