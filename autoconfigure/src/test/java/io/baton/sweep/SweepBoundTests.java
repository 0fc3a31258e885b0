package io.baton.sweep;

import static io.baton.testing.Applications.start;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.Alert;
import io.baton.JobHandler;
import io.baton.JobType;
import io.baton.job.Pulse;
import io.baton.loop.SweepTask;
import io.baton.loop.Ticker;
import io.baton.monitor.Activity;
import io.baton.monitor.Sampler;
import io.baton.recurring.KeepSchedules;
import io.baton.testing.CountedStatements;
import io.baton.testing.TestDatabase;
import io.baton.wiring.WorkerSide;
import io.baton.worker.ManualMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.test.util.ReflectionTestUtils;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * No task holds the thread that sweeps for longer than a second, whatever its tables hold: meanwhile this node would promote, unlock and fire
 * nothing. Whoever adds a task says in {@link WorstTables} what makes it slow.
 */
@Timeout(600)
class SweepBoundTests {

    private static final Duration LONGEST = Duration.ofSeconds(1);

    /** A second, where each statement is on its way for a millisecond. */
    private static final int MOST_STATEMENTS = 1_000;

    private static final int CALLS = 3;

    /** The machine may be busy: the best attempt counts, each with full tables. */
    private static final int ATTEMPTS = 3;

    /** Statements that take as long as this together tell how busy it is. */
    private static final int YARDSTICK = 500;

    private static final Duration YARDSTICK_TAKES = Duration.ofMillis(100);

    /** Where statements take so many times as long as on an idle machine, a time says nothing of the task. */
    private static final double TOO_BUSY = 3;

    @JobType(name = "worst")
    record Worst(int number) {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @Bean
        ManualMode manual() {
            return new ManualMode();
        }

        @Bean
        HikariPool pool(Environment environment) {
            return new HikariPool(TestDatabase.valueOf(environment.getRequiredProperty("test.database"))
                    .freshDatabase());
        }

        @Bean
        CountedStatements dataSource(HikariPool pool) {
            return new CountedStatements(pool.connections());
        }

        @JobHandler
        void run(Worst worst) {}

        @EventListener
        void any(Alert alert) {}
    }

    /** Apart, so that there is one data source. */
    record HikariPool(HikariDataSource connections) implements AutoCloseable {

        @Override
        public void close() {
            connections.close();
        }
    }

    /** The longest call of an attempt. */
    private record Call(Duration took, int statements) {

        private boolean isShort() {
            return took.compareTo(LONGEST) <= 0 && statements <= MOST_STATEMENTS;
        }

        private Call or(Call other) {
            return new Call(took.compareTo(other.took) > 0 ? took : other.took, Math.max(statements, other.statements));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRES", "MARIADB"})
    void no_task_takes_longer_than_a_second(TestDatabase kind) {
        try (ConfigurableApplicationContext application =
                start(Application.class, kind.freshAccess(), "test.database=" + kind)) {
            Sweeper sweeper = application.getBean(Sweeper.class);
            CountedStatements statements = application.getBean(CountedStatements.class);
            WorstTables tables =
                    new WorstTables(kind, application.getBean(HikariPool.class).connections());
            letEachHaveWork(application);
            List<SweepTask> tasks = tasksOf(application);
            assertThat(tasks.stream().map(SweepTask::name))
                    .as("what makes a task slow stands in WorstTables")
                    .allMatch(tables::isKnown);

            Map<String, Call> tooLong = new TreeMap<>();
            for (SweepTask task : tasks) {
                Call best = best(task, tables, statements, sweeper);
                if (!best.isShort()) {
                    tooLong.put(task.name(), best);
                }
            }
            assertThat(tooLong).isEmpty();
        }
    }

    private static List<SweepTask> tasksOf(ConfigurableApplicationContext application) {
        return List.copyOf(
                application.getBean(Sweeper.class).round(Ticker.SYSTEM, () -> 0).tasks());
    }

    /** What a node of its own would have been told. */
    private static void letEachHaveWork(ConfigurableApplicationContext application) {
        Sampler sampler = application.getBean(WorkerSide.class).sampler;
        sampler.onSample(sample -> {});
        BooleanSupplier first = () -> true;
        ReflectionTestUtils.setField(sampler, "first", first);
        tasksOf(application).stream()
                .filter(KeepSchedules.class::isInstance)
                .map(KeepSchedules.class::cast)
                .forEach(schedules -> schedules.declare(List.of(), Set.of("worst")));
        ReflectionTestUtils.invokeMethod(
                application.getBean(WorkerSide.class).activity,
                "add",
                new Activity.Kind("q", "t"),
                new Activity(1, 0, 0, 0, 0, 0, 0));
    }

    private static Call best(SweepTask task, WorstTables tables, CountedStatements statements, Sweeper sweeper) {
        List<Call> attempts = new ArrayList<>();
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            tables.fill(task.name());
            tell(sweeper);
            double busy = busy(statements);
            Call longest = new Call(Duration.ZERO, 0);
            for (int call = 0; call < CALLS; call++) {
                longest = longest.or(call(task, statements));
            }
            busy = Math.max(busy, busy(statements));
            longest = new Call(judged(task, longest.took(), busy), longest.statements());
            if (longest.isShort()) {
                return longest;
            }
            attempts.add(longest);
        }
        return attempts.stream().min((a, b) -> a.took().compareTo(b.took())).orElseThrow();
    }

    /** Returns how many times as long as on an idle machine statements take now. */
    private static double busy(DataSource dataSource) {
        JdbcTemplate jdbc = new JdbcTemplate(dataSource);
        long start = System.nanoTime();
        for (int i = 0; i < YARDSTICK; i++) {
            jdbc.queryForObject("SELECT COUNT(*) FROM baton_pause", Long.class);
        }
        return (double) (System.nanoTime() - start) / YARDSTICK_TAKES.toNanos();
    }

    /** Returns what the time would be on an idle machine; zero, and says so, where the machine was too busy before or after to tell. */
    private static Duration judged(SweepTask task, Duration took, double busy) {
        if (busy >= TOO_BUSY && took.compareTo(LONGEST) > 0) {
            System.out.printf(
                    "SKIPPED: the time of %s, %s: the machine is %.1f times slower than an idle one%n",
                    task.name(), took, busy);
            return Duration.ZERO;
        }
        return ofIdle(took, busy);
    }

    private static Duration ofIdle(Duration took, double busy) {
        return Duration.ofNanos((long) (took.toNanos() / Math.max(1, busy)));
    }

    private static Call call(SweepTask task, CountedStatements statements) {
        statements.taken();
        long start = System.nanoTime();
        task.sweep();
        return new Call(Duration.ofNanos(System.nanoTime() - start), statements.taken());
    }

    /** Such as by the forgotten transaction of an administrator. One that gives up is tried again later. */
    @ParameterizedTest
    @EnumSource(names = {"POSTGRES", "MARIADB"})
    void no_task_waits_long_for_rows_that_another_transaction_holds(TestDatabase kind) {
        try (ConfigurableApplicationContext application =
                start(Application.class, kind.freshAccess(), "test.database=" + kind)) {
            HikariDataSource pool = application.getBean(HikariPool.class).connections();
            CountedStatements statements = application.getBean(CountedStatements.class);
            Sweeper sweeper = application.getBean(Sweeper.class);
            WorstTables tables = new WorstTables(kind, pool);
            letEachHaveWork(application);
            Map<String, Duration> tooLong = new TreeMap<>();
            for (SweepTask task : sweeper.round(Ticker.SYSTEM, () -> 0).tasks()) {
                Duration most = LONGEST.multipliedBy(2);
                Duration took = Duration.ofDays(1);
                for (int attempt = 1; attempt <= ATTEMPTS && took.compareTo(most) > 0; attempt++) {
                    tables.fill(task.name());
                    tell(sweeper);
                    double busy = busy(statements);
                    Duration held = whileAllRowsAreHeld(kind, pool, task);
                    took = ofIdle(held, Math.max(busy, busy(statements)));
                }
                if (took.compareTo(most) > 0) {
                    tooLong.put(task.name(), took);
                }
            }
            assertThat(tooLong).as("at most a wait of a second beside its work").isEmpty();
        }
    }

    private static Duration whileAllRowsAreHeld(TestDatabase kind, DataSource pool, SweepTask task) {
        String schema = kind == TestDatabase.POSTGRES ? "current_schema()" : "DATABASE()";
        TransactionTemplate rowsAlone = new TransactionTemplate(new JdbcTransactionManager(pool));
        rowsAlone.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
        return rowsAlone.execute(status -> {
            JdbcTemplate stranger = new JdbcTemplate(pool);
            stranger.queryForList(
                            "SELECT table_name FROM information_schema.tables WHERE table_name LIKE 'baton_%'"
                                    + " AND table_schema = " + schema,
                            String.class)
                    .forEach(table -> stranger.execute("SELECT 1 FROM " + table + " FOR UPDATE"));
            return CompletableFuture.supplyAsync(() -> {
                        long start = System.nanoTime();
                        try {
                            task.sweep();
                        } catch (DataAccessException e) {
                            // it did not get a lock
                        }
                        return Duration.ofNanos(System.nanoTime() - start);
                    })
                    .join();
        });
    }

    private static void tell(Sweeper sweeper) {
        sweeper.received(new Pulse(
                true, List.of(), LongStream.rangeClosed(1, 10).boxed().toList(), Set.of(), null, null, Set.of()));
    }
}
