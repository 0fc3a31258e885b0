package io.baton.once;

import static io.baton.testing.Applications.start;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.InvalidPayloadException;
import io.baton.JobContext;
import io.baton.JobFilter;
import io.baton.JobHandler;
import io.baton.JobType;
import io.baton.Jobs;
import io.baton.Once;
import io.baton.OnceOptions;
import io.baton.OnceResult;
import io.baton.once.mail.Assignment;
import io.baton.testing.DatabaseAccess;
import io.baton.testing.TestDatabase;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** What is done once in whole applications: counted where it is done. */
@Timeout(300)
class OnceInApplicationTests {

    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final AtomicInteger SENT = new AtomicInteger();
    private static final Set<String> OWNERS = ConcurrentHashMap.newKeySet();
    private static final List<String> KEYS = new CopyOnWriteArrayList<>();
    private static volatile CountDownLatch end = new CountDownLatch(0);

    @JobType(name = "mail", queue = "mails")
    record Mail(int user) {}

    @JobType(name = "slow-mail", queue = "mails")
    record SlowMail(int user) {}

    @JobType(name = "deliver", queue = "deliveries")
    record Deliver(long assignment) {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EntityScan(basePackageClasses = Assignment.class)
    static class Application {

        private final Once once;
        private final JdbcTemplate sql;
        private final ObjectProvider<EntityManager> entities;

        Application(Once once, JdbcTemplate sql, ObjectProvider<EntityManager> entities) {
            this.once = once;
            this.sql = sql;
            this.entities = entities;
        }

        @JobHandler(transactional = true)
        void deliver(Deliver job) {
            Assignment assignment =
                    entities.getObject().find(Assignment.class, job.assignment(), LockModeType.PESSIMISTIC_WRITE);
            if (!assignment.isDelivered()) {
                SENT.incrementAndGet();
                assignment.delivered();
            }
        }

        @JobHandler
        void send(Mail mail, JobContext job) {
            once.perform("push:1:" + mail.user(), key -> {
                OWNERS.addAll(sql.queryForList(
                        "SELECT w.name FROM baton_once o JOIN baton_job j ON j.id = o.job_id JOIN baton_worker w ON w.id = j.worker_id"
                                + " WHERE o.once_key = ?",
                        String.class,
                        "push:1:" + mail.user()));
                SENT.incrementAndGet();
            });
        }

        private static void awaitEnd() {
            while (end.getCount() > 0) {
                LockSupport.parkNanos(10_000_000);
                Thread.interrupted();
            }
        }

        /** The first call of the action ignores its interruption. */
        @JobHandler(timeout = "2s", maxAttempts = 20)
        void send(SlowMail mail) {
            once.perform("slow:" + mail.user(), OnceOptions::skipWhileRunning, key -> {
                KEYS.add(key);
                if (KEYS.size() == 1) {
                    awaitEnd();
                }
            });
        }
    }

    @BeforeEach
    void forget() {
        SENT.set(0);
        OWNERS.clear();
        KEYS.clear();
    }

    private static ConfigurableApplicationContext application(DatabaseAccess access, String... properties) {
        return start(
                Application.class,
                access,
                Stream.concat(
                                Stream.of("spring.jpa.hibernate.ddl-auto=update", "baton.worker.dead-after=2m"),
                                Stream.of(properties))
                        .toArray(String[]::new));
    }

    private static void inTransaction(ConfigurableApplicationContext context, Runnable work) {
        new TransactionTemplate(context.getBean(PlatformTransactionManager.class))
                .executeWithoutResult(status -> work.run());
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void nobody_gets_two_mails_of_one_push(TestDatabase kind) throws InterruptedException {
        DatabaseAccess access = kind.freshAccess();
        try (ConfigurableApplicationContext one = application(access, "baton.worker.name=one");
                ConfigurableApplicationContext two = application(access, "baton.worker.name=two")) {
            Jobs jobs = one.getBean(Jobs.class);
            jobs.enqueueAll(IntStream.range(0, 300).mapToObj(number -> new Mail(number % 100)));
            assertThat(jobs.awaitDrained(JobFilter.all(), LIMIT)).isTrue();
            assertThat(two.isRunning()).isTrue();
        }
        assertThat(SENT).hasValue(100);
        assertThat(OWNERS).isSubsetOf("one", "two").isNotEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void an_action_of_an_abandoned_handler_is_performed_by_the_next_attempt(TestDatabase kind)
            throws InterruptedException {
        end = new CountDownLatch(1);
        try (ConfigurableApplicationContext context = application(kind.freshAccess())) {
            Jobs jobs = context.getBean(Jobs.class);
            jobs.enqueue(new SlowMail(7));
            try {
                assertThat(jobs.awaitDrained(JobFilter.all(), LIMIT)).isTrue();
                assertThat(context.getBean(Once.class).isDone("slow:7")).isTrue();
                assertThat(KEYS).hasSizeGreaterThan(1);
                assertThat(Set.copyOf(KEYS)).hasSize(1);
            } finally {
                end.countDown();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void a_row_that_was_read_before_is_read_again_under_its_lock(TestDatabase kind) throws Exception {
        try (ConfigurableApplicationContext context = application(kind.freshAccess())) {
            EntityManager entities = context.getBean(EntityManager.class);
            inTransaction(context, () -> IntStream.range(0, 20).forEach(id -> entities.persist(new Assignment(id))));
            ExecutorService threads = Executors.newFixedThreadPool(8);
            List<Future<?>> all = new ArrayList<>();
            for (int thread = 0; thread < 8; thread++) {
                all.add(threads.submit(() -> IntStream.range(0, 20)
                        .forEach(id -> inTransaction(context, () -> {
                            Assignment assignment = entities.find(Assignment.class, (long) id);
                            entities.refresh(assignment, LockModeType.PESSIMISTIC_WRITE);
                            if (!assignment.isDelivered()) {
                                SENT.incrementAndGet();
                                assignment.delivered();
                            }
                        }))));
            }
            for (Future<?> each : all) {
                each.get(180, TimeUnit.SECONDS);
            }
            threads.shutdown();
            assertThat(SENT).hasValue(20);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void one_of_many_jobs_changes_a_row_under_its_lock(TestDatabase kind) {
        try (ConfigurableApplicationContext context = application(kind.freshAccess())) {
            EntityManager entities = context.getBean(EntityManager.class);
            Jobs jobs = context.getBean(Jobs.class);
            inTransaction(context, () -> IntStream.range(0, 20).forEach(id -> entities.persist(new Assignment(id))));
            jobs.enqueueAll(IntStream.range(0, 100).mapToObj(number -> new Deliver(number % 20)));
            assertThat(jobs.awaitDrained(JobFilter.all(), LIMIT)).isTrue();
            assertThat(jobs.counts()).isEmpty();
        }
        assertThat(SENT).hasValue(20);
    }

    @Test
    void a_call_whose_outcome_cannot_be_kept_says_that_it_was_made() {
        try (ConfigurableApplicationContext context =
                application(TestDatabase.H2.freshAccess(), "baton.payload.max-size=1KB")) {
            Once once = context.getBean(Once.class);
            assertThatThrownBy(() -> once.call("large", String.class, key -> "x".repeat(2_000)))
                    .isInstanceOf(InvalidPayloadException.class)
                    .hasMessageContaining("baton.payload.max-size")
                    .hasMessageContaining("was made");
            assertThatThrownBy(() -> once.call("list", Object.class, key -> List.of(new Object())))
                    .isInstanceOf(InvalidPayloadException.class)
                    .hasMessageContaining("\"list\"")
                    .hasMessageContaining("was made");
        }
    }

    @Test
    void it_works_without_a_data_source_of_entities() {
        try (ConfigurableApplicationContext context = start(
                Application.class,
                TestDatabase.H2.freshAccess(),
                "spring.autoconfigure.exclude=org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration,"
                        + "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration")) {
            Once once = context.getBean(Once.class);
            assertThat(once.perform("a", key -> {})).isEqualTo(OnceResult.PERFORMED);
            assertThat(context.getBean(DataSource.class)).isNotNull();
        }
    }
}
