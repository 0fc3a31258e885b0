package io.baton.monitor;

import static io.baton.testing.Applications.start;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.JobType;
import io.baton.Jobs;
import io.baton.database.Database;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.domain.PageRequest;
import org.springframework.jdbc.core.JdbcTemplate;

/** 1,000 jobs, one a minute: each tenth is dead, and each third of the others completed. */
@Timeout(180)
class JobWindowsTests {

    private static final int JOBS = 1_000;
    private static final Instant FIRST = Instant.parse("2026-01-01T00:00:00Z");

    @JobType(name = "mail", queue = "mails")
    record Mail(int number) {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    private static ConfigurableApplicationContext filled(TestDatabase kind) {
        ConfigurableApplicationContext application =
                start(Application.class, kind.freshAccess(), "baton.worker.enabled=false");
        application.getBean(Jobs.class).enqueueAll(IntStream.range(0, JOBS).mapToObj(Mail::new));
        application
                .getBean(JdbcTemplate.class)
                .update("INSERT INTO baton_key (job_id, job_key)"
                        + " SELECT id, CASE WHEN MOD(id, 4) = 1 THEN 'often' ELSE 'rest' END FROM baton_job");
        JdbcTemplate sql = application.getBean(JdbcTemplate.class);
        Database database = database(application);
        long first = first(application);
        sql.batchUpdate(
                "UPDATE baton_job SET created_at = ? WHERE id = ?",
                LongStream.range(0, JOBS)
                        .mapToObj(n -> new Object[] {database.dialect().timestamp(at(n)), first + n})
                        .toList());
        sql.update(
                "UPDATE baton_job SET state = 5, died_at = created_at, error = 'it broke' WHERE MOD(id - ?, 10) = 0",
                first);
        sql.update("UPDATE baton_job SET error = 'rare' WHERE id = ?", first);
        sql.update(
                "INSERT INTO baton_job_history (id, type, queue, job_rank, state, attempt, created_at, due_at, ended_at)"
                        + " SELECT id, type, queue, job_rank, 4, 1, created_at, due_at, created_at FROM baton_job"
                        + " WHERE state <> 5 AND MOD(id, 3) = 0");
        sql.update("DELETE FROM baton_job WHERE state <> 5 AND MOD(id, 3) = 0");
        return application;
    }

    private static Instant at(long number) {
        return FIRST.plus(Duration.ofMinutes(number));
    }

    private static Database database(ConfigurableApplicationContext application) {
        return new Database(application.getBean(DataSource.class), null);
    }

    private static long first(ConfigurableApplicationContext application) {
        Long first =
                application.getBean(JdbcTemplate.class).queryForObject("SELECT MIN(id) FROM baton_job", Long.class);
        return first == null ? 0 : first;
    }

    /** Returns the jobs that match, by all windows. */
    private static List<Long> all(ConfigurableApplicationContext application, JobWindows windows, JobFilter filter) {
        List<Long> found = new ArrayList<>();
        JobId next = null;
        do {
            Window window = windows.of(next == null ? filter : filter.before(next));
            found.addAll(ids(application, window.filter()));
            next = window.next();
        } while (next != null);
        return found;
    }

    private static List<Long> ids(ConfigurableApplicationContext application, JobFilter filter) {
        return application.getBean(Jobs.class).search(filter, PageRequest.of(0, JOBS)).stream()
                .map(JobDetails::id)
                .map(JobId::value)
                .toList();
    }

    private static long width(Window window, long last) {
        return value(window.filter().before(), last + 1)
                - 1
                - value(window.filter().after(), 0);
    }

    private static long value(@Nullable JobId id, long otherwise) {
        return id == null ? otherwise : id.value();
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void windows_together_have_all_that_match(TestDatabase kind) {
        try (ConfigurableApplicationContext application = filled(kind)) {
            JobWindows windows = new JobWindows(database(application), 70, 7);
            List<JobFilter> filters = List.of(
                    JobFilter.all().type("mail"),
                    JobFilter.all().state(JobState.COMPLETED),
                    JobFilter.all().state(JobState.DEAD),
                    JobFilter.all().state(JobState.DEAD).type("mail").queue("mails"),
                    JobFilter.all().state(JobState.DEAD, JobState.CLAIMED).enqueuedBetween(at(100), null),
                    JobFilter.all().state(JobState.DEAD, JobState.READY),
                    JobFilter.all().errorContains("broke"),
                    JobFilter.all().errorContains("rare"),
                    JobFilter.all().key("often"),
                    JobFilter.all().key("often").state(JobState.DEAD),
                    JobFilter.all().key("often").errorContains("broke"),
                    JobFilter.all().enqueuedBetween(at(100), at(200)),
                    JobFilter.all().state(JobState.READY).enqueuedBetween(at(900), null),
                    JobFilter.all().errorContains("broke").enqueuedBetween(null, at(300)));
            for (JobFilter filter : filters) {
                List<Long> expected = ids(application, filter);
                assertThat(expected).isNotEmpty();
                assertThat(all(application, windows, filter))
                        .as(filter.toString())
                        .isEqualTo(expected);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void a_window_is_as_narrow_as_times_and_bounds_allow(TestDatabase kind) {
        try (ConfigurableApplicationContext application = filled(kind)) {
            long first = first(application);
            long last = first + JOBS - 1;
            JobWindows windows = new JobWindows(database(application), 100, 7);
            assertThat(width(windows.of(JobFilter.all().type("mail")), last)).isBetween(100L, 200L);
            assertThat(width(windows.of(JobFilter.all().state(JobState.COMPLETED)), last))
                    .isBetween(300L, 400L);
            assertThat(windows.of(JobFilter.all().state(JobState.DEAD)))
                    .isEqualTo(new Window(JobFilter.all().state(JobState.DEAD), null));
            for (JobFilter filter :
                    List.of(JobFilter.all().type("mail"), JobFilter.all().label("customer", "17"))) {
                assertThat(width(windows.of(filter.state(JobState.DEAD)), last))
                        .as("ten dead ones, each read on its own")
                        .isBetween(90L, 100L);
            }
            assertThat(width(windows.of(JobFilter.all().errorContains("rare")), last))
                    .isBetween(60L, 70L);
            Window timed = windows.of(JobFilter.all().enqueuedBetween(at(500), at(510)));
            assertThat(value(timed.filter().before(), 0)).isBetween(first + 510, first + 530);
            assertThat(value(timed.filter().after(), 0)).isGreaterThanOrEqualTo(first + 300);
            assertThat(windows.of(JobFilter.all().enqueuedBetween(at(5_000), null))
                            .next())
                    .isNull();
            assertThat(windows.of(JobFilter.all().enqueuedBetween(null, FIRST.minus(Duration.ofHours(1))))
                            .next())
                    .isNull();

            assertThat(width(windows.of(JobFilter.all().key("often")), last))
                    .as("the last ten of a key that an index finds")
                    .isBetween(37L, 40L);
            assertThat(windows.of(JobFilter.all().key("none")).next()).isNull();

            JobWindows few = new JobWindows(database(application), 50, 7);
            assertThat(few.of(JobFilter.all().state(JobState.DEAD)).next())
                    .as("more dead ones than one call reads")
                    .isNotNull();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void a_count_is_that_of_one_window(TestDatabase kind) {
        try (ConfigurableApplicationContext application = filled(kind)) {
            long last = first(application) + JOBS - 1;
            JobWindows windows = new JobWindows(database(application), 5_000, 5_000);
            var all = windows.count(JobFilter.all());
            assertThat(all.count()).isEqualTo(JOBS);
            assertThat(all.more()).isFalse();
            assertThat(all.newest()).isEqualTo(new JobId(last));
            assertThat(all.byState())
                    .containsOnlyKeys(JobState.READY, JobState.DEAD, JobState.COMPLETED)
                    .containsEntry(JobState.DEAD, 100L);
            assertThat(windows.count(JobFilter.all().errorContains("broke")).byState())
                    .isEqualTo(Map.of(JobState.DEAD, 99L));
            assertThat(windows.count(JobFilter.all().queue("none")).newest()).isNull();
            assertThat(new JobWindows(database(application), 100, 7)
                            .count(JobFilter.all().queue("none"))
                            .more())
                    .isTrue();
        }
    }
}
