package io.baton.share;

import static io.baton.testing.Applications.drain;
import static io.baton.testing.Applications.start;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.baton.BatonException;
import io.baton.Diagnosis;
import io.baton.Diagnostics;
import io.baton.JobContext;
import io.baton.JobFilter;
import io.baton.JobHandler;
import io.baton.JobId;
import io.baton.JobOptions;
import io.baton.JobState;
import io.baton.JobType;
import io.baton.Jobs;
import io.baton.OnDead;
import io.baton.ShareDetails;
import io.baton.Shares;
import io.baton.testing.DatabaseAccess;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.domain.PageRequest;

/** Shares of queues in whole applications. */
class SharesInApplicationTests {

    private static final Duration LIMIT = Duration.ofMinutes(2);

    /** The tenants whose jobs ran, in order. */
    private static final ConcurrentLinkedQueue<String> RAN = new ConcurrentLinkedQueue<>();

    private static final Map<String, AtomicInteger> RUNNING = new ConcurrentHashMap<>();
    private static final AtomicInteger MOST = new AtomicInteger();
    private static final Semaphore GATE = new Semaphore(0);

    @JobType(name = "mail", queue = "mails", fairBy = "#payload.tenant")
    record Mail(String tenant, int number) {}

    @JobType(name = "gated", queue = "gated")
    record Gated(String tenant) {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        /** Every seventh mail fails once. */
        @JobHandler(maxAttempts = 3)
        void send(Mail mail, JobContext context) {
            int running = RUNNING.computeIfAbsent(mail.tenant(), fresh -> new AtomicInteger())
                    .incrementAndGet();
            MOST.accumulateAndGet(running, Math::max);
            try {
                if (mail.number() % 7 == 3 && context.attempt() == 1) {
                    throw new IllegalStateException("it broke");
                }
                RAN.add(mail.tenant());
            } finally {
                RUNNING.get(mail.tenant()).decrementAndGet();
            }
        }

        @JobHandler
        void open(Gated gated) throws InterruptedException {
            GATE.acquire();
            RAN.add(gated.tenant());
        }
    }

    /** Options with a share. */
    private static final class Named {

        private static Consumer<JobOptions> share(String name) {
            return job -> job.share(name);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Sending {}

    @BeforeEach
    void forget() {
        RAN.clear();
        RUNNING.clear();
        MOST.set(0);
        GATE.drainPermits();
    }

    /** Retries, delays, sequences, permits and jobs without a share, sent by a node without a worker. */
    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void jobs_of_shares_run_with_all_that_jobs_can_have(TestDatabase kind) throws InterruptedException {
        DatabaseAccess access = kind.freshAccess();
        String[] properties = {"baton.retry.delay=50ms", "baton.semaphores.tenants=2"};
        try (ConfigurableApplicationContext one = start(Application.class, access, properties);
                ConfigurableApplicationContext two = start(Application.class, access, properties);
                ConfigurableApplicationContext sender =
                        start(Application.class, access, "baton.worker.enabled=false", "baton.semaphores.tenants=2")) {
            Jobs jobs = sender.getBean(Jobs.class);
            for (int number = 0; number < 10; number++) {
                jobs.enqueue(new Mail("plain", number));
                jobs.enqueue(new Mail("delayed", number), job -> job.delay(Duration.ofMillis(200)));
                jobs.enqueue(new Mail("ordered", number), job -> job.sequence("s", OnDead.SKIP));
                jobs.enqueue(new Mail("limited", number), job -> job.permits("tenants:limited"));
                jobs.enqueue(new Mail("acme", number), Named.share("acme/part" + number));
                jobs.enqueue(new Mail("priority", number), job -> job.priority(5));
            }
            jobs.enqueueAll(IntStream.range(0, 50)
                    .mapToObj(number -> new Mail("t" + number % 5, number))
                    .toList());
            drain(one);
            assertThat(two.isRunning()).isTrue();
            assertThat(RAN).hasSize(110);
            assertThat(jobs.search(JobFilter.all().queue("mails"), PageRequest.of(0, 200)))
                    .hasSize(110)
                    .allSatisfy(job -> {
                        assertThat(job.queue()).isEqualTo("mails");
                        assertThat(job.state()).isEqualTo(JobState.COMPLETED);
                    });
            assertThat(jobs.search(JobFilter.all().share("mails", "acme"), PageRequest.of(0, 200)))
                    .hasSize(10);
            assertThat(jobs.search(JobFilter.all().share("mails", "acme/part3"), PageRequest.of(0, 200)))
                    .singleElement()
                    .satisfies(job -> assertThat(job.share()).isEqualTo("acme/part3"));
            assertThat(jobs.counts()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void a_backlog_of_one_share_delays_no_other_one(TestDatabase kind) throws InterruptedException {
        DatabaseAccess access = kind.freshAccess();
        try (ConfigurableApplicationContext sender = start(Application.class, access, "baton.worker.enabled=false")) {
            Jobs jobs = sender.getBean(Jobs.class);
            jobs.enqueueAll(
                    IntStream.range(0, 60).mapToObj(number -> new Gated("big")).toList(), job -> job.share("big"));
            jobs.enqueueAll(
                    IntStream.range(0, 3).mapToObj(number -> new Gated("a")).toList(), job -> job.share("a"));
            jobs.enqueueAll(
                    IntStream.range(0, 3).mapToObj(number -> new Gated("none")).toList());
            GATE.release(1_000);
            try (ConfigurableApplicationContext worker =
                    start(Application.class, access, "baton.queues.gated.concurrency=1")) {
                drain(worker);
            }
        }
        List<String> ran = List.copyOf(RAN);
        assertThat(ran).hasSize(66);
        assertThat(ran.subList(0, 30))
                .as("among the first")
                .contains("a", "none")
                .filteredOn("a"::equals)
                .hasSize(3);
    }

    @Test
    void a_label_names_the_share_and_operators_see_and_change_it() {
        DatabaseAccess access = TestDatabase.POSTGRES.freshAccess();
        try (ConfigurableApplicationContext context = start(
                Sending.class,
                access,
                "baton.worker.enabled=false",
                "baton.queues.gated.fair-by=tenant",
                "baton.queues.gated.weights.acme=3")) {
            Jobs jobs = context.getBean(Jobs.class);
            Shares shares = context.getBean(Shares.class);
            JobId first = jobs.enqueue(new Gated("acme"), job -> job.label("tenant", "acme"))
                    .id();
            jobs.enqueue(new Gated("acme"), job -> job.label("tenant", "acme"));
            jobs.enqueue(new Gated("other"), job -> job.share("other/1"));
            jobs.enqueue(new Gated("none"));
            assertThat(jobs.find(first).orElseThrow().share()).isEqualTo("acme");
            assertThat(shares.list("gated"))
                    .extracting(ShareDetails::name, ShareDetails::ready, ShareDetails::weight)
                    .containsExactly(tuple("acme", 2L, null), tuple("other", 1L, null));
            shares.setWeight("gated", "acme", 7);
            shares.setWeight("gated", "acme", 8);
            shares.pause("gated", "other");
            assertThat(shares.list("gated"))
                    .extracting(ShareDetails::name, ShareDetails::weight, ShareDetails::paused)
                    .containsExactly(tuple("acme", 8, false), tuple("other", null, true));
            assertThat(shares.resetWeight("gated", "acme")).isTrue();
            assertThat(shares.resetWeight("gated", "acme")).isFalse();
            assertThat(shares.resume("gated", "other")).isTrue();
            assertThat(shares.resume("gated", "other")).isFalse();
            assertThat(jobs.counts()).singleElement().satisfies(count -> {
                assertThat(count.queue()).isEqualTo("gated");
                assertThat(count.count()).isEqualTo(4);
            });
            assertThat(context.getBean(Diagnostics.class).queue("gated").reasons())
                    .isNotEmpty();
            assertThat(jobs.cancelAll(JobFilter.all().share("gated", "acme"))).isEqualTo(2);
        }
    }

    @Test
    void a_paused_share_waits_and_says_so() throws InterruptedException {
        DatabaseAccess access = TestDatabase.POSTGRES.freshAccess();
        GATE.release(1_000);
        try (ConfigurableApplicationContext sender = start(Application.class, access, "baton.worker.enabled=false")) {
            Jobs jobs = sender.getBean(Jobs.class);
            Shares shares = sender.getBean(Shares.class);
            shares.pause("gated", "acme");
            JobId paused =
                    jobs.enqueue(new Gated("acme"), job -> job.share("acme/1")).id();
            JobId other = jobs.enqueue(new Gated("b"), job -> job.share("b")).id();
            try (ConfigurableApplicationContext worker = start(Application.class, access)) {
                await().atMost(LIMIT).until(() -> jobs.find(other).orElseThrow().state() == JobState.COMPLETED);
                assertThat(jobs.find(paused).orElseThrow().state()).isEqualTo(JobState.READY);
                assertThat(worker.getBean(Diagnostics.class).job(paused).reasons())
                        .extracting(Diagnosis.Reason::text)
                        .anyMatch(
                                finding -> finding.startsWith("The share \"acme/1\" of the queue \"gated\" is paused"));
                shares.resume("gated", "acme");
                drain(worker);
            }
            jobs.pause("gated");
            JobId waiting = jobs.enqueue(new Gated("c"), job -> job.share("c")).id();
            assertThat(sender.getBean(Diagnostics.class).job(waiting).reasons())
                    .extracting(Diagnosis.Reason::cause)
                    .contains(Diagnosis.Cause.QUEUE_PAUSED);
        }
    }

    @Test
    void what_cannot_be_a_share_is_refused() {
        try (ConfigurableApplicationContext context = start(Sending.class, TestDatabase.H2.freshAccess())) {
            Jobs jobs = context.getBean(Jobs.class);
            Shares shares = context.getBean(Shares.class);
            for (String wrong :
                    List.of("", " ", "a/", "/a", "a/b/c", "a\u0001b", "x".repeat(10_000), "x".repeat(201))) {
                assertThatThrownBy(() -> jobs.enqueue(new Gated("a"), job -> job.share(wrong)))
                        .isInstanceOf(BatonException.class)
                        .hasMessageContaining("share");
            }
            assertThatThrownBy(() -> jobs.enqueue(new Mail("", 1)))
                    .isInstanceOf(BatonException.class)
                    .hasMessageContaining("fairBy");
            assertThatThrownBy(() -> shares.setWeight("gated", "a", 0)).hasMessageContaining("from 1 to 1000");
            assertThatThrownBy(() -> shares.setWeight("gated", "a/b", 2)).hasMessageContaining("part");
        }
        assertThatThrownBy(
                        () -> start(Sending.class, TestDatabase.H2.freshAccess(), "baton.queues.gated.weights.acme=0"))
                .hasStackTraceContaining("baton.queues.gated.weights.acme");
        assertThatThrownBy(() -> start(Sending.class, TestDatabase.H2.freshAccess(), "baton.queues.gated.reserve=10"))
                .hasStackTraceContaining("baton.queues.gated.reserve");
    }

    /** At most two of the tenant's jobs run at once, though its share has places. */
    @Test
    void a_limit_with_a_key_caps_a_share() throws InterruptedException {
        DatabaseAccess access = TestDatabase.POSTGRES.freshAccess();
        try (ConfigurableApplicationContext context =
                start(Application.class, access, "baton.semaphores.tenants=2", "baton.queues.mails.concurrency=10")) {
            Jobs jobs = context.getBean(Jobs.class);
            jobs.enqueueAll(
                    IntStream.range(0, 40)
                            .mapToObj(number -> new Mail("acme", 0))
                            .toList(),
                    job -> job.permits("tenants:acme"));
            drain(context);
            assertThat(MOST.get()).isLessThanOrEqualTo(2);
            assertThat(RAN).hasSize(40);
        }
    }
}
