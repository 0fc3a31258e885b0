package io.baton.death;

import static io.baton.testing.Applications.drain;
import static io.baton.testing.Applications.start;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.baton.Flow;
import io.baton.Flows;
import io.baton.Job;
import io.baton.JobContext;
import io.baton.JobDetails;
import io.baton.JobFailure;
import io.baton.JobFilter;
import io.baton.JobHandler;
import io.baton.JobId;
import io.baton.JobInterceptor;
import io.baton.JobOptions;
import io.baton.JobRejectedException;
import io.baton.JobState;
import io.baton.JobType;
import io.baton.Jobs;
import io.baton.Recurring;
import io.baton.RecurringJobs;
import io.baton.Retry;
import io.baton.Signals;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.domain.PageRequest;

/** Handlers of deaths in whole applications. */
class AfterDeathInApplicationTests {

    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final List<String> SEEN = new CopyOnWriteArrayList<>();
    private static final int HELD = 4711;
    private static volatile boolean broken;
    private static volatile CountDownLatch held = new CountDownLatch(1);
    private static volatile boolean alarmBroken;

    @JobType(name = "charge", queue = "billing")
    record Charge(int order) {}

    @JobType(name = "sell", afterDeath = true)
    record Sell(int order) {}

    @JobType(name = "import")
    record Import(int file) {}

    @JobType(name = "holder", queue = "billing")
    record Holder(int number) {}

    @JobType(name = "waiting", queue = "waits")
    record Waiting(int number) {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Shop {

        @Autowired
        @SuppressWarnings("NullAway.Init")
        private ObjectProvider<Jobs> jobs;

        /** Occupies the only thread of the queue. */
        @JobHandler
        void hold(Holder holder) throws InterruptedException {
            held.await();
        }

        @JobHandler(maxAttempts = 2)
        @Retry(delay = "1ms")
        void charge(Charge charge, JobContext job) {
            if (broken) {
                if (charge.order() == HELD) {
                    jobs.getObject().enqueue(new Holder(1), options -> options.priority(100));
                } else {
                    job.pauseQueue(Duration.ofHours(1));
                }
                throw new JobRejectedException("no funds");
            }
            SEEN.add("charged " + charge.order());
        }

        @JobHandler(afterDeath = true, transactional = true, maxAttempts = 2)
        @Retry(delay = "1ms")
        void notCharged(JobFailure failure, Charge charge, JobContext job) {
            SEEN.add("not charged " + charge.order() + " " + failure.type() + " " + failure.id() + " "
                    + failure.attempts() + " " + failure.error().contains("no funds") + " "
                    + job.labels().get("tenant") + " " + job.type() + " " + job.attempt());
            if (alarmBroken) {
                throw new IllegalStateException("nor this");
            }
        }

        @JobHandler
        void sell(Sell sell) {
            throw new JobRejectedException("sold out");
        }

        @JobHandler
        void imports(List<Job<Import>> files) {
            throw new JobRejectedException("not readable");
        }

        @JobHandler(afterDeath = true)
        void notImported(Import file, JobFailure failure) {
            SEEN.add("not imported " + file.file());
        }

        @JobHandler("nightly")
        @Recurring(cron = "0 0 1 1 1 *")
        void nightly() {
            throw new JobRejectedException("not tonight");
        }

        @JobHandler(maxAttempts = 1)
        void waiting(Waiting waiting) {
            if (broken) {
                throw new IllegalStateException("not now");
            }
        }

        @JobHandler(afterDeath = true)
        void notDone(Waiting waiting, JobFailure failure, JobContext job) {
            job.step("note").run(key -> SEEN.add("noted " + failure.attempts()));
            job.await("go", Duration.ofDays(1));
            SEEN.add("went on");
        }

        @JobHandler(value = "nightly", afterDeath = true)
        void notDone(JobFailure failure, JobContext job) {
            SEEN.add("not done " + job.tick().orElseThrow().schedule());
        }

        @Bean
        JobInterceptor calls() {
            return new JobInterceptor() {

                @Override
                public void enqueue(String type, @Nullable Object payload, JobOptions options) {
                    if (!type.equals("nightly")) {
                        SEEN.add("enqueued " + type);
                    }
                }

                @Override
                public void run(RunCall call) throws Throwable {
                    if (call.job().type().endsWith(".dead")) {
                        SEEN.add("run " + call.job().type());
                    }
                    call.proceed();
                }
            };
        }
    }

    @BeforeEach
    void forget() {
        SEEN.clear();
        broken = true;
        alarmBroken = false;
    }

    private static List<JobDetails> after(ConfigurableApplicationContext context, String type) {
        return context.getBean(Jobs.class)
                .search(JobFilter.all().type(type), PageRequest.of(0, 100))
                .toList();
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void a_death_calls_its_handler_with_the_payload_and_the_error(TestDatabase kind) throws InterruptedException {
        try (ConfigurableApplicationContext context = start(Shop.class, kind.freshAccess())) {
            Jobs jobs = context.getBean(Jobs.class);
            JobId id = jobs.enqueue(new Charge(7), job -> job.label("tenant", "red"))
                    .id();
            await().atMost(LIMIT).until(() -> jobs.resume("billing"));
            await().atMost(LIMIT).until(() -> SEEN.size() == 3);
            assertThat(SEEN)
                    .containsExactly(
                            "enqueued charge",
                            "run charge.dead",
                            "not charged 7 charge " + id + " 1 true red charge.dead 1");
            drain(context);
            assertThat(jobs.find(id).orElseThrow().state()).isEqualTo(JobState.DEAD);
            assertThat(after(context, "charge.dead"))
                    .singleElement()
                    .satisfies(after -> assertThat(after.labels()).containsEntry("baton.dead", id.toString()))
                    .returns("billing", JobDetails::queue)
                    .returns(JobState.COMPLETED, JobDetails::state);

            alarmBroken = true;
            jobs.enqueue(new Charge(8));
            await().atMost(LIMIT).until(() -> jobs.resume("billing"));
            await().atMost(LIMIT)
                    .until(() -> SEEN.stream().filter("run charge.dead"::equals).count() == 3);
            drain(context);
            assertThat(after(context, "charge.dead"))
                    .extracting(JobDetails::state)
                    .contains(JobState.DEAD);
            assertThat(after(context, "charge.dead.dead")).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void a_job_that_was_revived_meanwhile_calls_nothing(TestDatabase kind) throws InterruptedException {
        try (ConfigurableApplicationContext context =
                start(Shop.class, kind.freshAccess(), "baton.queues.billing.concurrency=1")) {
            Jobs jobs = context.getBean(Jobs.class);
            held = new CountDownLatch(1);
            JobId id = jobs.enqueue(new Charge(HELD)).id();
            await().atMost(LIMIT).until(() -> jobs.find(id).orElseThrow().state() == JobState.DEAD);
            broken = false;
            assertThat(jobs.revive(id)).isTrue();
            held.countDown();
            drain(context);
            assertThat(SEEN).containsExactly("enqueued charge", "enqueued holder", "charged " + HELD);
            assertThat(after(context, "charge.dead"))
                    .extracting(JobDetails::state)
                    .containsExactly(JobState.COMPLETED);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void what_has_recorded_a_step_goes_on_after_a_revival(TestDatabase kind) throws InterruptedException {
        try (ConfigurableApplicationContext context = start(Shop.class, kind.freshAccess())) {
            Jobs jobs = context.getBean(Jobs.class);
            broken = true;
            JobId id = jobs.enqueue(new Waiting(7)).id();
            await().atMost(LIMIT).until(() -> after(context, "waiting.dead").stream()
                    .anyMatch(job -> job.state() == JobState.WAITING));
            broken = false;
            assertThat(jobs.revive(id)).isTrue();
            await().atMost(LIMIT).until(() -> jobs.find(id).orElseThrow().state() == JobState.COMPLETED);
            context.getBean(Signals.class)
                    .send(after(context, "waiting.dead").get(0).id(), "go", true);
            await().atMost(LIMIT).until(() -> SEEN.contains("went on"));
            assertThat(SEEN).contains("noted 1");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void jobs_of_lists_flows_and_schedules_are_followed(TestDatabase kind) throws InterruptedException {
        try (ConfigurableApplicationContext context = start(Shop.class, kind.freshAccess())) {
            context.getBean(Jobs.class).enqueueAll(List.of(new Import(1), new Import(2)));
            context.getBean(Flows.class).start(Flow.of(new Import(3)).then(new Charge(4)));
            context.getBean(RecurringJobs.class).trigger("nightly");
            await().atMost(LIMIT).untilAsserted(() -> assertThat(SEEN)
                    .contains("not imported 1", "not imported 2", "not imported 3", "not done nightly"));
            assertThat(SEEN).doesNotContain("charged 4");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES"})
    void a_death_that_no_node_handles_waits_as_any_unknown_type(TestDatabase kind) {
        try (ConfigurableApplicationContext context = start(Shop.class, kind.freshAccess())) {
            Jobs jobs = context.getBean(Jobs.class);
            jobs.enqueue(new Sell(1));
            await().atMost(LIMIT).until(() -> !after(context, "sell.dead").isEmpty());
            assertThat(after(context, "sell.dead"))
                    .extracting(JobDetails::state)
                    .containsExactly(JobState.READY);
        }
    }

    @ParameterizedTest
    @EnumSource(names = "H2")
    void a_job_of_such_a_type_without_a_death_is_rejected(TestDatabase kind) {
        try (ConfigurableApplicationContext context = start(Shop.class, kind.freshAccess())) {
            Jobs jobs = context.getBean(Jobs.class);
            JobId id = jobs.enqueueNamed("nightly.dead").id();
            await().atMost(LIMIT).until(() -> jobs.find(id).orElseThrow().state() == JobState.DEAD);
            assertThat(jobs.find(id).orElseThrow().error())
                    .contains("does not follow the death of a job: enqueue a job of the type \"nightly\"");
        }
    }
}
