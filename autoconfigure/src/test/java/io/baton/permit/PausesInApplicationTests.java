package io.baton.permit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.baton.JobContext;
import io.baton.JobCount;
import io.baton.JobFilter;
import io.baton.JobHandler;
import io.baton.JobState;
import io.baton.JobType;
import io.baton.Jobs;
import io.baton.RequiresPermit;
import io.baton.Semaphores;
import io.baton.testing.Applications;
import io.baton.testing.DatabaseAccess;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** Paused queues in whole applications: no job starts, not even on a node that starts in the meantime, and none keeps permits from others. */
class PausesInApplicationTests {

    private static final Duration LIMIT = Duration.ofMinutes(3);

    private static final AtomicInteger CALLS = new AtomicInteger();
    private static final AtomicInteger MAILS = new AtomicInteger();
    private static volatile boolean refuses;

    @RequiresPermit("service")
    @JobType(name = "call", queue = "calls")
    record Call(int number) {}

    @RequiresPermit("service")
    @JobType(name = "mail", queue = "mails")
    record Mail(int number) {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @JobHandler
        void run(Call payload, JobContext job) {
            if (refuses) {
                job.pauseQueue(Duration.ofHours(1));
                job.snooze(Duration.ZERO);
            }
            CALLS.incrementAndGet();
        }

        @JobHandler
        void run(Mail payload) {
            MAILS.incrementAndGet();
        }
    }

    @BeforeEach
    void forget() {
        CALLS.set(0);
        MAILS.set(0);
        refuses = false;
    }

    private static ConfigurableApplicationContext start(DatabaseAccess access, String... properties) {
        return Applications.start(
                Application.class,
                access,
                Stream.concat(
                                Stream.of("baton.semaphores.service=1", "baton.worker.dead-after=1m"),
                                Stream.of(properties))
                        .toArray(String[]::new));
    }

    private static void enqueue(Jobs jobs, int count) {
        List<Call> calls = IntStream.range(0, count).mapToObj(Call::new).toList();
        jobs.enqueueAll(calls);
        jobs.enqueueAll(IntStream.range(0, count).mapToObj(Mail::new).toList());
    }

    /** A permit is given back when its job is settled, a moment after its handler has returned. */
    private static void awaitMails(Jobs jobs, int count) throws InterruptedException {
        assertThat(jobs.awaitDrained(JobFilter.all().queue("mails"), LIMIT)).isTrue();
        assertThat(MAILS).hasValue(count);
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRES", "MARIADB", "H2"})
    void a_node_started_meanwhile_starts_no_job_of_a_paused_queue(TestDatabase kind) throws InterruptedException {
        DatabaseAccess access = kind.freshAccess();
        try (ConfigurableApplicationContext web = start(access, "baton.worker.enabled=false")) {
            Jobs jobs = web.getBean(Jobs.class);
            jobs.pause("calls");
            enqueue(jobs, 5);
            try (ConfigurableApplicationContext worker = start(access)) {
                awaitMails(jobs, 5);
                assertThat(worker.getBean(Semaphores.class)
                                .inspect("service")
                                .orElseThrow()
                                .held())
                        .isZero();
                assertThat(jobs.counts()).containsExactly(new JobCount("calls", JobState.BLOCKED, 5));
                assertThat(jobs.resume("calls")).isTrue();
                assertThat(jobs.awaitDrained(JobFilter.all(), LIMIT)).isTrue();
            }
        }
        assertThat(CALLS).hasValue(5);
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRES", "MARIADB", "H2"})
    void one_job_pauses_its_queue_for_all_and_others_get_its_permits(TestDatabase kind) throws InterruptedException {
        DatabaseAccess access = kind.freshAccess();
        refuses = true;
        try (ConfigurableApplicationContext one = start(access);
                ConfigurableApplicationContext two = start(access)) {
            assertThat(two.isRunning()).isTrue();
            Jobs jobs = one.getBean(Jobs.class);
            jobs.enqueue(new Call(1));
            await().atMost(LIMIT).untilAsserted(() -> assertThat(jobs.counts())
                    .containsExactly(new JobCount("calls", JobState.BLOCKED, 1)));
            enqueue(jobs, 5);
            awaitMails(jobs, 5);
            await().atMost(LIMIT).untilAsserted(() -> assertThat(jobs.counts())
                    .containsExactly(new JobCount("calls", JobState.BLOCKED, 6)));
            refuses = false;
            jobs.resume("calls");
            assertThat(jobs.awaitDrained(JobFilter.all(), LIMIT)).isTrue();
        }
        assertThat(CALLS).hasValue(6);
    }
}
