package io.baton.batch;

import static io.baton.testing.Applications.start;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.Batch;
import io.baton.BatchId;
import io.baton.BatchState;
import io.baton.Batches;
import io.baton.Job;
import io.baton.JobContext;
import io.baton.JobFilter;
import io.baton.JobHandler;
import io.baton.JobState;
import io.baton.JobType;
import io.baton.Jobs;
import io.baton.Partition;
import io.baton.RequiresPermit;
import io.baton.testing.DatabaseAccess;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Batches and partitions in whole applications: counted inside the handlers, whatever the tables say. */
class BatchesInApplicationTests {

    private static final Duration LIMIT = Duration.ofMinutes(5);

    private static final Collection<Integer> ENDED = new ConcurrentLinkedQueue<>();
    private static final Collection<Integer> ENDED_BEFORE_CALLBACK = new ConcurrentLinkedQueue<>();
    private static final Collection<String> CALLBACKS = new ConcurrentLinkedQueue<>();
    private static final Set<BatchId> BATCHES = ConcurrentHashMap.newKeySet();
    private static final Collection<Long> PUSHED = new ConcurrentLinkedQueue<>();
    private static final Collection<Partition> PARTITIONS = new ConcurrentLinkedQueue<>();

    @JobType(name = "single", queue = "items")
    record Single(int number) {}

    @JobType(name = "written", queue = "items")
    record Written(int number) {}

    @JobType(name = "listed", queue = "items")
    record Listed(int number) {}

    @RequiresPermit("api")
    @JobType(name = "limited", queue = "items")
    record Limited(int number) {}

    @JobType(name = "done", queue = "done")
    record Done(String what) {}

    @RequiresPermit("api")
    @JobType(name = "limited-done", queue = "done")
    record LimitedDone(String what) {}

    @JobType(name = "push", queue = "push")
    record Push(int users) {}

    @JobType(name = "broken", queue = "items", priority = 9)
    record Broken() {}

    private static volatile boolean mended;

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @JobHandler
        void run(Single payload, JobContext job) {
            job.batchId().ifPresent(BATCHES::add);
            if (payload.number() % 10 == 0 && job.attempt() == 1) {
                throw new IllegalStateException("again");
            }
            ENDED.add(payload.number());
        }

        @JobHandler(transactional = true)
        void run(Written payload) {
            ENDED.add(payload.number());
        }

        @JobHandler
        void run(List<Job<Listed>> jobs) {
            jobs.forEach(job -> ENDED.add(job.payload().number()));
        }

        @JobHandler
        void run(Limited payload) {
            ENDED.add(payload.number());
        }

        @JobHandler(maxAttempts = 1)
        void run(Broken payload) {
            if (!mended) {
                throw new IllegalStateException("broken");
            }
        }

        @JobHandler
        void run(Done payload) {
            ENDED_BEFORE_CALLBACK.add(ENDED.size());
            CALLBACKS.add(payload.what());
        }

        @JobHandler
        void run(LimitedDone payload) {
            CALLBACKS.add(payload.what());
        }

        @JobHandler
        void run(Push payload, Partition partition, JobContext job) {
            assertThat(job.batchId()).isPresent();
            PARTITIONS.add(partition);
            LongStream.range(0, payload.users()).filter(partition::owns).forEach(PUSHED::add);
        }
    }

    @BeforeEach
    void forget() {
        List.of(ENDED, ENDED_BEFORE_CALLBACK, CALLBACKS, PUSHED, PARTITIONS).forEach(Collection::clear);
        BATCHES.clear();
        mended = false;
    }

    private static ConfigurableApplicationContext application(DatabaseAccess access, String... properties) {
        return start(
                Application.class,
                access,
                Stream.concat(
                                Stream.of(
                                        "baton.retry.delay=0s", "baton.worker.dead-after=2m", "baton.semaphores.api=2"),
                                Stream.of(properties))
                        .toArray(String[]::new));
    }

    private static void await(Batch batch, BatchState state) {
        Awaitility.await().atMost(LIMIT).until(() -> batch.status().state() == state);
    }

    private static void drain(ConfigurableApplicationContext context) throws InterruptedException {
        assertThat(context.getBean(Jobs.class).awaitDrained(JobFilter.all(), LIMIT))
                .as("all jobs have run")
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource(
            value = TestDatabase.class,
            names = {"H2", "POSTGRES", "MARIADB"})
    void the_callback_runs_once_and_after_all_others(TestDatabase database) throws Exception {
        DatabaseAccess access = database.freshAccess();
        try (ConfigurableApplicationContext one = application(access);
                ConfigurableApplicationContext other = application(access)) {
            Batch batch = one.getBean(Batches.class).open("fan-out");
            batch.onComplete(new Done("all"));
            batch.onDead(new Done("dead"));
            batch.addJobs(IntStream.range(0, 60).mapToObj(Single::new));
            batch.addJobs(IntStream.range(60, 100).mapToObj(Written::new));
            batch.addJobs(IntStream.range(100, 160).mapToObj(Listed::new));
            Batch found = other.getBean(Batches.class).find("fan-out").orElseThrow();
            found.addJobs(IntStream.range(160, 200).mapToObj(Limited::new));
            found.seal();
            drain(one);

            assertThat(batch.status().complete()).isTrue();
            assertThat(batch.status().items()).isEqualTo(200);
            assertThat(CALLBACKS).containsExactly("all");
            assertThat(ENDED_BEFORE_CALLBACK).containsExactly(200);
            assertThat(ENDED)
                    .containsExactlyInAnyOrderElementsOf(
                            IntStream.range(0, 200).boxed().toList());
            assertThat(BATCHES).containsExactly(batch.id());
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = TestDatabase.class,
            names = {"H2", "POSTGRES", "MARIADB"})
    void a_callback_that_needs_a_permit_waits_for_that_as_well(TestDatabase database) throws Exception {
        try (ConfigurableApplicationContext context = application(database.freshAccess())) {
            Batch batch = context.getBean(Batches.class).open();
            batch.onComplete(new LimitedDone("limited"));
            batch.addJob(new Single(1));
            batch.seal();
            drain(context);

            assertThat(CALLBACKS).containsExactly("limited");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = TestDatabase.class,
            names = {"H2", "POSTGRES", "MARIADB"})
    void a_dead_job_stops_it_until_it_is_revived(TestDatabase database) throws Exception {
        try (ConfigurableApplicationContext context = application(database.freshAccess())) {
            Jobs jobs = context.getBean(Jobs.class);
            Batch batch = context.getBean(Batches.class).open();
            batch.onComplete(new Done("all"));
            batch.onDead(new Done("dead"));
            batch.addJob(new Broken());
            batch.addJob(new Single(1));
            batch.seal();
            await(batch, BatchState.STUCK);
            Awaitility.await().atMost(LIMIT).until(() -> CALLBACKS.contains("dead"));
            assertThat(CALLBACKS).containsExactly("dead");

            mended = true;
            assertThat(jobs.reviveAll(JobFilter.all().state(JobState.DEAD))).isEqualTo(1);
            drain(context);
            assertThat(batch.status().complete()).isTrue();
            assertThat(CALLBACKS).containsExactly("dead", "all");
        }
    }

    /** Whoever runs no jobs tells those that do. */
    @ParameterizedTest
    @EnumSource(
            value = TestDatabase.class,
            names = {"H2", "POSTGRES", "MARIADB"})
    void a_node_without_a_worker_acknowledges_within_a_transaction(TestDatabase database) throws Exception {
        DatabaseAccess access = database.freshAccess();
        try (ConfigurableApplicationContext sender = application(access, "baton.worker.enabled=false");
                ConfigurableApplicationContext worker = application(access)) {
            Batches batches = sender.getBean(Batches.class);
            TransactionTemplate transaction = new TransactionTemplate(sender.getBean(PlatformTransactionManager.class));
            Batch batch = batches.open();
            batch.onComplete(new Done("elsewhere"));
            List<String> items = batch.addItems(10_000).ids().toList();
            batch.seal();
            transaction.executeWithoutResult(tx -> batches.ack(items));
            drain(worker);

            assertThat(CALLBACKS).containsExactly("elsewhere");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = TestDatabase.class,
            names = {"H2", "POSTGRES", "MARIADB"})
    void partitions_share_a_list(TestDatabase database) throws Exception {
        try (ConfigurableApplicationContext context = application(database.freshAccess())) {
            Jobs jobs = context.getBean(Jobs.class);
            Batch pushed = jobs.enqueuePartitioned(new Push(25_000), 8, options -> {});
            await(pushed, BatchState.COMPLETE);

            assertThat(PARTITIONS).hasSize(8).allMatch(partition -> partition.count() == 8);
            assertThat(PUSHED).hasSize(25_000).doesNotHaveDuplicates();
            PUSHED.clear();
            await(jobs.enqueuePartitioned(new Push(1_000), 3), BatchState.COMPLETE);
            assertThat(PUSHED).hasSize(1_000).doesNotHaveDuplicates();
            PUSHED.clear();
            PARTITIONS.clear();
        }
    }
}
