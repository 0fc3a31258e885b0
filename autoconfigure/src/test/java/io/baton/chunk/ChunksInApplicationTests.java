package io.baton.chunk;

import static io.baton.chunk.Walks.PEOPLE;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.Chunks;
import io.baton.JobContext;
import io.baton.JobDetails;
import io.baton.JobId;
import io.baton.JobRejectedException;
import io.baton.JobState;
import io.baton.chunk.Walks.Walk;
import io.baton.chunk.people.Greeting;
import io.baton.job.CurrentJob;
import io.baton.testing.Applications;
import io.baton.testing.DatabaseAccess;
import io.baton.testing.RecordedStatements;
import io.baton.testing.TestDatabase;
import jakarta.persistence.EntityManager;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Tables that whole applications walk through: no row is missed and none is done twice, whatever ends a run. */
@Timeout(300)
class ChunksInApplicationTests {

    private static final int MANY = 10_000;

    /** Lets the transaction end in an exception: before it commits, or only after it has. */
    private static void failAtCommit(boolean committed) {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void beforeCommit(boolean readOnly) {
                if (!committed) {
                    throw new IllegalStateException("the commit fails");
                }
            }

            @Override
            public void afterCommit() {
                throw new IllegalStateException("the commit is not answered");
            }
        });
    }

    /** As a sweeper does that takes the worker for dead. */
    private static void takeAway(Walks walks, JobContext job) {
        CompletableFuture.runAsync(() -> changeRow(walks, job)).join();
    }

    private static void changeRow(Walks walks, JobContext job) {
        walks.sql()
                .update(
                        "UPDATE baton_job SET state = 1, lock_id = NULL, worker_id = NULL WHERE id = ?",
                        job.id().value());
    }

    /** As a crash of the process does. */
    private static void loseConnection(Walks walks) {
        DataSource source = walks.context().getBean(DataSource.class);
        try {
            Connection ours = DataSourceUtils.getConnection(source);
            Connection lost = ours.unwrap(Connection.class);
            lost.abort(Runnable::run);
            lost.close(); // H2 aborts nothing
            // the pool does not see that by H2's error, nor asks a connection that was in use just now
            source.unwrap(HikariDataSource.class).evictConnection(ours);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Waits for the run to be interrupted, a moment after it is asked to stop, and takes no notice of it. */
    private static void untilStopped(JobContext job) {
        while (!Thread.interrupted()) {
            Thread.onSpinWait();
        }
        assertThat(job.isCancelled()).isTrue();
    }

    private static List<Long> numbers(long first, long last) {
        return LongStream.rangeClosed(first, last).boxed().toList();
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void every_row_is_handled_once_whatever_ends_the_runs(TestDatabase kind) throws InterruptedException {
        try (Walks walks = Walks.start(kind.freshAccess(), MANY)) {
            AtomicInteger portions = new AtomicInteger();
            AtomicInteger runs = new AtomicInteger();
            List<Long> rows = new CopyOnWriteArrayList<>();
            Walks.body = job -> {
                runs.incrementAndGet();
                rows.add(job.inChunks(PEOPLE, people -> {
                    assertThat(people).hasSize(1_000);
                    walks.handle(people, job);
                    switch (portions.incrementAndGet()) {
                        case 2 -> throw new IllegalStateException("in the middle");
                        case 4 -> failAtCommit(false);
                        case 6 -> failAtCommit(true);
                        case 8 -> takeAway(walks, job);
                        case 10 -> loseConnection(walks);
                        default -> {}
                    }
                }));
            };
            JobDetails job = walks.run(new Walk());
            walks.assertCompleted(job);
            walks.assertEachHandledOnce(MANY);
            assertThat(runs).hasValueGreaterThanOrEqualTo(6);
            assertThat(portions).hasValue(10 + 4);
            assertThat(rows).singleElement().satisfies(last -> assertThat(last).isLessThan(MANY));
            assertThat(job.progressNote()).isNull();
        }
    }

    /** As a failover does, whose failures are not the handler's. */
    private static void interruptCommit() {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void beforeCommit(boolean readOnly) {
                throw new DataAccessResourceFailureException("no commit", new SQLException("cut", "08006"));
            }
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void portions_that_the_database_interrupts_use_up_no_attempt(TestDatabase kind) throws InterruptedException {
        try (Walks walks = Walks.start(kind.freshAccess(), 3_000)) {
            AtomicInteger portions = new AtomicInteger();
            AtomicBoolean cut = new AtomicBoolean();
            Chunks<Long> thousands = Chunks.of("SELECT id FROM person", "id", 1_000)
                    .mappedBy((row, number) -> {
                        if (portions.get() == 2 && !cut.getAndSet(true)) {
                            throw new SQLException("cut", "08006");
                        }
                        return row.getLong(1);
                    });
            Walks.body = job -> job.inChunks(thousands, people -> {
                walks.handle(people, job);
                if (portions.incrementAndGet() == 2) {
                    interruptCommit();
                }
            });
            JobDetails job = walks.run(new Walk());
            walks.assertCompleted(job);
            assertThat(job.attempts()).isEqualTo(1);
            walks.assertEachHandledOnce(3_000);
            assertThat(cut).isTrue();
            assertThat(portions).hasValue(3 + 1);
        }
    }

    /** Its claim stands, since the change is rolled back with the portion. */
    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void a_portion_that_changes_its_jobs_row_is_repeated_without_an_attempt(TestDatabase kind)
            throws InterruptedException {
        try (Walks walks = Walks.start(kind.freshAccess(), 2_000)) {
            AtomicInteger portions = new AtomicInteger();
            List<String> errors = new CopyOnWriteArrayList<>();
            Walks.body = job -> job.inChunks(PEOPLE, people -> {
                walks.handle(people, job);
                switch (portions.incrementAndGet()) {
                    case 2 -> changeRow(walks, job);
                    case 3 ->
                        errors.add(String.valueOf(
                                walks.jobs().find(job.id()).orElseThrow().error()));
                    default -> {}
                }
            });
            JobDetails job = walks.run(new Walk());
            walks.assertCompleted(job);
            assertThat(job.attempts()).isEqualTo(1);
            walks.assertEachHandledOnce(2_000);
            assertThat(errors).singleElement().asString().contains("A write to the row of job");
            assertThat(portions).hasValue(3);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void another_node_goes_on_after_a_shutdown_in_the_middle(TestDatabase kind) throws InterruptedException {
        DatabaseAccess access = kind.freshAccess();
        CountDownLatch inside = new CountDownLatch(3);
        JobId id;
        try (Walks walks = Walks.start(access, MANY)) {
            Walks.body = job -> job.inChunks(PEOPLE, people -> {
                walks.handle(people, job);
                inside.countDown();
                if (inside.getCount() == 0) {
                    untilStopped(job);
                }
            });
            id = walks.jobs().enqueue(new Walk()).id();
            assertThat(inside.await(60, TimeUnit.SECONDS)).isTrue();
        }
        Walks.body = job -> {};
        AtomicInteger left = new AtomicInteger();
        try (Walks walks = Walks.start(access, "baton.worker.enabled=false")) {
            int done = walks.handled().size();
            // the third portion is committed unless the machine is so slow that the shutdown did not wait for it
            assertThat(done).isIn(2_000, 3_000);
            Walks.body = job -> left.addAndGet((int) job.inChunks(PEOPLE, people -> walks.handle(people, job)));
            try (Walks second = Walks.start(access)) {
                JobDetails job = second.ended(id);
                second.assertCompleted(job);
                assertThat(job.attempts()).isEqualTo(1);
            }
            walks.assertEachHandledOnce(MANY);
            assertThat(left).hasValue(MANY - done);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void a_cancelled_job_ends_between_two_portions_and_keeps_what_was_committed(TestDatabase kind)
            throws InterruptedException {
        try (Walks walks = Walks.start(kind.freshAccess(), MANY)) {
            AtomicInteger portions = new AtomicInteger();
            Walks.body = job -> job.inChunks(PEOPLE, people -> {
                if (portions.incrementAndGet() == 3) {
                    CompletableFuture.runAsync(() -> walks.jobs().cancel(job.id()))
                            .join();
                    untilStopped(job);
                }
                walks.handle(people, job);
            });
            JobDetails job = walks.run(new Walk());
            assertThat(job.state()).isEqualTo(JobState.CANCELLED);
            assertThat(walks.handled()).isEqualTo(numbers(1, 3_000));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void what_is_persisted_joins_the_transaction_of_the_portion(TestDatabase kind) throws InterruptedException {
        try (Walks walks = Walks.start(kind.freshAccess(), 50)) {
            EntityManager entities = walks.context().getBean(EntityManager.class);
            AtomicInteger portions = new AtomicInteger();
            Chunks<Long> tens = Chunks.of("SELECT id FROM person WHERE id > ? -- not the first", "id", 10)
                    .with(5)
                    .mappedBy((row, number) -> row.getLong(1));
            Walks.body = job -> job.inChunks(tens, people -> {
                people.forEach(person -> entities.persist(new Greeting(person)));
                if (portions.incrementAndGet() == 2) {
                    entities.flush();
                    entities.persist(new Greeting(6)); // is there: fails when it is flushed
                }
            });
            walks.assertCompleted(walks.run(new Walk()));
            assertThat(walks.sql().queryForList("SELECT person FROM greeting ORDER BY person", Long.class))
                    .isEqualTo(numbers(6, 50));
            assertThat(portions).hasValue(5 + 1);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void rows_are_seen_as_they_are_when_their_portion_is_read(TestDatabase kind) throws InterruptedException {
        try (Walks walks = Walks.start(kind.freshAccess(), 0)) {
            walks.insert(IntStream.rangeClosed(1, 30).map(id -> id * 10));
            Chunks<Long> tens = Chunks.of("SELECT id FROM person", "id", 10).mappedBy((row, number) -> row.getLong(1));
            Walks.body = job -> job.inChunks(tens, people -> {
                walks.handle(people, job);
                if (people.contains(100L)) {
                    walks.sql().update("DELETE FROM person WHERE id IN (50, 100, 110, 200)");
                    walks.insert(IntStream.of(5, 95, 101, 205, 999));
                }
            });
            walks.assertCompleted(walks.run(new Walk()));
            List<Long> seen =
                    new ArrayList<>(numbers(1, 30).stream().map(id -> id * 10).toList());
            seen.removeAll(List.of(110L, 200L));
            seen.addAll(List.of(101L, 205L, 999L));
            assertThat(walks.handled()).containsExactlyInAnyOrderElementsOf(seen);
        }
    }

    @Test
    void empty_tables_and_full_last_portions_need_no_further_one() throws InterruptedException {
        try (Walks walks = Walks.start(TestDatabase.H2.freshAccess(), 0)) {
            List<Long> rows = new CopyOnWriteArrayList<>();
            AtomicInteger portions = new AtomicInteger();
            Walks.body = job -> rows.add(job.inChunks(PEOPLE, people -> portions.incrementAndGet()));
            walks.assertCompleted(walks.run(new Walk()));
            walks.insert(IntStream.rangeClosed(1, 2_000));
            walks.assertCompleted(walks.run(new Walk()));
            assertThat(rows).containsExactly(0L, 2_000L);
            assertThat(portions).hasValue(2);
        }
    }

    @Test
    void two_tables_go_on_by_their_names() throws InterruptedException {
        try (Walks walks = Walks.start(TestDatabase.H2.freshAccess(), 100)) {
            List<Long> rows = new CopyOnWriteArrayList<>();
            AtomicInteger portions = new AtomicInteger();
            Chunks<Long> tens = Chunks.of("SELECT id FROM person", "id", 10).mappedBy((row, number) -> row.getLong(1));
            Walks.body = job -> {
                rows.add(job.inChunks(tens.named("first"), people -> walks.handle(people, job)));
                rows.add(job.inChunks(tens.named("second"), people -> {
                    walks.handle(people.stream().map(person -> person + 1_000).toList(), job);
                    if (portions.incrementAndGet() == 4) {
                        throw new IllegalStateException("in the middle");
                    }
                }));
            };
            walks.assertCompleted(walks.run(new Walk()));
            walks.assertEachHandledOnce(200);
            assertThat(rows).containsExactly(100L, 0L, 70L);
        }
    }

    @Test
    void rows_are_maps_by_default_and_the_rows_so_far_are_reported() throws InterruptedException {
        try (Walks walks = Walks.start(TestDatabase.H2.freshAccess(), 25)) {
            List<Object> names = new CopyOnWriteArrayList<>();
            Walks.body = job -> {
                job.inChunks(
                        Chunks.of("SELECT id, name FROM person", "ID", 10),
                        people -> people.forEach(person -> names.add(person.get("name"))));
                throw new JobRejectedException("to keep what was told");
            };
            JobDetails job = walks.run(new Walk());
            assertThat(names).hasSize(25).containsOnly("somebody");
            assertThat(job.progressNote()).isEqualTo("25 rows");
        }
    }

    /** Notes the statements of handlers alone: others come at any time. */
    private static final class OfHandlers extends DelegatingDataSource {

        private final RecordedStatements recorded;

        OfHandlers(DataSource target) {
            super(target);
            recorded = new RecordedStatements(target);
        }

        @Override
        public Connection getConnection() throws SQLException {
            return CurrentJob.fence() == null ? super.getConnection() : recorded.getConnection();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Recorded extends Walks.Application {

        @Bean
        static BeanPostProcessor recorder() {
            return new BeanPostProcessor() {
                @Override
                public Object postProcessAfterInitialization(Object bean, String name) {
                    return bean instanceof HikariDataSource source ? new OfHandlers(source) : bean;
                }
            };
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void a_portion_costs_three_statements(TestDatabase kind) throws InterruptedException {
        try (Walks walks = new Walks(Applications.start(
                Recorded.class, kind.freshAccess(), "spring.jpa.hibernate.ddl-auto=update", "baton.worker.name=one"))) {
            walks.sql().execute("CREATE TABLE person (id bigint PRIMARY KEY, name varchar(50))");
            walks.insert(IntStream.rangeClosed(1, 40));
            RecordedStatements recorded = ((OfHandlers) walks.context().getBean(DataSource.class)).recorded;
            List<List<String>> seen = new CopyOnWriteArrayList<>();
            Chunks<Long> tens = Chunks.of("SELECT id FROM person", "id", 10).mappedBy((row, number) -> row.getLong(1));
            Walks.body = job -> {
                recorded.taken();
                job.inChunks(tens, people -> seen.add(recorded.taken()));
                seen.add(recorded.taken());
            };
            // there a savepoint tells whether the portion's transaction was replaced, set in it and released by the one
            // before
            int marks = kind == TestDatabase.MARIADB || kind == TestDatabase.MYSQL ? 1 : 0;
            // where the progress is being written, the row is locked for a moment, and a portion tries again
            for (int time = 0;
                    time < 10
                            && (seen.isEmpty()
                                    || seen.get(2).size() > 3 + 2 * marks
                                    || seen.get(4).size() > 2 + marks);
                    time++) {
                seen.clear();
                walks.assertCompleted(walks.run(new Walk()));
                assertThat(seen).hasSize(5);
            }
            assertThat(seen.get(2)).hasSize(3 + 2 * marks);
            assertThat(seen.get(4)).hasSize(2 + marks);
        }
    }
}
