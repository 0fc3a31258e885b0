package io.baton.permit;

import static io.baton.testing.Applications.start;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.baton.BatonException;
import io.baton.JobCount;
import io.baton.JobFilter;
import io.baton.JobHandler;
import io.baton.JobState;
import io.baton.JobType;
import io.baton.Jobs;
import io.baton.RequiresPermit;
import io.baton.Semaphores;
import io.baton.testing.DatabaseAccess;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Semaphores in whole applications: counted inside the handlers, whatever the tables say. */
class SemaphoresInApplicationTests {

    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final int CAPACITY = 3;

    /** The jobs of a worker that is taken for dead run twice at once. */
    private static final String PATIENT = "baton.worker.dead-after=1m";

    /** How many of a kind run, and how many did at once at most. */
    private record Gauge(AtomicInteger running, AtomicInteger most) {

        private static final Map<String, Gauge> ALL = new ConcurrentHashMap<>();

        static Gauge of(String name) {
            return ALL.computeIfAbsent(name, fresh -> new Gauge(new AtomicInteger(), new AtomicInteger()));
        }

        void run(Runnable work) {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            try {
                work.run();
            } finally {
                running.decrementAndGet();
            }
        }
    }

    private static volatile CountDownLatch full = new CountDownLatch(CAPACITY);

    @RequiresPermit("api")
    @JobType(name = "limited", queue = "limited")
    record Limited(int number) {}

    @RequiresPermit(value = "tenant", key = "#payload.tenant")
    @JobType(name = "keyed", queue = "limited")
    record Keyed(String tenant) {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        /** Runs until as many run as may. */
        @JobHandler
        void run(Limited payload) {
            Gauge.of("api").run(() -> {
                full.countDown();
                await().atMost(LIMIT).until(() -> full.getCount() == 0);
            });
        }

        @JobHandler
        void run(Keyed payload) {
            Gauge.of(payload.tenant()).run(Thread::yield);
        }
    }

    @JobType(name = "late", queue = "late")
    record Late() {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Limiting {

        @JobHandler
        @RequiresPermit("late")
        void run(Late payload) {
            Gauge.of("late").run(Thread::yield);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Sending {}

    @RequiresPermit("nobody")
    record Unlimited() {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Unknowing {

        @JobHandler
        void run(Unlimited payload) {
            throw new IllegalStateException("never stored");
        }
    }

    @BeforeEach
    void forget() {
        Gauge.ALL.clear();
        full = new CountDownLatch(CAPACITY);
    }

    private static void drain(ConfigurableApplicationContext context) throws InterruptedException {
        assertThat(context.getBean(Jobs.class).awaitDrained(JobFilter.all(), LIMIT))
                .as("all jobs have run")
                .isTrue();
    }

    private static int rows(DatabaseAccess access, String table) {
        JdbcTemplate sql =
                new JdbcTemplate(new DriverManagerDataSource(access.url(), access.user(), access.password()));
        Integer rows = sql.queryForObject("SELECT COUNT(*) FROM " + table, Integer.class);
        return rows == null ? 0 : rows;
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRES", "MARIADB", "H2"})
    void two_nodes_run_as_many_as_there_are_permits_never_more(TestDatabase kind) throws InterruptedException {
        DatabaseAccess access = kind.freshAccess();
        String[] properties = {"baton.semaphores.api=" + CAPACITY, "baton.semaphores.tenant=1", PATIENT};
        try (ConfigurableApplicationContext one = start(Application.class, access, properties);
                ConfigurableApplicationContext two = start(Application.class, access, properties)) {
            assertThat(two.isRunning()).isTrue();
            Jobs jobs = one.getBean(Jobs.class);
            jobs.enqueueAll(IntStream.range(0, 60).mapToObj(Limited::new).toList());
            IntStream.range(0, 30).forEach(number -> jobs.enqueue(new Keyed("t" + number % 3)));
            drain(one);

            assertThat(Gauge.of("api").most()).hasValue(CAPACITY);
            assertThat(List.of("t0", "t1", "t2"))
                    .allSatisfy(tenant -> assertThat(Gauge.of(tenant).most()).hasValue(1));
            assertThat(rows(access, "baton_permit")).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRES", "MARIADB", "H2"})
    void a_node_without_a_worker_enqueues_for_another_and_growing_starts_more(TestDatabase kind)
            throws InterruptedException {
        DatabaseAccess access = kind.freshAccess();
        try (ConfigurableApplicationContext web =
                        start(Application.class, access, "baton.worker.enabled=false", "baton.semaphores.api=0");
                ConfigurableApplicationContext worker =
                        start(Application.class, access, "baton.semaphores.tenant=1", PATIENT)) {
            assertThat(worker.isRunning()).isTrue();
            Jobs jobs = web.getBean(Jobs.class);
            new TransactionTemplate(web.getBean(PlatformTransactionManager.class))
                    .executeWithoutResult(status -> IntStream.range(0, 6).forEach(n -> jobs.enqueue(new Limited(n))));
            jobs.enqueue(new Keyed("t"));
            await().atMost(LIMIT).until(() -> Gauge.of("t").most().get() == 1);
            assertThat(jobs.counts()).contains(new JobCount("limited", JobState.BLOCKED, 6));
            Semaphores semaphores = web.getBean(Semaphores.class);
            semaphores.resize("api", CAPACITY);
            drain(web);

            assertThat(Gauge.of("api").most()).hasValue(CAPACITY);
            assertThat(semaphores.inspect("api").orElseThrow().held()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(names = "H2")
    void a_semaphore_that_nobody_defined_fails_the_start_and_the_enqueue(TestDatabase kind) {
        DatabaseAccess access = kind.freshAccess();
        assertThatThrownBy(() -> start(Unknowing.class, access).close())
                .rootCause()
                .hasMessageContaining("nobody");
        try (ConfigurableApplicationContext web = start(Unknowing.class, access, "baton.worker.enabled=false")) {
            Jobs jobs = web.getBean(Jobs.class);
            assertThatThrownBy(() -> jobs.enqueue(new Unlimited()))
                    .isInstanceOf(BatonException.class)
                    .hasMessageContaining("baton.semaphores.nobody");
            web.getBean(Semaphores.class).define("nobody", 1);
            jobs.enqueue(new Unlimited());
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRES", "MARIADB", "H2"})
    void a_job_stored_without_its_permits_waits_for_them_all_the_same(TestDatabase kind) throws InterruptedException {
        DatabaseAccess access = kind.freshAccess();
        try (ConfigurableApplicationContext web = start(Sending.class, access, "baton.worker.enabled=false")) {
            Jobs jobs = web.getBean(Jobs.class);
            jobs.enqueue(new Late());
            jobs.enqueue(new Late());
            try (ConfigurableApplicationContext worker =
                    start(Limiting.class, access, "baton.semaphores.late=0", PATIENT)) {
                JobCount both = new JobCount("late", JobState.BLOCKED, 2);
                await().atMost(LIMIT)
                        .untilAsserted(() -> assertThat(jobs.counts()).containsExactly(both));
                assertThat(Gauge.of("late").most()).hasValue(0);
                worker.getBean(Semaphores.class).resize("late", 1);
                drain(web);
            }
            assertThat(Gauge.of("late").most()).hasValue(1);
        }
    }
}
