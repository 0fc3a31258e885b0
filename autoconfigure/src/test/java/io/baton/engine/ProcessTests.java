package io.baton.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.JobFilter;
import io.baton.Jobs;
import io.baton.engine.Grains.Boulder;
import io.baton.engine.Grains.Grain;
import io.baton.engine.Grains.Rubble;
import io.baton.engine.Grains.SafeGrain;
import io.baton.testing.DatabaseAccess;
import io.baton.testing.TestDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/** What only processes show: they share work without knowing each other, and they die. */
class ProcessTests {

    private static final Duration LIMIT = Duration.ofMinutes(10);

    /** For a process that nobody is to take for dead, however slow the machine is. */
    private static final String PATIENT = "baton.worker.dead-after=60s";

    /** This JVM's part: it enqueues and looks on. */
    private static final class Onlooker implements AutoCloseable {

        final Jobs jobs;
        final JdbcTemplate sql;
        private final ConfigurableApplicationContext context;

        Onlooker(DatabaseAccess access) {
            context = SpringApplication.run(
                    WorkerMain.class,
                    Node.arguments("onlooker", access, Node.withoutJpa(), "baton.worker.enabled=false"));
            jobs = context.getBean(Jobs.class);
            sql = new JdbcTemplate(context.getBean(HikariDataSource.class));
            sql.execute(Grains.TABLE);
        }

        int count(String what) {
            Integer count = sql.queryForObject("SELECT " + what, Integer.class);
            return count == null ? 0 : count;
        }

        void awaitDrained() throws InterruptedException {
            assertThat(jobs.awaitDrained(JobFilter.all(), LIMIT)).isTrue();
        }

        @Override
        public void close() {
            context.close();
        }
    }

    @Test
    void four_processes_run_each_of_20000_jobs_once() throws Exception {
        DatabaseAccess access = TestDatabase.POSTGRES.freshAccess();
        try (Onlooker onlooker = new Onlooker(access);
                ChildJvm first = ChildJvm.worker("first", access, "grain.party=4", PATIENT);
                ChildJvm second = ChildJvm.worker("second", access, "grain.party=4", PATIENT);
                ChildJvm third = ChildJvm.worker("third", access, "grain.party=4", PATIENT);
                ChildJvm fourth = ChildJvm.worker("fourth", access, "grain.party=4", PATIENT)) {
            onlooker.jobs.enqueueAll(IntStream.range(0, 20_000).mapToObj(Grain::new));
            List.of(first, second, third, fourth).forEach(ChildJvm::awaitReady);

            onlooker.awaitDrained();

            assertThat(onlooker.count("count(*) FROM grain")).isEqualTo(20_000);
            assertThat(onlooker.count("count(DISTINCT number) FROM grain")).isEqualTo(20_000);
            assertThat(onlooker.count("count(DISTINCT process) FROM grain")).isEqualTo(4);
            assertThat(onlooker.count("count(*) FROM baton_job_history WHERE state = 4 AND attempt = 1"))
                    .isEqualTo(20_000);
        }
    }

    @Test
    void what_a_killed_process_held_runs_elsewhere() throws Exception {
        DatabaseAccess access = TestDatabase.POSTGRES.freshAccess();
        try (Onlooker onlooker = new Onlooker(access);
                ChildJvm victim = ChildJvm.worker("victim", access, "grain.holding=true")) {
            victim.awaitReady();
            IntStream.range(0, 10).forEach(i -> onlooker.jobs.enqueue(i % 2 == 0 ? new Grain(i) : new SafeGrain(i)));
            EngineOnDatabase.await()
                    .until(() -> onlooker.count("count(*) FROM baton_job WHERE state = 2") == 10
                            && onlooker.count("count(*) FROM grain") == 5);

            victim.kill();
            try (ChildJvm survivor = ChildJvm.worker("survivor", access)) {
                survivor.awaitReady();
                onlooker.awaitDrained();
            }

            assertThat(onlooker.count("count(*) FROM baton_job_history WHERE state = 4"))
                    .isEqualTo(10);
            assertThat(onlooker.count("count(*) FROM grain WHERE process = 'survivor'"))
                    .isEqualTo(10);
            for (int i = 0; i < 10; i++) {
                assertThat(onlooker.count("count(*) FROM grain WHERE number = " + i))
                        .as("effects of the %s job %d", i % 2 == 0 ? "plain" : "transactional", i)
                        .isEqualTo(i % 2 == 0 ? 2 : 1);
            }
        }
    }

    @Test
    void a_process_that_is_killed_amid_many_jobs_loses_none() throws Exception {
        DatabaseAccess access = TestDatabase.POSTGRES.freshAccess();
        try (Onlooker onlooker = new Onlooker(access);
                ChildJvm victim = ChildJvm.worker("victim", access);
                ChildJvm survivor = ChildJvm.worker("survivor", access)) {
            victim.awaitReady();
            survivor.awaitReady();
            onlooker.jobs.enqueueAll(IntStream.range(0, 5_000).mapToObj(SafeGrain::new));
            EngineOnDatabase.await().until(() -> onlooker.count("count(*) FROM grain WHERE process = 'victim'") > 50);

            victim.kill();
            onlooker.awaitDrained();

            assertThat(onlooker.count("count(*) FROM grain")).isEqualTo(5_000);
            assertThat(onlooker.count("count(DISTINCT number) FROM grain")).isEqualTo(5_000);
            assertThat(onlooker.count("count(*) FROM baton_job_history WHERE state = 4"))
                    .isEqualTo(5_000);
        }
    }

    @Test
    void two_processes_share_the_work_in_one_H2_file(@TempDir Path directory) throws Exception {
        DatabaseAccess access =
                new DatabaseAccess("jdbc:h2:async:" + directory.resolve("jobs") + ";AUTO_SERVER=TRUE", "sa", "");
        try (Onlooker onlooker = new Onlooker(access);
                ChildJvm first = ChildJvm.worker("first", access, "grain.party=2", PATIENT);
                ChildJvm second = ChildJvm.worker("second", access, "grain.party=2", PATIENT)) {
            first.awaitReady();
            second.awaitReady();

            onlooker.jobs.enqueueAll(IntStream.range(0, 1_000).mapToObj(Grain::new));
            onlooker.jobs.enqueueAll(IntStream.range(1_000, 2_000).mapToObj(SafeGrain::new));
            onlooker.awaitDrained();

            assertThat(onlooker.count("count(*) FROM grain")).isEqualTo(2_000);
            assertThat(onlooker.count("count(DISTINCT number) FROM grain")).isEqualTo(2_000);
            assertThat(onlooker.count("count(DISTINCT process) FROM grain")).isEqualTo(2);
        }
    }

    /** Its heap has room for a few of them, and it must never run out of it. */
    @Test
    void three_hundred_megabyte_payloads_run_in_a_process_of_256_megabytes() throws Exception {
        DatabaseAccess access = TestDatabase.POSTGRES.freshAccess();
        String ballast = "x".repeat(1_000_000);
        try (Onlooker onlooker = new Onlooker(access)) {
            onlooker.jobs.enqueueAll(IntStream.range(0, 150).mapToObj(number -> new Boulder(number, ballast)));
            onlooker.jobs.enqueueAll(IntStream.range(150, 300).mapToObj(number -> new Rubble(number, ballast)));
            try (ChildJvm small = ChildJvm.start(
                    WorkerMain.class, "small", List.of("-Xmx256m", "-XX:+ExitOnOutOfMemoryError"), access, PATIENT)) {
                small.awaitReady();
                onlooker.awaitDrained();
            }
            assertThat(onlooker.count("count(DISTINCT number) FROM grain")).isEqualTo(300);
            assertThat(onlooker.count("count(*) FROM baton_job_history WHERE state = 4 AND attempt = 1"))
                    .isEqualTo(300);
        }
    }

    @Test
    void a_million_jobs_are_enqueued_in_little_memory() {
        DatabaseAccess access = TestDatabase.POSTGRES.freshAccess();
        try (ChildJvm bulk = ChildJvm.start(
                BulkMain.class,
                "bulk",
                List.of("-Xmx128m"),
                access,
                "baton.worker.enabled=false",
                "grain.count=1000000")) {
            assertThat(bulk.awaitReady()).isEqualTo("1000000");
        }
    }
}
