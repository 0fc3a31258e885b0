package io.baton.calendar;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.Diagnosis;
import io.baton.Diagnosis.Cause;
import io.baton.Diagnostics;
import io.baton.JobContext;
import io.baton.JobFilter;
import io.baton.JobHandler;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.JobType;
import io.baton.Jobs;
import io.baton.Recurring;
import io.baton.RecurringDetails;
import io.baton.RecurringJobs;
import io.baton.RequiresPermit;
import io.baton.Semaphores;
import io.baton.database.Database;
import io.baton.monitor.Monitor;
import io.baton.monitor.QueueStatus;
import io.baton.testing.Applications;
import io.baton.testing.TestDatabase;
import io.baton.wiring.ApplicationSide;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.TextStyle;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** Queues with windows, and recurring jobs with calendars, in whole applications. */
@Timeout(300)
class WindowsInApplicationTests {

    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Map<String, Instant> STARTED = new ConcurrentHashMap<>();

    @JobType(name = "call", queue = "calls")
    record Call() {}

    @RequiresPermit("service")
    @JobType(name = "mail", queue = "mails")
    record Mail() {}

    @RequiresPermit("service")
    @JobType(name = "letter", queue = "letters")
    record Letter() {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @JobHandler
        void run(Call call, JobContext job) {
            STARTED.put("call", Instant.now());
        }

        @JobHandler
        void run(Mail mail) {
            STARTED.put("mail", Instant.now());
        }

        @JobHandler
        void run(Letter letter) {
            STARTED.put("letter", Instant.now());
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Nightly {

        @JobHandler("nightly")
        @Recurring(cron = "0 0 1 * * *", zone = "Europe/Berlin", calendar = "${nightly.calendar:de}")
        void nightly() {}
    }

    @BeforeEach
    void forget() {
        STARTED.clear();
    }

    /** The queue mails is closed for days; calls opens at 8, by clocks that show this in some seconds. */
    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void jobs_of_a_closed_queue_wait_for_its_window(TestDatabase kind) throws InterruptedException {
        Instant opens = Instant.ofEpochSecond(Instant.now().getEpochSecond() + 10);
        int seconds = LocalTime.of(8, 0).toSecondOfDay()
                - opens.atOffset(ZoneOffset.UTC).toLocalTime().toSecondOfDay();
        String soon = ZoneOffset.ofTotalSeconds(seconds).getId();
        String later =
                opens.atOffset(ZoneOffset.UTC).getDayOfWeek().plus(3).getDisplayName(TextStyle.SHORT, Locale.ENGLISH);
        try (ConfigurableApplicationContext context = Applications.start(
                Application.class,
                kind.freshAccess(),
                "baton.semaphores.service=1",
                "baton.calendars.soon.zone=" + soon,
                "baton.queues.calls.open=08:00-20:00",
                "baton.queues.calls.calendar=soon",
                "baton.queues.mails.open=" + later + " 00:00-24:00")) {
            Jobs jobs = context.getBean(Jobs.class);
            JobId mail = jobs.enqueue(new Mail()).id();
            jobs.enqueue(new Call());
            jobs.enqueue(new Letter());
            assertThat(jobs.awaitDrained(JobFilter.all().queue("letters"), LIMIT))
                    .as("no closed job holds its permit")
                    .isTrue();
            assertThat(jobs.awaitDrained(JobFilter.all().queue("calls"), LIMIT)).isTrue();
            assertThat(STARTED.get("call")).isAfterOrEqualTo(opens);
            assertThat(STARTED).doesNotContainKey("mail");
            assertThat(jobs.find(mail).orElseThrow().state()).isIn(JobState.READY, JobState.BLOCKED);
            assertThat(context.getBean(Semaphores.class)
                            .inspect("service")
                            .orElseThrow()
                            .held())
                    .isZero();

            ApplicationSide side = context.getBean(ApplicationSide.class);
            Map<String, QueueStatus> queues = new ConcurrentHashMap<>();
            new Monitor(side.database, side.settings.calendars())
                    .queues()
                    .forEach(each -> queues.put(each.queue(), each));
            assertThat(requireNonNull(queues.get("mails")).closedUntil()).isAfter(opens);
            assertThat(requireNonNull(queues.get("mails")).paused()).isFalse();
            assertThat(requireNonNull(queues.get("calls")).closedUntil()).isNull();
            assertThat(requireNonNull(queues.get("letters")).closedUntil()).isNull();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void a_diagnosis_names_the_window_and_its_end(TestDatabase kind) {
        String later = Instant.now()
                .atOffset(ZoneOffset.UTC)
                .getDayOfWeek()
                .plus(3)
                .getDisplayName(TextStyle.SHORT, Locale.ENGLISH);
        try (ConfigurableApplicationContext context = Applications.start(
                Application.class,
                kind.freshAccess(),
                "baton.semaphores.service=1",
                "baton.queues.calls.open=" + later + " 08:00-20:00")) {
            JobId call = context.getBean(Jobs.class).enqueue(new Call()).id();
            Database database = context.getBean(ApplicationSide.class).database;
            database.update(
                    "UPDATE baton_job SET due_at = {now+?}",
                    -Duration.ofHours(1).toNanos() / 1_000);
            Diagnostics diagnostics = context.getBean(Diagnostics.class);
            for (Diagnosis found : Stream.of(
                            diagnostics.job(call), diagnostics.queue("calls"), diagnostics.type("call"))
                    .toList()) {
                assertThat(found.reasons().get(0).cause()).isEqualTo(Cause.QUEUE_CLOSED);
                assertThat(found.reasons().get(0).text())
                        .startsWith("The queue \"calls\" is closed until " + later + " 20")
                        .endsWith(" 08:00 UTC by baton.queues.calls.open");
                assertThat(found.reasons()).extracting(Diagnosis.Reason::cause).doesNotContain(Cause.OVERDUE);
            }
            ApplicationSide side = context.getBean(ApplicationSide.class);
            QueueStatus calls = new Monitor(side.database, side.settings.calendars())
                    .queues().stream()
                            .filter(each -> each.queue().equals("calls"))
                            .findFirst()
                            .orElseThrow();
            assertThat(calls.ready()).isEqualTo(1);
            assertThat(calls.oldestDue()).as("it is not late").isZero();
        }
    }

    @Test
    void an_annotation_names_a_calendar_and_a_property_replaces_it() {
        try (ConfigurableApplicationContext context = Applications.start(
                Nightly.class,
                TestDatabase.H2.freshAccess(),
                "baton.calendars.de.zone=Europe/Berlin",
                "baton.calendars.de.closed=SATURDAY, SUNDAY, 2026-12-25",
                "baton.calendars.at.closed=2027-01-06")) {
            RecurringDetails nightly =
                    context.getBean(RecurringJobs.class).find("nightly").orElseThrow();
            assertThat(nightly.recurrence().calendar()).isEqualTo("de");
            assertThat(nightly.nextTicks())
                    .hasSize(10)
                    .extracting(tick -> tick.atZone(nightly.recurrence().zone())
                            .getDayOfWeek()
                            .getValue())
                    .allMatch(day -> day < 6);
        }
        try (ConfigurableApplicationContext context = Applications.start(
                Nightly.class,
                TestDatabase.H2.freshAccess(),
                "baton.calendars.at.closed=2027-01-06",
                "baton.recurring.nightly.calendar=at")) {
            assertThat(context.getBean(RecurringJobs.class)
                            .find("nightly")
                            .orElseThrow()
                            .recurrence()
                            .calendar())
                    .isEqualTo("at");
        }
        try (ConfigurableApplicationContext context =
                Applications.start(Nightly.class, TestDatabase.H2.freshAccess(), "baton.recurring.nightly.calendar=")) {
            assertThat(context.getBean(RecurringJobs.class)
                            .find("nightly")
                            .orElseThrow()
                            .recurrence()
                            .calendar())
                    .isNull();
        }
    }

    @Test
    void an_unknown_calendar_is_refused_at_the_start() {
        assertThatThrownBy(() -> Applications.start(Nightly.class, TestDatabase.H2.freshAccess())
                        .close())
                .hasStackTraceContaining("has the calendar \"de\", which this node does not know")
                .hasStackTraceContaining("Set baton.calendars.de.closed");
    }
}
