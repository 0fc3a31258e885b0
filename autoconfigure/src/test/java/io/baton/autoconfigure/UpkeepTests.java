package io.baton.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.baton.Diagnostics;
import io.baton.actuate.BatonHealthIndicator;
import io.baton.actuate.ClusterHealth;
import io.baton.autoconfigure.shop.Shop;
import io.baton.job.Upkeep.UpkeepReport;
import io.baton.job.Upkeep.UpkeepReport.OldestTransaction;
import io.baton.testing.DatabaseAccess;
import io.baton.testing.TestDatabase;
import io.baton.wiring.WorkerSide;
import io.baton.worker.life.Worker;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** What an operator learns of the database's cleaning up. */
class UpkeepTests {

    @Configuration
    @Import(Shop.class)
    static class Measured {

        @Bean
        MeterRegistry meterRegistry() {
            return new SimpleMeterRegistry();
        }
    }

    private static ConfigurableApplicationContext start(TestDatabase database) {
        DatabaseAccess access = database.freshAccess();
        return HostContract.start(
                Measured.class,
                HostContract.WITHOUT_BOOTS_FLYWAY,
                "spring.jpa.hibernate.ddl-auto=create-drop",
                "spring.datasource.url=" + access.url(),
                "spring.datasource.username=" + access.user(),
                "spring.datasource.password=" + access.password());
    }

    private static Health health(ConfigurableApplicationContext host, long deadRows, Duration age) {
        UpkeepReport report = new UpkeepReport(deadRows, new OldestTransaction("process 4711", age, "end it"));
        return Objects.requireNonNull(new BatonHealthIndicator(
                        host.getBean(Worker.class),
                        List.of(),
                        Duration.ofSeconds(10),
                        () -> Optional.of(report),
                        new ClusterHealth(
                                host.getBean(WorkerSide.class).sampler, host.getBean(Diagnostics.class), null))
                .health());
    }

    @Test
    void on_postgresql_it_is_measured_and_part_of_the_health() {
        try (var host = start(TestDatabase.POSTGRES)) {
            MeterRegistry registry = host.getBean(MeterRegistry.class);
            host.getBeansOfType(io.micrometer.core.instrument.binder.MeterBinder.class)
                    .values()
                    .forEach(meters -> meters.bindTo(registry));
            await().untilAsserted(() -> {
                assertThat(registry.get("baton.table.dead.rows").gauge().value())
                        .isNotNaN();
                assertThat(registry.get("baton.database.oldest.transaction")
                                .gauge()
                                .value())
                        .isNotNaN();
            });
            Health health = Objects.requireNonNull(
                    host.getBean(BatonHealthIndicator.class).health());
            assertThat(health.getStatus()).isEqualTo(Status.UP);
            assertThat(health.getDetails()).doesNotContainKey("upkeep");
        }
    }

    @Test
    void the_health_names_who_keeps_harmful_dead_rows_and_how_long() {
        try (var host = start(TestDatabase.H2)) {
            Health health = health(host, 100_001, Duration.ofSeconds(61));
            assertThat(health.getStatus()).isEqualTo(Status.UP);
            assertThat(health.getDetails().get("upkeep"))
                    .asString()
                    .contains("100001 dead rows", "process 4711", "61 s", "end it");

            assertThat(health(host, 100_000, Duration.ofHours(1)).getDetails()).doesNotContainKey("upkeep");
            assertThat(health(host, 1_000_000, Duration.ofSeconds(60)).getDetails())
                    .doesNotContainKey("upkeep");
        }
    }
}
