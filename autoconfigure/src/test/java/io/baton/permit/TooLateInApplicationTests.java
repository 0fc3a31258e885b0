package io.baton.permit;

import static io.baton.testing.Applications.start;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.baton.Batch;
import io.baton.Batches;
import io.baton.JobContext;
import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.JobHandler;
import io.baton.JobId;
import io.baton.JobOptions;
import io.baton.JobState;
import io.baton.JobType;
import io.baton.Jobs;
import io.baton.OnDuplicate;
import io.baton.Recurrence;
import io.baton.RecurringJobs;
import io.baton.Retry;
import io.baton.Signals;
import io.baton.testing.TestDatabase;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.domain.PageRequest;
import org.springframework.jdbc.core.JdbcTemplate;

/** Jobs of which no run begins after a time. */
class TooLateInApplicationTests {

    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Instant PAST = Instant.parse("2001-01-01T00:00:00Z");
    private static final Instant FUTURE = Instant.parse("2999-01-01T00:00:00Z");
    private static final List<String> SEEN = new CopyOnWriteArrayList<>();

    @JobType(name = "password", startWithin = "10m")
    record Password(String text) {}

    @JobType(name = "plain")
    record Plain(String text) {}

    @JobType(name = "stepping")
    record Stepping(String text) {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @JobHandler
        void password(Password password) {
            SEEN.add(password.text());
        }

        @JobHandler
        @Retry(delay = "1ms")
        void plain(Plain plain, JobContext job) {
            SEEN.add(plain.text() + " " + job.attempt());
            if (plain.text().startsWith("fails")) {
                throw new IllegalStateException("tries again");
            }
        }

        @JobHandler
        void stepping(Stepping stepping, JobContext job) {
            job.step("first").run(key -> SEEN.add("first"));
            job.await("go", Duration.ofDays(1));
            SEEN.add("went on");
        }
    }

    @BeforeEach
    void forget() {
        SEEN.clear();
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void a_job_whose_turn_comes_too_late_is_cancelled(TestDatabase kind) {
        try (ConfigurableApplicationContext context = start(Application.class, kind.freshAccess())) {
            Jobs jobs = context.getBean(Jobs.class);
            JobId past = jobs.enqueue(new Plain("past"), options -> options.startBefore(PAST))
                    .id();
            JobId future = jobs.enqueue(new Plain("future"), options -> options.startBefore(FUTURE))
                    .id();
            JobId changed = jobs.enqueue(new Plain("changed"), options -> options.startBefore(PAST)
                            .startWithin(Duration.ofHours(1)))
                    .id();
            JobId listed = jobs.enqueue(new Password("at once")).id();

            assertThat(ended(jobs, past).state()).isEqualTo(JobState.CANCELLED);
            assertThat(ended(jobs, past).labels()).containsEntry("baton.start-before", PAST.toString());
            assertThat(Stream.of(future, changed, listed)
                            .map(id -> ended(jobs, id).state()))
                    .containsOnly(JobState.COMPLETED);
            assertThat(SEEN).containsExactlyInAnyOrder("future 1", "changed 1", "at once");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void the_time_begins_when_the_job_is_due_or_enqueued(TestDatabase kind) {
        try (ConfigurableApplicationContext context = start(Application.class, kind.freshAccess())) {
            Jobs jobs = context.getBean(Jobs.class);
            jobs.pause("default");
            Consumer<JobOptions> soon = options -> options.delay(Duration.ofHours(1));
            JobId late = jobs.enqueue(new Password("late")).id();
            JobId delayed = jobs.enqueue(new Password("delayed"), soon).id();
            JobId ancient = jobs.enqueue(new Password("ancient"), options -> options.at(PAST))
                    .id();
            context.getBean(JdbcTemplate.class)
                    .update(
                            "UPDATE baton_job SET created_at = ?, due_at = ?",
                            Timestamp.from(Instant.now().minus(Duration.ofHours(1))),
                            Timestamp.from(Instant.now().minus(Duration.ofMinutes(1))));
            JobId fresh = jobs.enqueue(new Password("fresh"), options -> options.at(PAST))
                    .id();
            jobs.reschedule(delayed, Instant.now());
            jobs.resume("default");

            assertThat(ended(jobs, late).state()).isEqualTo(JobState.CANCELLED);
            assertThat(ended(jobs, ancient).state()).isEqualTo(JobState.CANCELLED);
            assertThat(ended(jobs, delayed).state()).isEqualTo(JobState.COMPLETED);
            assertThat(ended(jobs, fresh).state()).isEqualTo(JobState.COMPLETED);
            assertThat(SEEN).containsExactlyInAnyOrder("delayed", "fresh");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void retries_end_then_and_a_job_with_steps_goes_on(TestDatabase kind) {
        try (ConfigurableApplicationContext context = start(Application.class, kind.freshAccess())) {
            Jobs jobs = context.getBean(Jobs.class);
            Consumer<JobOptions> limited =
                    options -> options.maxAttempts(1_000_000).startWithin(Duration.ofSeconds(2));
            JobId failing = jobs.enqueue(new Plain("fails"), limited).id();
            JobId stepping = jobs.enqueue(new Stepping("x"), limited).id();

            assertThat(ended(jobs, failing).state()).isIn(JobState.CANCELLED);
            assertThat(SEEN).contains("first");
            context.getBean(Signals.class).send(stepping, "go", true);
            assertThat(ended(jobs, stepping).state()).isEqualTo(JobState.COMPLETED);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void a_request_that_replaces_another_brings_its_time(TestDatabase kind) {
        try (ConfigurableApplicationContext context = start(Application.class, kind.freshAccess())) {
            Jobs jobs = context.getBean(Jobs.class);
            jobs.pause("default");
            Consumer<JobOptions> replacing = options -> options.unique("k").onDuplicate(OnDuplicate.REPLACE);
            JobId first = jobs.enqueue(new Plain("one"), replacing).id();
            jobs.enqueue(new Plain("two"), replacing.andThen(options -> options.startBefore(PAST)));
            jobs.enqueue(new Plain("three"), replacing.andThen(options -> options.startBefore(PAST)));
            Consumer<JobOptions> other = options -> options.unique("o").onDuplicate(OnDuplicate.REPLACE);
            JobId second = jobs.enqueue(new Plain("four"), other.andThen(options -> options.startBefore(PAST)))
                    .id();
            jobs.enqueue(new Plain("five"), other);
            jobs.resume("default");

            assertThat(ended(jobs, first).state()).isEqualTo(JobState.CANCELLED);
            assertThat(ended(jobs, second).state()).isEqualTo(JobState.COMPLETED);
            assertThat(SEEN).containsExactly("five 1");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void the_time_within_begins_anew_with_a_request_that_replaces_another(TestDatabase kind) {
        try (ConfigurableApplicationContext context = start(Application.class, kind.freshAccess())) {
            Jobs jobs = context.getBean(Jobs.class);
            jobs.pause("default");
            Consumer<JobOptions> replacing = options -> options.unique("k").onDuplicate(OnDuplicate.REPLACE);
            JobId first = jobs.enqueue(new Password("one"), replacing).id();
            context.getBean(JdbcTemplate.class)
                    .update(
                            "UPDATE baton_job SET created_at = ?",
                            Timestamp.from(Instant.now().minus(Duration.ofMinutes(20))));
            jobs.enqueue(new Password("two"), replacing);
            jobs.resume("default");

            assertThat(ended(jobs, first).state()).isEqualTo(JobState.COMPLETED);
            assertThat(SEEN).containsExactly("two");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void batches_count_it_as_cancelled_and_recurring_jobs_have_it(TestDatabase kind) {
        try (ConfigurableApplicationContext context = start(Application.class, kind.freshAccess())) {
            Jobs jobs = context.getBean(Jobs.class);
            Batch batch = context.getBean(Batches.class).open("night");
            batch.addJobs(Stream.of(new Plain("a"), new Plain("b")), options -> options.startBefore(PAST));
            batch.seal();
            await().atMost(LIMIT).until(batch::status, status -> status.remaining() == 0 && status.cancelled() == 2);
            context.getBean(RecurringJobs.class)
                    .add(
                            "often",
                            Recurrence.every(Duration.ofSeconds(1)),
                            new Plain("tick"),
                            options -> options.startBefore(PAST));
            JobFilter ticks = JobFilter.all().label("baton.schedule", "often");
            await().atMost(LIMIT).until(() -> jobs.search(ticks, PageRequest.of(0, 10)).stream()
                    .anyMatch(job -> job.state() == JobState.CANCELLED));
            assertThat(SEEN).isEmpty();
        }
    }

    private static JobDetails ended(Jobs jobs, JobId id) {
        return await().atMost(LIMIT)
                .until(
                        () -> jobs.find(id).orElseThrow(),
                        job -> job.state() == JobState.COMPLETED
                                || job.state() == JobState.CANCELLED
                                || job.state() == JobState.DEAD);
    }
}
