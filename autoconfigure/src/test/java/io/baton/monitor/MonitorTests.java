package io.baton.monitor;

import static io.baton.testing.Applications.start;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.baton.BatchId;
import io.baton.Batches;
import io.baton.JobFilter;
import io.baton.JobHandler;
import io.baton.JobType;
import io.baton.Jobs;
import io.baton.Rate;
import io.baton.RateLimits;
import io.baton.RequiresPermit;
import io.baton.Semaphores;
import io.baton.calendar.Calendars;
import io.baton.database.Database;
import io.baton.monitor.Monitor.LimitUse;
import io.baton.monitor.Monitor.Sample;
import io.baton.monitor.Monitor.WorkerStatus;
import io.baton.testing.DatabaseAccess;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.domain.PageRequest;
import org.springframework.jdbc.core.JdbcTemplate;

/** What operators are told of the tables. */
@Timeout(180)
class MonitorTests {

    @JobType(name = "mail", queue = "mails")
    record Mail(int number) {}

    @JobType(name = "report", queue = "reports")
    record Report(int number) {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @JobHandler
        void send(Mail mail) {}

        @JobHandler
        @RequiresPermit("printer")
        void print(Report report) {}
    }

    private static ConfigurableApplicationContext idle(TestDatabase kind) {
        return idle(kind.freshAccess());
    }

    private static ConfigurableApplicationContext idle(DatabaseAccess access) {
        return start(Application.class, access, "baton.worker.enabled=false", "baton.semaphores.printer=1");
    }

    private static Monitor monitor(ConfigurableApplicationContext application) {
        return new Monitor(new Database(application.getBean(DataSource.class), null), Calendars.NONE);
    }

    private static String twoHoursBefore(TestDatabase kind) {
        return kind == TestDatabase.MARIADB ? "due_at - INTERVAL 2 HOUR" : "due_at - INTERVAL '2' HOUR";
    }

    private static QueueStatus queue(List<QueueStatus> queues, String name) {
        return queues.stream()
                .filter(each -> each.queue().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void queues_tell_their_depth_their_oldest_job_and_their_pause(TestDatabase kind) {
        try (ConfigurableApplicationContext application = idle(kind)) {
            Jobs jobs = application.getBean(Jobs.class);
            JdbcTemplate sql = application.getBean(JdbcTemplate.class);
            Monitor monitor = monitor(application);
            assertThat(monitor.queues()).isEmpty();

            jobs.enqueueAll(IntStream.range(0, 7).mapToObj(Mail::new));
            jobs.enqueue(new Mail(7), options -> options.priority(5));
            jobs.enqueue(new Mail(8), options -> options.delay(Duration.ofHours(1)));
            jobs.enqueue(new Report(1));
            jobs.enqueue(new Report(2));
            sql.update("UPDATE baton_job SET state = 5, died_at = created_at WHERE payload LIKE '%6%'");
            sql.update("UPDATE baton_job SET due_at = " + twoHoursBefore(kind) + " WHERE payload LIKE '%7%'");
            jobs.pause("reports");
            jobs.pause("empty");

            List<QueueStatus> queues = monitor.queues();
            assertThat(queues).extracting(QueueStatus::queue).containsExactly("empty", "mails", "reports");
            QueueStatus mails = queue(queues, "mails");
            assertThat(List.of(mails.ready(), mails.scheduled(), mails.dead(), mails.claimed()))
                    .containsExactly(7L, 1L, 1L, 0L);
            assertThat(mails.oldestDue()).isBetween(Duration.ofMinutes(119), Duration.ofMinutes(130));
            assertThat(mails.paused()).isFalse();
            assertThat(mails.pausedFor()).isNull();
            QueueStatus reports = queue(queues, "reports");
            assertThat(reports.ready() + reports.waitingForPermits()).isEqualTo(2);
            assertThat(reports.waitingForPermits()).isPositive();
            assertThat(reports.paused()).isTrue();
            assertThat(reports.pausedFor()).as("a pause without an end").isNull();
            jobs.pause("reports", Instant.now().plus(Duration.ofHours(2)));
            assertThat(queue(monitor.queues(), "reports").pausedFor())
                    .isBetween(Duration.ofMinutes(100), Duration.ofMinutes(130));
            assertThat(monitor.sample().died()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void queues_of_similar_names_are_counted_apart(TestDatabase kind) {
        try (ConfigurableApplicationContext application = idle(kind)) {
            JdbcTemplate sql = application.getBean(JdbcTemplate.class);
            List<String> names = List.of("mails", "Mails", "mails ", "ü");
            for (String name : names) {
                long id = application
                        .getBean(Jobs.class)
                        .enqueue(new Mail(1))
                        .id()
                        .value();
                sql.update("UPDATE baton_job SET queue = ? WHERE id = ?", name, id);
            }
            assertThat(monitor(application).queues())
                    .extracting(QueueStatus::queue, QueueStatus::ready)
                    .containsExactlyInAnyOrderElementsOf(
                            names.stream().map(name -> tuple(name, 1L)).toList());
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void limits_batches_and_workers_are_listed_in_pages(TestDatabase kind) {
        try (ConfigurableApplicationContext application = idle(kind)) {
            Jobs jobs = application.getBean(Jobs.class);
            Batches batches = application.getBean(Batches.class);
            application.getBean(Semaphores.class).define("copier", 2);
            application.getBean(RateLimits.class).define("api", Rate.of(5, Duration.ofSeconds(1)));
            Monitor monitor = monitor(application);
            jobs.enqueue(new Report(1));
            jobs.enqueue(new Report(2));

            assertThat(monitor.limits("", 2)).containsExactly("copier", "printer");
            assertThat(monitor.limits("printer", 2)).containsExactly("~api");
            assertThat(monitor.sample().limits())
                    .extracting(LimitUse::name, LimitUse::capacity, use -> use.held() + use.waiting())
                    .containsExactlyInAnyOrder(tuple("copier", 2, 0L), tuple("printer", 1, 2L), tuple("api", null, 0L));

            BatchId open = batches.open("night").id();
            batches.open("day").seal();
            assertThat(monitor.sample().openBatches()).isEqualTo(1);
            List<BatchId> newest = monitor.batches(null, false, 1);
            assertThat(newest).hasSize(1);
            assertThat(monitor.batches(newest.get(0), false, 5)).containsExactly(open);
            assertThat(monitor.batches(null, true, 5)).isEmpty();

            JdbcTemplate sql = application.getBean(JdbcTemplate.class);
            batches.open("night").addJobs(List.of(new Mail(1), new Mail(2)));
            assertThat(monitor.sample().stuckBatches()).isEmpty();
            sql.update("UPDATE baton_batch_group SET dead = 2 WHERE batch_id = ?", open.value());
            assertThat(monitor.sample().stuckBatches()).containsExactly(open);
            assertThat(monitor.workers(5)).isEmpty();
            assertThat(monitor.living()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void sequences_that_dead_jobs_block_are_counted(TestDatabase kind) {
        try (ConfigurableApplicationContext application = idle(kind)) {
            Monitor monitor = monitor(application);
            assertThat(monitor.sample())
                    .extracting(Sample::blockedSequences, Sample::longestBlock)
                    .containsExactly(0L, Duration.ZERO);

            Jobs jobs = application.getBean(Jobs.class);
            jobs.enqueueAll(IntStream.range(0, 4).mapToObj(Mail::new));
            JdbcTemplate sql = application.getBean(JdbcTemplate.class);
            sql.update("UPDATE baton_job SET due_at = " + twoHoursBefore(kind) + " WHERE payload LIKE '%2%'");
            sql.update(
                    "INSERT INTO baton_sequence (job_id, name, state, on_dead) SELECT id, queue, 1, 0 FROM baton_job");
            assertThat(monitor.sample().blockedSequences()).isZero();
            sql.update("DELETE FROM baton_sequence");
            for (int number : List.of(1, 2)) {
                sql.update(
                        "INSERT INTO baton_sequence (job_id, name, state, on_dead, blocked_at)"
                                + " SELECT id, ?, 3, 0, due_at FROM baton_job WHERE payload LIKE ?",
                        "order:" + number,
                        "%" + number + "%");
            }
            Sample sample = monitor.sample();
            assertThat(sample.blockedSequences()).isEqualTo(2);
            assertThat(sample.longestBlock()).isBetween(Duration.ofMinutes(119), Duration.ofMinutes(130));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void jobs_that_have_just_ended_are_counted(TestDatabase kind) {
        try (ConfigurableApplicationContext application = idle(kind)) {
            Jobs jobs = application.getBean(Jobs.class);
            JdbcTemplate sql = application.getBean(JdbcTemplate.class);
            Monitor monitor = monitor(application);
            assertThat(monitor.endedWithin(30)).isEqualTo(new Monitor.Ended(0, 0, 0));

            jobs.enqueueAll(IntStream.range(0, 9).mapToObj(Mail::new));
            jobs.search(JobFilter.all(), PageRequest.of(0, 5)).forEach(job -> jobs.cancel(job.id()));
            sql.update("UPDATE baton_job_history SET state = 4 WHERE id IN (SELECT MAX(id) FROM baton_job_history)");
            sql.update("UPDATE baton_job_history SET ended_at = " + twoHoursBefore(kind)
                    + " WHERE id IN (SELECT MIN(id) FROM baton_job_history)");
            sql.update("UPDATE baton_job SET state = 5, died_at = created_at WHERE payload LIKE '%1%'");
            assertThat(monitor.endedWithin(30)).isEqualTo(new Monitor.Ended(1, 3, 1));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void workers_tell_what_they_serve_and_when_they_were_seen(TestDatabase kind) {
        try (ConfigurableApplicationContext application =
                start(Application.class, kind.freshAccess(), "baton.semaphores.printer=1", "baton.worker.name=one")) {
            Monitor monitor = monitor(application);
            await().until(() -> monitor.living() == 1);
            WorkerStatus worker = monitor.workers(5).get(0);
            assertThat(worker.name()).isEqualTo("one");
            assertThat(worker.queues()).contains("default", "mails", "reports");
            assertThat(worker.types()).contains("mail", "report");
            assertThat(worker.silentFor()).isLessThan(Duration.ofMinutes(1));
            assertThat(worker.deadAfter()).isEqualTo(Duration.ofSeconds(10));
            assertThat(worker.dead()).isFalse();
            assertThat(queue(monitor.queues(), "mails").workers()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void a_worker_that_was_stopped_is_not_one_that_died(TestDatabase kind) {
        DatabaseAccess access = kind.freshAccess();
        start(Application.class, access, "baton.semaphores.printer=1", "baton.worker.name=stopped")
                .close();
        try (ConfigurableApplicationContext application = idle(access)) {
            application
                    .getBean(JdbcTemplate.class)
                    .update(
                            "INSERT INTO baton_worker (name, host, pid, epoch, version, queues, types, started_at, seen_at, dead)"
                                    + " SELECT 'killed', host, pid, epoch, version, queues, types, started_at, seen_at, dead"
                                    + " FROM baton_worker");
            assertThat(monitor(application).workers(5))
                    .extracting(WorkerStatus::name, WorkerStatus::dead, WorkerStatus::stopped)
                    .containsExactlyInAnyOrder(tuple("stopped", true, true), tuple("killed", true, false));
        }
    }
}
