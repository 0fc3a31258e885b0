package io.baton.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.Batch;
import io.baton.BatonException;
import io.baton.JobHandler;
import io.baton.JobId;
import io.baton.JobListener;
import io.baton.JobRun;
import io.baton.JobState;
import io.baton.JobType;
import io.baton.RequiresPermit;
import io.baton.RunOutcome;
import io.baton.testing.OnEachDatabase;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** An engine without Spring Boot and without any context. */
@Timeout(180)
@OnEachDatabase({TestDatabase.H2, TestDatabase.POSTGRES})
class BatonEngineTests {

    private final HikariDataSource dataSource;

    BatonEngineTests(TestDatabase kind) {
        dataSource = kind.freshDatabase();
    }

    @AfterEach
    void closePool() {
        dataSource.close();
    }

    @JobType(name = "mail")
    record Mail(int number) {}

    @JobType(name = "print")
    record Print(int number) {}

    @JobType(name = "store")
    record Store(int number) {}

    @JobType(name = "done")
    record Done() {}

    @JobType(name = "hold")
    record Hold(int number) {}

    static class Handlers implements JobListener {

        final Set<Integer> mails = ConcurrentHashMap.newKeySet();
        final Set<String> ended = ConcurrentHashMap.newKeySet();
        final AtomicInteger printing = new AtomicInteger();
        final AtomicInteger most = new AtomicInteger();
        final CountDownLatch done = new CountDownLatch(1);

        @JobHandler
        void send(Mail mail) {
            mails.add(mail.number());
        }

        @JobHandler
        @RequiresPermit("printer")
        void print(Print print) {
            most.accumulateAndGet(printing.incrementAndGet(), Math::max);
            printing.decrementAndGet();
        }

        @JobHandler
        void done(Done all) {
            done.countDown();
        }

        @Override
        public void ended(JobRun run, RunOutcome outcome, Duration duration) {
            ended.add(run.type() + " " + outcome);
        }
    }

    private static void awaitState(BatonEngine engine, JobId id, JobState state) {
        await().atMost(Duration.ofMinutes(1))
                .untilAsserted(() ->
                        assertThat(engine.jobs().find(id).orElseThrow().state()).isEqualTo(state));
    }

    @Test
    void it_runs_jobs_limits_and_batches_and_tells_listeners() throws Exception {
        Handlers handlers = new Handlers();
        try (BatonEngine engine = BatonEngine.builder(dataSource)
                .beans(handlers)
                .semaphore("printer", 1)
                .name("a")
                .build()) {
            engine.jobs().enqueueAll(IntStream.range(0, 20).mapToObj(Mail::new));
            assertThat(engine.jobs().counts()).isNotEmpty();
            engine.start();
            Batch batch = engine.batches().open();
            batch.addJobs(IntStream.range(0, 10).mapToObj(Print::new));
            batch.onComplete(new Done());
            batch.seal();
            handlers.done.await();
            await().untilAsserted(() -> assertThat(handlers.mails).hasSize(20));
            assertThat(handlers.most).hasValue(1);
            assertThat(handlers.ended).contains("mail COMPLETED", "print COMPLETED");
            assertThat(engine.semaphores().inspect("printer")).isPresent();
        }
    }

    @Test
    void it_can_be_stopped_and_started_again_until_it_is_closed() {
        Handlers handlers = new Handlers();
        BatonEngine engine = BatonEngine.builder(dataSource)
                .beans(handlers)
                .semaphore("printer", 1)
                .build();
        engine.start();
        engine.start();
        assertThat(engine.isRunning()).isTrue();
        engine.stop();
        JobId waits = engine.jobs().enqueue(new Mail(1)).id();
        assertThat(engine.isRunning()).isFalse();
        engine.start();
        awaitState(engine, waits, JobState.COMPLETED);
        engine.close();
        engine.close();
        assertThat(engine.isRunning()).isFalse();
        assertThat(dataSource.isClosed()).as("it is the application's").isFalse();
    }

    @Test
    void a_node_without_a_worker_enqueues_for_the_others() {
        try (BatonEngine client = BatonEngine.builder(dataSource).worker(false).build();
                BatonEngine other = BatonEngine.builder(dataSource)
                        .beans(new Handlers())
                        .semaphore("printer", 1)
                        .build()) {
            client.start();
            other.start();
            JobId id = client.jobs().enqueue(new Mail(1)).id();
            awaitState(client, id, JobState.COMPLETED);
        }
    }

    record Interrupted(CountDownLatch started) {

        @JobHandler
        void run(Hold work) throws InterruptedException {
            started.countDown();
            new CountDownLatch(1).await();
        }
    }

    static class Runs {

        @JobHandler
        void run(Hold work) {}
    }

    @Test
    void a_job_whose_node_is_closed_is_run_by_another() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        JobId id;
        try (BatonEngine first = BatonEngine.builder(dataSource)
                .beans(new Interrupted(started))
                .shutdownTimeout(Duration.ZERO)
                .build()) {
            first.start();
            id = first.jobs().enqueue(new Hold(1)).id();
            started.await();
        }
        try (BatonEngine second =
                BatonEngine.builder(dataSource).beans(new Runs()).build()) {
            second.start();
            awaitState(second, id, JobState.COMPLETED);
        }
    }

    class Stores {

        final JdbcTemplate sql = new JdbcTemplate(dataSource);

        @JobHandler(transactional = true)
        void store(Store row) {
            sql.update("INSERT INTO stored VALUES (?)", row.number());
        }
    }

    @Test
    void a_transactional_handler_needs_the_manager_of_its_transactions() {
        JdbcTemplate sql = new JdbcTemplate(dataSource);
        sql.execute("CREATE TABLE stored (number INT)");
        try (BatonEngine without =
                BatonEngine.builder(dataSource).beans(new Stores()).build()) {
            assertThatThrownBy(without::start).hasMessageContaining("transactional = true, but");
        }
        try (BatonEngine engine = BatonEngine.builder(dataSource)
                .beans(new Stores())
                .transactionManager(new JdbcTransactionManager(dataSource))
                .build()) {
            engine.start();
            awaitState(engine, engine.jobs().enqueue(new Store(7)).id(), JobState.COMPLETED);
            assertThat(sql.queryForList("SELECT number FROM stored", Integer.class))
                    .isEqualTo(List.of(7));
        }
    }

    @Test
    void an_option_that_does_not_fit_says_what_does() {
        BatonEngine.Builder builder = BatonEngine.builder(dataSource);
        assertThatThrownBy(() -> builder.concurrency(0))
                .isInstanceOf(BatonException.class)
                .hasMessage("The option concurrency is 0, but must be from 1 to 10000");
        assertThatThrownBy(() -> builder.queue("mails", 0)).hasMessageContaining("queue \"mails\" is 0");
        assertThatThrownBy(() -> builder.deadAfter(Duration.ofMillis(1))).hasMessageContaining("from a second");
        assertThatThrownBy(() -> builder.beans(new Handlers()).build().start())
                .hasMessageContaining("there is no semaphore of this name");
    }

    record Letter(int number) {}

    static class Named {

        final CountDownLatch ran = new CountDownLatch(1);

        @JobHandler(queue = "${mail.queue:letters}")
        void send(Letter letter) {
            ran.countDown();
        }
    }

    @Test
    void placeholders_are_those_of_the_context_or_their_defaults() throws Exception {
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
            context.getEnvironment()
                    .getPropertySources()
                    .addFirst(new MapPropertySource("test", Map.of("mail.queue", "post")));
            context.registerBean(Named.class);
            context.refresh();
            try (BatonEngine engine =
                    BatonEngine.builder(dataSource).beansOf(context).build()) {
                engine.start();
                engine.jobs().enqueue(new Letter(1));
                context.getBean(Named.class).ran.await();
                assertThat(engine.jobs()
                                .find(engine.jobs().enqueue(new Letter(2)).id())
                                .orElseThrow()
                                .queue())
                        .isEqualTo("post");
            }
        }
        Named named = new Named();
        try (BatonEngine engine = BatonEngine.builder(dataSource).beans(named).build()) {
            engine.start();
            engine.jobs().enqueue(new Letter(3));
            named.ran.await();
        }
    }

    @Test
    void a_refused_start_says_what_to_do_and_nothing_is_left() {
        assertThatThrownBy(() ->
                        BatonEngine.builder(dataSource).semaphore("printer", -1).build())
                .isInstanceOf(BatonException.class);
        assertThatThrownBy(() -> BatonEngine.builder(dataSource)
                        .beans(new Handlers())
                        .build()
                        .start())
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("Set baton.semaphores.printer");
        BatonEngine closed = BatonEngine.builder(dataSource).build();
        closed.close();
        closed.close();
        assertThatThrownBy(closed::start).hasMessageContaining("is closed");
        await().untilAsserted(() -> assertThat(
                        Thread.getAllStackTraces().keySet().stream().map(Thread::getName))
                .as("the pool of the engine that was refused is closed, and that of its start as well")
                .filteredOn(name -> name.startsWith("baton-claim"))
                .isEmpty());
    }

    @Test
    void an_enqueue_after_the_commit_of_a_given_manager_is_stored() {
        JdbcTransactionManager manager = new JdbcTransactionManager(dataSource);
        try (BatonEngine engine = BatonEngine.builder(dataSource).beans(manager).build()) {
            AtomicReference<JobId> enqueued = new AtomicReference<>();
            new TransactionTemplate(manager)
                    .executeWithoutResult(status ->
                            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

                                @Override
                                public void afterCommit() {
                                    enqueued.set(
                                            engine.jobs().enqueue(new Mail(1)).id());
                                    assertThat(new JdbcTemplate(new DriverManagerDataSource(
                                                            dataSource.getJdbcUrl(),
                                                            dataSource.getUsername(),
                                                            dataSource.getPassword()))
                                                    .queryForList("SELECT id FROM baton_job", Long.class))
                                            .hasSize(1);
                                }
                            }));
            assertThat(enqueued.get()).isNotNull();
        }
    }
}
