package io.baton.once;

import static io.baton.testing.Applications.start;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.BatonDataSource;
import io.baton.BatonException;
import io.baton.InvalidPayloadException;
import io.baton.JobContext;
import io.baton.JobFilter;
import io.baton.JobHandler;
import io.baton.JobType;
import io.baton.Jobs;
import io.baton.Once;
import io.baton.OnceOptions;
import io.baton.OnceResult;
import io.baton.RowLockedException;
import io.baton.UnusableTransactionException;
import io.baton.once.jpa.JpaEntityLock;
import io.baton.once.mail.Assignment;
import io.baton.testing.DatabaseAccess;
import io.baton.testing.TestDatabase;
import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
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
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.core.env.Environment;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseBuilder;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseType;
import org.springframework.jdbc.support.JdbcTransactionManager;
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

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EntityScan(basePackageClasses = Assignment.class)
    static class Application {

        /** A slow machine needs longer for eight threads than applications wait. */
        @Bean
        static BeanPostProcessor patience(Environment environment) {
            return new BeanPostProcessor() {

                @Override
                public Object postProcessAfterInitialization(Object bean, String name) {
                    return bean instanceof JpaEntityLock lock
                            ? new JpaEntityLock(
                                    lock.entities(),
                                    lock.manager(),
                                    lock.database(),
                                    environment.getRequiredProperty("test.longest-lock-wait", Duration.class))
                            : bean;
                }
            };
        }

        private final Once once;
        private final JdbcTemplate sql;

        Application(Once once, JdbcTemplate sql) {
            this.once = once;
            this.sql = sql;
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

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EntityScan(basePackageClasses = Assignment.class)
    static class TwoSources {

        @Bean
        @Primary
        DataSource entities() {
            return new EmbeddedDatabaseBuilder()
                    .setType(EmbeddedDatabaseType.H2)
                    .generateUniqueName(true)
                    .build();
        }

        @Bean
        @BatonDataSource
        DataSource jobs() {
            return new EmbeddedDatabaseBuilder()
                    .setType(EmbeddedDatabaseType.H2)
                    .generateUniqueName(true)
                    .build();
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
                                Stream.of(
                                        "spring.jpa.hibernate.ddl-auto=update",
                                        "baton.worker.dead-after=2m",
                                        "test.longest-lock-wait=1m"),
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
            Once once = context.getBean(Once.class);
            inTransaction(context, () -> IntStream.range(0, 20).forEach(id -> entities.persist(new Assignment(id))));
            ExecutorService threads = Executors.newFixedThreadPool(8);
            List<Future<?>> all = new ArrayList<>();
            for (int thread = 0; thread < 8; thread++) {
                all.add(threads.submit(() -> IntStream.range(0, 20)
                        .forEach(id -> inTransaction(context, () -> {
                            assertThat(entities.find(Assignment.class, (long) id))
                                    .isNotNull();
                            once.underLock(
                                    Assignment.class,
                                    (long) id,
                                    assignment -> !assignment.isDelivered(),
                                    assignment -> {
                                        SENT.incrementAndGet();
                                        assignment.delivered();
                                    });
                        }))));
            }
            for (Future<?> each : all) {
                each.get(180, TimeUnit.SECONDS);
            }
            threads.shutdown();
            assertThat(SENT).hasValue(20);
            assertThat(once.underLock(Assignment.class, 7L, Assignment::isDelivered, assignment -> {}))
                    .isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void a_locked_row_is_reported_and_the_session_is_as_before(TestDatabase kind) throws Exception {
        try (ConfigurableApplicationContext context = application(
                kind.freshAccess(), "spring.datasource.hikari.maximum-pool-size=6", "test.longest-lock-wait=1s")) {
            EntityManager entities = context.getBean(EntityManager.class);
            Once once = context.getBean(Once.class);
            JdbcTemplate sql = context.getBean(JdbcTemplate.class);
            inTransaction(context, () -> entities.persist(new Assignment(1)));
            String before = lockWait(kind, sql);
            ExecutorService thread = Executors.newSingleThreadExecutor();
            inTransaction(context, () -> {
                sql.queryForList("SELECT id FROM assignment WHERE id = 1 FOR UPDATE");
                Future<?> other = thread.submit(
                        () -> assertThatThrownBy(() -> once.underLock(Assignment.class, 1L, each -> true, each -> {}))
                                .isInstanceOf(RowLockedException.class)
                                .hasMessageContaining("1000 ms"));
                assertThat(other).succeedsWithin(Duration.ofMinutes(2));
            });
            // a thread is given the connection that it used last, if that is free
            assertThat(thread.submit(() -> lockWait(kind, sql)))
                    .succeedsWithin(Duration.ofMinutes(2))
                    .isEqualTo(before);
            thread.shutdown();
            assertThat(lockWait(kind, sql)).isEqualTo(before);
            assertThat(once.underLock(Assignment.class, 1L, each -> true, Assignment::delivered))
                    .isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRES", "MARIADB"})
    @ExtendWith(OutputCaptureExtension.class)
    void a_change_that_fails_is_told_although_its_connection_is_cut(TestDatabase kind, CapturedOutput output) {
        try (ConfigurableApplicationContext context = application(kind.freshAccess())) {
            EntityManager entities = context.getBean(EntityManager.class);
            Once once = context.getBean(Once.class);
            JdbcTemplate sql = context.getBean(JdbcTemplate.class);
            inTransaction(context, () -> entities.persist(new Assignment(1)));
            String cut = kind == TestDatabase.POSTGRES
                    ? "SELECT pg_terminate_backend(pg_backend_pid())"
                    : "KILL CONNECTION_ID()";
            IllegalStateException failure = new IllegalStateException("not assigned");
            assertThatThrownBy(() -> once.underLock(Assignment.class, 1L, each -> true, each -> {
                        assertThatThrownBy(() -> sql.execute(cut)).isInstanceOf(DataAccessException.class);
                        throw failure;
                    }))
                    .isSameAs(failure);
        }
        assertThat(output).doesNotContain("overridden by rollback");
    }

    private static String lockWait(TestDatabase kind, JdbcTemplate sql) {
        return String.valueOf(sql.queryForObject(
                switch (kind) {
                    case POSTGRES -> "SELECT current_setting('lock_timeout')";
                    case H2 -> "SELECT LOCK_TIMEOUT()";
                    default -> "SELECT @@SESSION.innodb_lock_wait_timeout";
                },
                String.class));
    }

    @Test
    void an_entity_that_is_not_there_is_told() {
        try (ConfigurableApplicationContext context = application(TestDatabase.H2.freshAccess())) {
            Once once = context.getBean(Once.class);
            assertThatThrownBy(() -> once.underLock(Assignment.class, 9L, each -> true, each -> {}))
                    .isInstanceOf(BatonException.class)
                    .hasMessageContaining("Assignment with the id 9");
        }
    }

    @Test
    void an_entity_deleted_meanwhile_is_reported_like_a_missing_one() {
        try (ConfigurableApplicationContext context = application(TestDatabase.H2.freshAccess())) {
            EntityManager entities = context.getBean(EntityManager.class);
            Once once = context.getBean(Once.class);
            JdbcTemplate sql = context.getBean(JdbcTemplate.class);
            inTransaction(context, () -> entities.persist(new Assignment(9)));
            assertThatThrownBy(() -> inTransaction(context, () -> {
                        entities.find(Assignment.class, 9L);
                        CompletableFuture.runAsync(() -> sql.update("DELETE FROM assignment"))
                                .join();
                        once.underLock(Assignment.class, 9L, each -> true, each -> {});
                    }))
                    .isInstanceOf(BatonException.class)
                    .hasMessageContaining("Assignment with the id 9");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void a_read_only_transaction_is_refused_since_the_change_would_be_lost(TestDatabase kind) {
        try (ConfigurableApplicationContext context = application(kind.freshAccess())) {
            EntityManager entities = context.getBean(EntityManager.class);
            Once once = context.getBean(Once.class);
            inTransaction(context, () -> entities.persist(new Assignment(1)));
            TransactionTemplate readOnly = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
            readOnly.setReadOnly(true);
            assertThatThrownBy(() -> readOnly.execute(status ->
                            once.underLock(Assignment.class, 1L, each -> true, each -> SENT.incrementAndGet())))
                    .isInstanceOf(UnusableTransactionException.class)
                    .hasMessageContaining("read-only");
            assertThat(SENT).hasValue(0);
        }
    }

    @Test
    void a_transaction_of_another_data_source_is_refused_for_a_change() {
        try (ConfigurableApplicationContext context = application(TestDatabase.H2.freshAccess())) {
            EntityManager entities = context.getBean(EntityManager.class);
            Once once = context.getBean(Once.class);
            inTransaction(context, () -> entities.persist(new Assignment(1)));
            TransactionTemplate foreign = new TransactionTemplate(
                    new JdbcTransactionManager(new DriverManagerDataSource("jdbc:h2:mem:foreign")));
            assertThatThrownBy(() -> foreign.execute(status ->
                            once.underLock(Assignment.class, 1L, each -> true, each -> SENT.incrementAndGet())))
                    .isInstanceOf(UnusableTransactionException.class)
                    .hasMessageContaining("data source");
            assertThat(SENT).hasValue(0);
        }
    }

    @Test
    void what_is_no_entity_is_refused_by_its_name() {
        try (ConfigurableApplicationContext context = application(TestDatabase.H2.freshAccess())) {
            Once once = context.getBean(Once.class);
            assertThatThrownBy(() -> once.underLock(String.class, 1L, each -> true, each -> {}))
                    .isInstanceOf(BatonException.class)
                    .hasMessageContainingAll("java.lang.String", "entity", "Baton's data source");
        }
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
    void entities_of_another_data_source_than_batons_are_told() {
        try (ConfigurableApplicationContext context =
                start(TwoSources.class, TestDatabase.H2.freshAccess(), "baton.worker.enabled=false")) {
            Once once = context.getBean(Once.class);
            assertThatThrownBy(() -> once.underLock(Assignment.class, 9L, each -> true, each -> {}))
                    .isExactlyInstanceOf(BatonException.class)
                    .hasMessageContaining("Baton's data source");
        }
    }

    @Test
    void what_the_caller_changed_before_is_not_lost() {
        try (ConfigurableApplicationContext context = application(TestDatabase.H2.freshAccess())) {
            EntityManager entities = context.getBean(EntityManager.class);
            Once once = context.getBean(Once.class);
            inTransaction(context, () -> {
                Assignment fresh = new Assignment(1);
                entities.persist(fresh);
                fresh.delivered();
                assertThat(once.underLock(Assignment.class, 1L, Assignment::isDelivered, each -> {}))
                        .isTrue();
            });
        }
    }

    @Test
    void without_a_data_source_of_entities_it_says_so() {
        try (ConfigurableApplicationContext context = start(
                Application.class,
                TestDatabase.H2.freshAccess(),
                "spring.autoconfigure.exclude=org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration,"
                        + "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration")) {
            Once once = context.getBean(Once.class);
            assertThat(once.perform("a", key -> {})).isEqualTo(OnceResult.PERFORMED);
            assertThatThrownBy(() -> once.underLock(Assignment.class, 9L, each -> true, each -> {}))
                    .isInstanceOf(BatonException.class)
                    .hasMessageContaining("JPA");
            assertThat(context.getBean(DataSource.class)).isNotNull();
        }
    }
}
