package io.baton.recurring;

import static io.baton.testing.Applications.start;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.baton.JobContext;
import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.JobHandler;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.Jobs;
import io.baton.MissedTicks;
import io.baton.Recurrence;
import io.baton.Recurring;
import io.baton.RecurringDetails;
import io.baton.RecurringJobs;
import io.baton.Retry;
import io.baton.Tick;
import io.baton.database.Vendor;
import io.baton.testing.DatabaseAccess;
import io.baton.testing.TestDatabase;
import io.baton.wiring.ApplicationSide;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.domain.Pageable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Recurring jobs in whole applications. The clock is moved by shifting the next tick. */
@Timeout(300)
@ExtendWith(OutputCaptureExtension.class)
class RecurringInApplicationTests {

    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    private static final Queue<Tick> TICKS = new ConcurrentLinkedQueue<>();
    private static final Queue<String> RUNS = new ConcurrentLinkedQueue<>();

    record Nightly() {}

    record Report(String tenant) {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @JobHandler
        @Recurring(name = "nightly", cron = "59 59 23 * * *", zone = "Europe/Berlin", missed = MissedTicks.RUN_ALL)
        @Retry(delay = "1ms")
        void nightly(Nightly nightly, Tick tick, JobContext job) {
            if (job.attempt() == 1) {
                throw new IllegalStateException("the file is not there yet");
            }
            assertThat(job.tick()).contains(tick);
            TICKS.add(tick);
        }

        @JobHandler("poll")
        @Recurring(every = "1h")
        void poll(JobContext job) {
            TICKS.add(job.tick().orElseThrow());
        }

        @JobHandler("report")
        void report(Report report, JobContext job) {
            RUNS.add(report.tenant() + job.tick().map(Tick::schedule).orElse(""));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Later {

        @JobHandler("poll")
        @Recurring(every = "2h")
        void poll() {}
    }

    @BeforeEach
    void forget() {
        TICKS.clear();
        RUNS.clear();
    }

    private static ConfigurableApplicationContext application(DatabaseAccess access, String... properties) {
        return start(Application.class, access, properties);
    }

    private static RecurringDetails details(ConfigurableApplicationContext context, String name) {
        return context.getBean(RecurringJobs.class).find(name).orElseThrow();
    }

    private static void shift(ConfigurableApplicationContext context, String name, Instant tick) {
        DataSource dataSource = context.getBean(DataSource.class);
        new JdbcTemplate(dataSource)
                .update(
                        "UPDATE baton_schedule SET next_at = ? WHERE name = ?",
                        Vendor.dialect(dataSource).timestamp(tick),
                        name);
        context.getBean(ApplicationSide.class).scheduleChanges.mark(Set.of("any"));
    }

    private static List<Tick> ticks(String name) {
        return TICKS.stream().filter(tick -> tick.schedule().equals(name)).toList();
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void a_tick_before_midnight_keeps_its_day_when_retried_after_it(TestDatabase kind) {
        LocalDate yesterday = LocalDate.now(BERLIN).minusDays(1);
        Instant tick = yesterday.atTime(23, 59, 59).atZone(BERLIN).toInstant();
        try (ConfigurableApplicationContext context = application(kind.freshAccess())) {
            shift(context, "nightly", tick);
            await().atMost(LIMIT).until(() -> !ticks("nightly").isEmpty());
            assertThat(ticks("nightly")).containsExactly(new Tick("nightly", tick, BERLIN));
            assertThat(ticks("nightly").get(0).day()).isEqualTo(yesterday);
            Jobs jobs = context.getBean(Jobs.class);
            JobFilter filter = JobFilter.all().label("baton.schedule", "nightly");
            await().atMost(LIMIT).until(() -> jobs.drained(filter));
            JobDetails job =
                    jobs.search(filter, Pageable.ofSize(10)).getContent().get(0);
            assertThat(job.attempts()).isEqualTo(2);
            assertThat(job.type()).isEqualTo("nightly");
            assertThat(job.labels())
                    .containsEntry("baton.tick", tick.atZone(BERLIN).toString());
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void of_500_ticks_over_three_nodes_each_has_one_job(TestDatabase kind) throws InterruptedException {
        DatabaseAccess access = kind.freshAccess();
        Set<String> expected = new HashSet<>();
        Instant begin = Instant.now().truncatedTo(ChronoUnit.SECONDS).minus(Duration.ofDays(1_000));
        try (ConfigurableApplicationContext one = application(access);
                ConfigurableApplicationContext two = application(access);
                ConfigurableApplicationContext three = application(access)) {
            List<ConfigurableApplicationContext> nodes = List.of(one, two, three);
            RecurringJobs recurring = one.getBean(RecurringJobs.class);
            Recurrence daily = Recurrence.every(Duration.ofDays(1));
            for (int number = 0; number < 25; number++) {
                recurring.addNamed("daily:" + number, daily, "poll");
            }
            for (int round = 0; round < 20; round++) {
                Instant tick = begin.plus(Duration.ofDays(round));
                recurring.list().forEach(each -> expected.add(each.name() + tick));
                fire(nodes, tick);
            }
            assertThat(one.getBean(Jobs.class).awaitDrained(JobFilter.all(), LIMIT))
                    .isTrue();
        }
        List<String> seen = TICKS.stream()
                .filter(tick -> tick.at().isBefore(begin.plus(Duration.ofDays(100))))
                .map(tick -> tick.schedule() + tick.at())
                .toList();
        assertThat(expected).hasSizeGreaterThanOrEqualTo(500);
        assertThat(seen).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(expected);
    }

    /** All nodes look at once, at ticks after which the next ones are too far away to come. */
    private static void fire(List<ConfigurableApplicationContext> nodes, Instant tick) {
        DataSource dataSource = nodes.get(0).getBean(DataSource.class);
        JdbcTemplate sql = new JdbcTemplate(dataSource);
        sql.update(
                "UPDATE baton_schedule SET cron = NULL, every_micros = ?, next_at = ?",
                Duration.ofDays(3_000).toMillis() * 1_000,
                Vendor.dialect(dataSource).timestamp(tick));
        nodes.forEach(
                node -> node.getBean(ApplicationSide.class).scheduleChanges.mark(Set.of("any")));
        await().atMost(LIMIT).until(() -> sql.queryForList(
                        "SELECT name FROM baton_schedule WHERE next_at = ?",
                        String.class,
                        Vendor.dialect(dataSource).timestamp(tick))
                .isEmpty());
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void the_grid_outlives_restarts_and_ten_missed_intervals_are_one_job(TestDatabase kind) {
        DatabaseAccess access = kind.freshAccess();
        Instant first;
        try (ConfigurableApplicationContext context = application(access)) {
            await().atMost(LIMIT).until(() -> ticks("poll").size() == 1);
            first = ticks("poll").get(0).at();
            assertThat(details(context, "poll").stopped()).isNull();
        }
        Instant down;
        try (ConfigurableApplicationContext context = application(access, "baton.worker.enabled=false")) {
            assertThat(details(context, "poll").nextTicks().get(0)).isEqualTo(first.plus(Duration.ofHours(1)));
            assertThat(details(context, "poll").lastTick()).isEqualTo(first);
            down = first.minus(Duration.ofHours(10));
            shift(context, "poll", down);
        }
        assertThat(ticks("poll")).hasSize(1);
        try (ConfigurableApplicationContext context = application(access)) {
            await().atMost(LIMIT).until(() -> ticks("poll").size() == 2);
            assertThat(details(context, "poll").nextTicks().get(0)).isEqualTo(first.plus(Duration.ofHours(1)));
        }
        assertThat(ticks("poll")).hasSize(2);
        assertThat(ticks("poll").get(1).at()).isEqualTo(first);
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void what_is_added_starts_at_once_and_is_paused_everywhere(TestDatabase kind) {
        DatabaseAccess access = kind.freshAccess();
        try (ConfigurableApplicationContext one = application(access, "baton.semaphores.reports=1");
                ConfigurableApplicationContext two = application(access, "baton.semaphores.reports=1")) {
            RecurringJobs recurring = one.getBean(RecurringJobs.class);
            assertThat(recurring.add(
                            "report:acme",
                            Recurrence.every(Duration.ofHours(1)),
                            new Report("acme"),
                            job -> job.permits("reports")))
                    .isTrue();
            assertThat(two.getBean(RecurringJobs.class)
                            .add("report:acme", Recurrence.every(Duration.ofHours(2)), new Report("other")))
                    .isFalse();
            await().atMost(LIMIT).until(() -> RUNS.contains("acmereport:acme"));
            assertThat(two.getBean(RecurringJobs.class).pause("report:acme")).isTrue();
            assertThat(details(one, "report:acme").paused()).isTrue();
            shift(one, "report:acme", Instant.EPOCH);
            two.getBean(RecurringJobs.class).trigger("report:acme");
            await().atMost(LIMIT).until(() -> RUNS.size() == 2);
            assertThat(two.getBean(RecurringJobs.class).resume("report:acme")).isTrue();
            assertThat(details(one, "report:acme").nextTicks()).hasSize(10);
            assertThat(recurring.list())
                    .extracting(RecurringDetails::name)
                    .containsExactly("nightly", "poll", "report:acme");
            recurring.remove("report:acme");
            one.getBean(Jobs.class).enqueue(new Report("by hand"));
            await().atMost(LIMIT).until(() -> RUNS.size() == 3);
            assertThat(RUNS).containsExactlyInAnyOrder("acmereport:acme", "acmereport:acme", "by hand");
        }
    }

    @Test
    void a_job_with_a_time_zone_unknown_here_waits_for_another_node() {
        try (ConfigurableApplicationContext context = application(TestDatabase.H2.freshAccess())) {
            Jobs jobs = context.getBean(Jobs.class);
            JdbcTemplate sql = new JdbcTemplate(context.getBean(DataSource.class));
            String zone = "UPDATE baton_job SET labels = REPLACE(labels, ?, ?) WHERE id = ?";
            // in one transaction, since a worker may not know of a pause yet
            JobId id = requireNonNull(
                    new TransactionTemplate(context.getBean(PlatformTransactionManager.class)).execute(status -> {
                        JobId triggered = context.getBean(RecurringJobs.class)
                                .trigger("nightly")
                                .id();
                        assertThat(sql.update(zone, "Europe/Berlin", "No/Such", triggered.value()))
                                .isEqualTo(1);
                        return triggered;
                    }));
            await().atMost(LIMIT).untilAsserted(() -> {
                JobDetails job = jobs.find(id).orElseThrow();
                assertThat(job.error()).contains("[No/Such]");
                assertThat(job.state()).isEqualTo(JobState.SCHEDULED);
                assertThat(job.attempts()).isZero();
            });
            assertThat(ticks("nightly")).isEmpty();
            sql.update(zone, "No/Such", "Europe/Berlin", id.value());
            await().atMost(LIMIT).until(() -> !ticks("nightly").isEmpty());
        }
    }

    @Test
    void properties_come_before_the_annotation() {
        DatabaseAccess access = TestDatabase.H2.freshAccess();
        try (ConfigurableApplicationContext context = application(
                access,
                "baton.recurring.nightly.cron=0 0 3 * * *",
                "baton.recurring.nightly.overlap=false",
                "baton.recurring.poll.every=10m",
                "baton.recurring.poll.zone=America/New_York",
                "baton.recurring.poll.missed=skip")) {
            assertThat(details(context, "nightly").recurrence())
                    .isEqualTo(Recurrence.cron("0 0 3 * * *")
                            .zone(BERLIN)
                            .missed(MissedTicks.RUN_ALL)
                            .withoutOverlap());
            assertThat(details(context, "poll").recurrence())
                    .isEqualTo(Recurrence.every(Duration.ofMinutes(10))
                            .zone("America/New_York")
                            .missed(MissedTicks.SKIP));
            await().atMost(LIMIT).until(() -> ticks("poll").size() == 1);
        }
        try (ConfigurableApplicationContext context = application(access, "baton.recurring.poll.cron=-")) {
            assertThat(details(context, "nightly").recurrence().cron()).isEqualTo("59 59 23 * * *");
            assertThat(details(context, "poll").nextTicks()).isEmpty();
            assertThat(details(context, "poll").stopped()).isNotNull();
            context.getBean(RecurringJobs.class).trigger("poll");
            await().atMost(LIMIT).until(() -> ticks("poll").size() == 2);
        }
        try (ConfigurableApplicationContext context = application(access)) {
            assertThat(details(context, "poll").nextTicks()).hasSize(10);
        }
    }

    @Test
    void changes_at_run_time_outlive_a_restart_until_the_code_changes() {
        DatabaseAccess access = TestDatabase.H2.freshAccess();
        Recurrence other = Recurrence.every(Duration.ofHours(3));
        try (ConfigurableApplicationContext context = application(access)) {
            context.getBean(RecurringJobs.class).change("poll", other);
        }
        try (ConfigurableApplicationContext context = application(access)) {
            assertThat(details(context, "poll").recurrence()).isEqualTo(other);
        }
        try (ConfigurableApplicationContext context = start(Later.class, access)) {
            assertThat(details(context, "poll").recurrence()).isEqualTo(Recurrence.every(Duration.ofHours(2)));
        }
    }

    @Test
    void a_name_that_no_method_declares_is_told(CapturedOutput output) {
        try (ConfigurableApplicationContext context =
                application(TestDatabase.H2.freshAccess(), "baton.recurring.nightlly.zone=Europe/Berlin")) {
            assertThat(context.getBean(RecurringJobs.class).list()).hasSize(2);
        }
        assertThat(output)
                .contains(
                        "baton.recurring.nightlly says how a job recurs that no @Recurring method of this node declares."
                                + " Did you mean 'nightly'? Those here are [nightly, poll].");
    }

    @Test
    void properties_that_cannot_be_fail_the_start(CapturedOutput output) {
        Stream.of(
                        List.of(
                                "baton.recurring.nightly.cron=0 0 25 * * *",
                                "The property 'baton.recurring.nightly.cron' is 0 0 25 * * *: \"0 0 25 * * *\" is not a cron expression"),
                        List.of(
                                "baton.recurring[my.job].zone=Europe/Bern",
                                "The property 'baton.recurring[my.job].zone' is Europe/Bern: \"Europe/Bern\" is not a time zone"),
                        List.of(
                                "baton.recurring.nightly.every=1ms",
                                "The property 'baton.recurring.nightly.every' is 1ms: A job can recur every second at most"))
                .forEach(each -> {
                    assertThatThrownBy(() -> application(TestDatabase.H2.freshAccess(), each.get(0))
                                    .close())
                            .isInstanceOf(Exception.class);
                    assertThat(output).contains(each.get(1));
                });
    }

    @Test
    void a_job_without_a_tick_is_dead_where_the_handler_takes_one() {
        try (ConfigurableApplicationContext context = application(TestDatabase.H2.freshAccess())) {
            Jobs jobs = context.getBean(Jobs.class);
            JobId id = jobs.enqueue(new Nightly()).id();
            await().atMost(LIMIT)
                    .until(() -> jobs.find(id).map(JobDetails::state).equals(Optional.of(JobState.DEAD)));
            assertThat(jobs.find(id).orElseThrow().error()).contains("use RecurringJobs.trigger");
        }
    }
}
