package io.baton.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.baton.JobHandler;
import io.baton.JobState;
import io.baton.Jobs;
import io.baton.actuate.BatonHealthIndicator;
import io.baton.autoconfigure.shop.PriceItem;
import io.baton.autoconfigure.shop.Pricing;
import io.baton.autoconfigure.shop.Shop;
import io.baton.testing.DatabaseAccess;
import io.baton.testing.TestDatabase;
import io.baton.worker.life.Worker;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

@ExtendWith(OutputCaptureExtension.class)
class LifecycleTests {

    private static ConfigurableApplicationContext start(String... properties) {
        String[] all = Arrays.copyOf(properties, properties.length + 1);
        all[properties.length] = HostContract.WITHOUT_BOOTS_FLYWAY;
        return HostContract.start(Shop.class, all);
    }

    private static void runsAJob(ConfigurableApplicationContext host, String name) {
        host.getBean(Jobs.class).enqueue(new PriceItem(name));
        await().untilAsserted(
                        () -> assertThat(host.getBean(Pricing.class).priced).contains(name));
    }

    @Test
    void a_context_stopped_and_started_again_runs_jobs() {
        try (var host = start()) {
            runsAJob(host, "first");
            host.stop();
            assertThat(host.getBean(Worker.class).isRunning()).isFalse();
            host.start();
            runsAJob(host, "second");
            host.stop();
            host.start();
            runsAJob(host, "third");
        }
    }

    @Test
    void the_health_tells_what_fails_and_nothing_that_a_row_may_hold() {
        try (var host = start("baton.worker.heartbeat=50ms", "baton.worker.dead-after=1s")) {
            runsAJob(host, "first");
            BatonHealthIndicator indicator = host.getBean(BatonHealthIndicator.class);
            await().until(() -> indicator.health().getStatus().equals(Status.UP));
            JdbcTemplate sql = host.getBean(JdbcTemplate.class);
            sql.execute(
                    "ALTER TABLE baton_worker ADD CONSTRAINT no_more CHECK (seen_at < '2020-01-01 00:00:00+00') NOCHECK");

            await().until(() -> indicator.health().getDetails().containsKey("baton-heartbeat"));
            assertThat(indicator.health().getStatus()).isEqualTo(Status.DOWN);
            assertThat(indicator.health().getDetails().get("baton-heartbeat"))
                    .asString()
                    .contains("DataIntegrityViolationException", "SQLState 23513")
                    .doesNotContain("UPDATE")
                    .doesNotContainIgnoringCase("no_more");

            sql.execute("ALTER TABLE baton_worker DROP CONSTRAINT no_more");
            await().until(() -> indicator.health().getStatus().equals(Status.UP));
        }
    }

    @Test
    void the_health_names_queues_that_nobody_serves_and_is_up() {
        try (var host = start()) {
            BatonHealthIndicator indicator = host.getBean(BatonHealthIndicator.class);
            await().until(() -> indicator.health().getStatus().equals(Status.UP));
            assertThat(indicator.health().getDetails()).doesNotContainKey("unservedQueues");
            host.getBean(Jobs.class).enqueue(new PriceItem("lost"), job -> job.queue("limbo"));
            host.getBean(JdbcTemplate.class).update("UPDATE baton_job SET due_at = '2020-01-01 00:00:00+00'");
            host.stop();
            host.start();
            await().atMost(Duration.ofMinutes(5))
                    .untilAsserted(() -> assertThat(indicator.health().getDetails())
                            .containsEntry("unservedQueues", List.of("limbo")));
            assertThat(indicator.health().getStatus()).isEqualTo(Status.UP);
        }
    }

    @Test
    void the_health_tells_of_each_sweep_task_that_fails() {
        try (var host = start("baton.worker.heartbeat=50ms", "baton.worker.dead-after=1s")) {
            BatonHealthIndicator indicator = host.getBean(BatonHealthIndicator.class);
            await().until(() -> indicator.health().getStatus().equals(Status.UP));
            host.getBean(JdbcTemplate.class).execute("ALTER TABLE baton_job_history RENAME TO gone");
            host.getBean(Jobs.class).enqueue(new PriceItem("again"));
            host.stop();
            host.start();
            await().untilAsserted(() -> assertThat(indicator.health().getDetails())
                    .containsKeys("baton-sweep PurgeEndedJobs", "baton-settle"));
            assertThat(indicator.health().getStatus()).isEqualTo(Status.DOWN);
            host.getBean(JdbcTemplate.class).execute("ALTER TABLE gone RENAME TO baton_job_history");
            await().until(() -> indicator.health().getStatus().equals(Status.UP));
        }
    }

    @Test
    void a_run_that_lost_its_job_reports_that_and_no_retry(CapturedOutput output) throws Exception {
        try (var host =
                HostContract.start(Waiting.class, HostContract.WITHOUT_BOOTS_FLYWAY, "baton.worker.heartbeat=50ms")) {
            Waiting waiting = host.getBean(Waiting.class);
            host.getBean(Jobs.class).enqueue(new PriceItem("lost"));
            waiting.running.await();

            host.getBean(JdbcTemplate.class).update("UPDATE baton_worker SET dead = TRUE");

            waiting.secondTime.await();
            await().untilAsserted(() -> assertThat(output).contains("(shop.price-item) was lost in attempt 1"));
            assertThat(output).doesNotContain("is tried again").doesNotContain("and is dead");
        }
    }

    @Test
    void a_job_that_somebody_claimed_by_hand_for_no_worker_runs() {
        try (var host = start()) {
            host.stop();
            host.getBean(Jobs.class).enqueue(new PriceItem("stray"));
            host.getBean(JdbcTemplate.class)
                    .update("UPDATE baton_job SET state = 2, attempt = 1, lock_id = RANDOM_UUID()");
            host.start();
            await().untilAsserted(
                            () -> assertThat(host.getBean(Pricing.class).priced).contains("stray"));
        }
    }

    @Test
    void a_stopped_context_leaves_jobs_for_later() {
        try (var host = start()) {
            host.stop();
            var id = host.getBean(Jobs.class).enqueue(new PriceItem("later")).id();
            assertThat(host.getBean(Jobs.class).find(id).orElseThrow().state()).isEqualTo(JobState.READY);
            host.start();
            await().untilAsserted(
                            () -> assertThat(host.getBean(Pricing.class).priced).contains("later"));
        }
    }

    @Test
    void a_closed_host_leaves_no_threads() {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        try (var host = start()) {
            runsAJob(host, "one");
        }
        await().untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                .filteredOn(
                        thread -> !before.contains(thread) && thread.getName().startsWith("baton"))
                .isEmpty());
    }

    @Test
    void two_hosts_of_one_database_run_every_job_once() {
        DatabaseAccess database = TestDatabase.H2.freshAccess();
        String patient = "baton.worker.dead-after=1m";
        try (var one = start("spring.datasource.url=" + database.url(), patient);
                var other = start("spring.datasource.url=" + database.url(), patient)) {
            for (int i = 0; i < 50; i++) {
                one.getBean(Jobs.class).enqueue(new PriceItem("item " + i));
            }
            Set<String> first = one.getBean(Pricing.class).priced;
            Set<String> second = other.getBean(Pricing.class).priced;
            await().untilAsserted(() -> assertThat(first.size() + second.size()).isEqualTo(50));
            assertThat(Collections.disjoint(first, second)).isTrue();
        }
    }

    @Test
    void a_schema_tool_that_drops_at_the_end_leaves_batons_tables() {
        DatabaseAccess database = TestDatabase.H2.freshAccess();
        try (var host = start("spring.datasource.url=" + database.url(), "spring.jpa.hibernate.ddl-auto=create-drop")) {
            runsAJob(host, "one");
        }
        List<String> tables = new JdbcTemplate(
                        new DriverManagerDataSource(database.url(), database.user(), database.password()))
                .queryForList("SELECT table_name FROM information_schema.tables", String.class);
        assertThat(tables)
                .contains("BATON_JOB", "BATON_JOB_HISTORY", "BATON_WORKER")
                .doesNotContain("ITEM");
    }

    @Test
    void a_host_started_again_on_its_database_finds_its_jobs() {
        DatabaseAccess database = TestDatabase.H2.freshAccess();
        try (var host = start("spring.datasource.url=" + database.url(), "baton.worker.enabled=false")) {
            host.getBean(Jobs.class).enqueue(new PriceItem("kept"));
        }
        try (var host = start("spring.datasource.url=" + database.url(), "spring.jpa.hibernate.ddl-auto=create-drop")) {
            await().untilAsserted(
                            () -> assertThat(host.getBean(Pricing.class).priced).contains("kept"));
        }
    }

    @Configuration
    @EnableAutoConfiguration
    static class Waiting {

        final CountDownLatch running = new CountDownLatch(1);
        final CountDownLatch secondTime = new CountDownLatch(1);

        @JobHandler
        void price(PriceItem item) throws InterruptedException {
            if (running.getCount() == 0) {
                secondTime.countDown();
                return;
            }
            running.countDown();
            // until it is interrupted: the worker may claim the job again before it learns that it was taken for dead
            new CountDownLatch(1).await();
        }
    }

    @Configuration
    @EnableAutoConfiguration
    static class OnWhichThread {

        final Set<String> kinds = ConcurrentHashMap.newKeySet();

        @JobHandler
        void price(PriceItem item) throws ReflectiveOperationException {
            boolean virtual = (boolean) Thread.class.getMethod("isVirtual").invoke(Thread.currentThread());
            kinds.add(virtual ? "virtual" : "platform");
        }
    }

    private static void runsOn(String kind, String property) {
        try (var host = HostContract.start(OnWhichThread.class, HostContract.WITHOUT_BOOTS_FLYWAY, property)) {
            host.getBean(Jobs.class).enqueue(new PriceItem("one"));
            await().untilAsserted(() ->
                    assertThat(host.getBean(OnWhichThread.class).kinds).containsExactly(kind));
        }
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void handlers_run_on_virtual_threads_where_the_host_asks_for_them() {
        runsOn("virtual", "spring.threads.virtual.enabled=true");
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void handlers_run_on_platform_threads_otherwise() {
        runsOn("platform", "spring.threads.virtual.enabled=false");
    }
}
