package io.baton.actuate;

import static io.baton.testing.Applications.start;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.baton.Batches;
import io.baton.Diagnostics;
import io.baton.JobHandler;
import io.baton.JobRejectedException;
import io.baton.JobType;
import io.baton.Jobs;
import io.baton.calendar.Calendars;
import io.baton.database.Database;
import io.baton.monitor.JdbcDiagnostics;
import io.baton.monitor.Monitor;
import io.baton.monitor.Monitor.Sample;
import io.baton.monitor.Sampler;
import io.baton.testing.DatabaseAccess;
import io.baton.testing.RecordedStatements;
import io.baton.testing.TestDatabase;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** What the health tells of the cluster. */
@Timeout(180)
class ClusterHealthTests {

    private static final Diagnostics NEVER_ASKED = (Diagnostics) Proxy.newProxyInstance(
            Diagnostics.class.getClassLoader(), new Class<?>[] {Diagnostics.class}, (proxy, method, arguments) -> {
                throw new AssertionError("asked for " + method);
            });

    @JobType(name = "bad")
    record Bad() {}

    @JobType(name = "slow", queue = "slow")
    record Slow() {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @JobHandler
        void handle(Bad bad) {
            throw new JobRejectedException("bad");
        }
    }

    private static Health health(ConfigurableApplicationContext application) {
        return requireNonNull(application.getBean(BatonHealthIndicator.class).health());
    }

    private static Status availability(ConfigurableApplicationContext application) {
        return requireNonNull(application
                        .getBean("batonAvailabilityHealthIndicator", HealthIndicator.class)
                        .health())
                .getStatus();
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void jobs_due_for_too_long_make_it_down_with_place_and_advice(TestDatabase kind) {
        DatabaseAccess access = kind.freshAccess();
        try (ConfigurableApplicationContext enqueueing =
                start(Application.class, access, "baton.worker.enabled=false")) {
            Jobs jobs = enqueueing.getBean(Jobs.class);
            Instant longAgo = Instant.parse("2020-01-01T00:00:00Z");
            jobs.enqueueNamed("unknown", options -> options.queue("forgotten").at(longAgo));
            jobs.enqueueNamed("unknown", options -> options.queue("paused").at(longAgo));
            jobs.pause("paused");
        }
        try (ConfigurableApplicationContext strict = start(Application.class, access, "baton.health.max-due-age=10m")) {
            Monitor monitor = new Monitor(new Database(strict.getBean(DataSource.class), null), Calendars.NONE);
            await("its registration, a moment after the start").until(() -> monitor.living() == 1);
            Health health = health(strict);
            assertThat(health.getStatus()).isEqualTo(Status.DOWN);
            assertThat(health.getDetails().get("overdue"))
                    .asString()
                    .contains("forgotten=due for", "1 ready")
                    .doesNotContain("paused");
            assertThat(health.getDetails().get("overdueReason"))
                    .asString()
                    .contains("baton.health.max-due-age", "Of queue forgotten: ", "No living worker");
            assertThat(availability(strict)).isEqualTo(Status.UP);
            strict.stop();
            assertThat(availability(strict)).isEqualTo(Status.OUT_OF_SERVICE);
        }
        try (ConfigurableApplicationContext lenient = start(Application.class, access)) {
            assertThat(health(lenient).getStatus()).isEqualTo(Status.UP);
        }
    }

    @Test
    void a_node_that_only_enqueues_is_ready() {
        try (ConfigurableApplicationContext enqueueing = start(
                Application.class,
                TestDatabase.H2.freshAccess(),
                "baton.worker.enabled=false",
                "management.endpoint.health.group.readiness.include=batonAvailability")) {
            assertThat(availability(enqueueing)).isEqualTo(Status.UP);
            assertThat(enqueueing.getBeansOfType(BatonHealthIndicator.class)).isEmpty();
        }
    }

    @Test
    void dead_jobs_and_stuck_batches_are_told_and_it_stays_up() {
        try (ConfigurableApplicationContext application = start(Application.class, TestDatabase.H2.freshAccess())) {
            var batch = application.getBean(Batches.class).open("night");
            batch.addJobs(List.of(new Bad(), new Bad()));
            batch.seal();
            await().until(() -> batch.status().dead() == 2);
            Database database = new Database(application.getBean(DataSource.class), null);
            Sampler sampler = new Sampler(new Monitor(database, Calendars.NONE)::sample, () -> false, () -> 0);
            Health.Builder health = Health.up();
            RecordedStatements recorded = new RecordedStatements(application.getBean(DataSource.class));
            ClusterHealth cluster = new ClusterHealth(
                    sampler, new JdbcDiagnostics(new Database(recorded, null), Calendars.NONE), Duration.ofHours(1));
            cluster.report(health);
            int diagnosed = recorded.taken().size();
            cluster.report(health);
            assertThat(recorded.taken()).as("of the same sample").isEmpty();
            assertThat(diagnosed).isBetween(1, 3);
            assertThat(health.build().getStatus()).isEqualTo(Status.UP);
            assertThat(health.build().getDetails().get("died")).asString().startsWith("2 jobs");
            assertThat(health.build().getDetails())
                    .containsEntry("stuckBatches", List.of(batch.id().toString()));
            assertThat(health.build().getDetails().get("stuckBatchesReason"))
                    .asString()
                    .startsWith("Of batch " + batch.id() + ": 2 of its 2 items are dead")
                    .contains("revive-dead");
            assertThat(health.build().getDetails().get("workers")).isEqualTo(1L);
        }
    }

    @Test
    void blocked_sequences_are_reported_and_it_stays_up() {
        Supplier<Sample> samples =
                () -> new Sample(List.of(), 1, List.of(), 0, List.of(), 0, 2, Duration.ofMinutes(150));
        Health.Builder health = Health.up();
        new ClusterHealth(new Sampler(samples, () -> false, () -> 0), NEVER_ASKED, null).report(health);
        assertThat(health.build().getStatus()).isEqualTo(Status.UP);
        assertThat(health.build().getDetails().get("blockedSequences"))
                .asString()
                .startsWith("2 wait behind dead jobs, the first for 2 h 30 min. ");
    }

    @Test
    void an_unreadable_cluster_is_reported_without_the_drivers_message() {
        Supplier<Sample> unreadable = () -> {
            throw new IllegalStateException("secret");
        };
        Health.Builder health = Health.up();
        new ClusterHealth(new Sampler(unreadable, () -> false, () -> 0), NEVER_ASKED, null).report(health);
        assertThat(health.build().getDetails().get("cluster"))
                .asString()
                .contains("IllegalStateException")
                .doesNotContain("secret");
    }
}
