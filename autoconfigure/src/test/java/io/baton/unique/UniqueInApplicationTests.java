package io.baton.unique;

import static io.baton.testing.Applications.start;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.Enqueued;
import io.baton.JobFilter;
import io.baton.JobHandler;
import io.baton.JobType;
import io.baton.Jobs;
import io.baton.RowLockedException;
import io.baton.testing.DatabaseAccess;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Unique jobs in whole applications, on two nodes. */
@Timeout(600)
class UniqueInApplicationTests {

    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final Set<Integer> SEEN = ConcurrentHashMap.newKeySet();
    private static final AtomicInteger RUNNING = new AtomicInteger();
    private static final AtomicInteger TOO_MANY = new AtomicInteger();
    private static final AtomicInteger RUNS = new AtomicInteger();

    private final ExecutorService threads = Executors.newCachedThreadPool();

    @JobType(name = "look", queue = "looks")
    record Look() {}

    @JobType(name = "file", queue = "files")
    record ProcessFile(int number) {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        private final JdbcTemplate sql;

        Application(JdbcTemplate sql) {
            this.sql = sql;
        }

        @JobHandler
        void look(Look look) {
            if (RUNNING.incrementAndGet() > 1) {
                TOO_MANY.incrementAndGet();
            }
            SEEN.addAll(sql.queryForList("SELECT number FROM wish", Integer.class));
            RUNS.incrementAndGet();
            RUNNING.decrementAndGet();
        }

        @JobHandler
        void process(ProcessFile file) {
            RUNS.incrementAndGet();
        }
    }

    @BeforeEach
    void forget() {
        SEEN.clear();
        RUNNING.set(0);
        TOO_MANY.set(0);
        RUNS.set(0);
    }

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    private static ConfigurableApplicationContext application(DatabaseAccess access) {
        return start(Application.class, access, "baton.worker.poll-interval=100ms", "baton.worker.dead-after=2m");
    }

    /** Whoever is told that a waiting job stands for the new one relies on it to see what the caller has written. */
    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void no_request_is_lost(TestDatabase kind) throws Exception {
        DatabaseAccess access = kind.freshAccess();
        try (ConfigurableApplicationContext one = application(access);
                ConfigurableApplicationContext other = application(access)) {
            JdbcTemplate sql = one.getBean(JdbcTemplate.class);
            sql.execute("CREATE TABLE wish (number integer NOT NULL PRIMARY KEY)");
            List<Future<Set<Integer>>> callers = new ArrayList<>();
            for (int caller = 0; caller < 4; caller++) {
                ConfigurableApplicationContext node = caller % 2 == 0 ? one : other;
                int first = caller * 50;
                callers.add(threads.submit(() -> requests(node, first)));
            }
            Set<Integer> relied = new HashSet<>();
            for (Future<Set<Integer>> caller : callers) {
                relied.addAll(caller.get(180, TimeUnit.SECONDS));
            }
            Jobs jobs = one.getBean(Jobs.class);
            assertThat(jobs.awaitDrained(JobFilter.all(), LIMIT)).isTrue();
            assertThat(SEEN).containsAll(relied);
            // an end beside the last enqueue leaves the key to the next one
            assertThat(jobs.enqueue(new Look(), job -> job.uniqueUntilFinished("look"))
                            .isCreated())
                    .isTrue();
            assertThat(jobs.awaitDrained(JobFilter.all(), LIMIT)).isTrue();
            assertThat(TOO_MANY).as("at once").hasValue(0);
            assertThat(sql.queryForList("SELECT unique_key FROM baton_unique")).isEmpty();
        }
    }

    private static Set<Integer> requests(ConfigurableApplicationContext node, int first) {
        Jobs jobs = node.getBean(Jobs.class);
        JdbcTemplate sql = node.getBean(JdbcTemplate.class);
        TransactionTemplate transaction = new TransactionTemplate(node.getBean(PlatformTransactionManager.class));
        Set<Integer> relied = new HashSet<>();
        for (int wish = first; wish < first + 50; wish++) {
            int number = wish;
            Enqueued.Outcome outcome = transaction.execute(status -> {
                sql.update("INSERT INTO wish (number) VALUES (?)", number);
                return jobs.enqueue(new Look(), job -> job.uniqueUntilFinished("look"))
                        .outcome();
            });
            if (outcome != Enqueued.Outcome.RUNNING) {
                relied.add(wish);
            }
        }
        return relied;
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void a_file_is_processed_once_on_a_business_day(TestDatabase kind) throws Exception {
        DatabaseAccess access = kind.freshAccess();
        List<ProcessFile> files =
                IntStream.range(0, 500).mapToObj(ProcessFile::new).toList();
        LocalDate day = LocalDate.of(2026, 11, 22);
        try (ConfigurableApplicationContext one = application(access);
                ConfigurableApplicationContext other = application(access)) {
            List<Future<Long>> nightly = new ArrayList<>();
            for (ConfigurableApplicationContext node : List.of(one, other, one)) {
                nightly.add(threads.submit(() -> enqueue(node, files, day)));
            }
            long stored = 0;
            for (Future<Long> each : nightly) {
                stored += each.get(180, TimeUnit.SECONDS);
            }
            assertThat(stored).isEqualTo(500);
            Jobs jobs = one.getBean(Jobs.class);
            assertThat(jobs.awaitDrained(JobFilter.all(), LIMIT)).isTrue();
            assertThat(RUNS).hasValue(500);
            assertThat(enqueue(other, files, day)).isZero();
            assertThat(enqueue(one, files, day.plusDays(1))).isEqualTo(500);
            assertThat(jobs.awaitDrained(JobFilter.all(), LIMIT)).isTrue();
            assertThat(RUNS).hasValue(1_000);
        }
    }

    /** Tries again as the exception says: on a busy machine another caller may hold the keys for longer than an enqueue waits. */
    private static long enqueue(ConfigurableApplicationContext node, List<ProcessFile> files, LocalDate day) {
        for (int time = 1; ; time++) {
            try {
                return node.getBean(Jobs.class)
                        .enqueueAll(files, (file, job) -> job.uniqueOn("file:" + file.number(), day));
            } catch (RowLockedException e) {
                if (time == 20) {
                    throw e;
                }
            }
        }
    }
}
