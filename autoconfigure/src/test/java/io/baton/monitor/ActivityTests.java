package io.baton.monitor;

import static io.baton.testing.Applications.start;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.baton.JobHandler;
import io.baton.JobType;
import io.baton.Jobs;
import io.baton.calendar.Calendars;
import io.baton.database.Database;
import io.baton.database.Micros;
import io.baton.database.Transactions;
import io.baton.loop.SweepTask;
import io.baton.monitor.Activity.Kind;
import io.baton.monitor.ActivityStore.ActiveNames;
import io.baton.monitor.ActivityStore.ActiveSpan;
import io.baton.testing.TestDatabase;
import io.baton.wiring.WorkerSide;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** What ran is kept minute by minute. */
@Timeout(300)
class ActivityTests {

    private static final Kind MAILS = new Kind("mails", "send");

    private static Activity activity(int started, int died, Duration longest) {
        return new Activity(started, started - died, 0, 0, died, Micros.of(longest), Micros.of(longest));
    }

    @JobType(name = "mail")
    record Mail(int number) {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @JobHandler
        void send(Mail mail) {
            if (mail.number() == 0) {
                throw new IllegalStateException("no");
            }
        }
    }

    private static long sum(List<ActiveSpan> spans, ToLongFunction<ActiveSpan> of) {
        return spans.stream().mapToLong(of).sum();
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void what_a_node_ran_is_read_by_all(TestDatabase kind) {
        try (ConfigurableApplicationContext application = start(
                Application.class,
                kind.freshAccess(),
                "baton.retry.max-attempts=1",
                // a job that is taken back starts once more
                "baton.worker.dead-after=1m")) {
            Jobs jobs = application.getBean(Jobs.class);
            SweepTask keep = application.getBean(WorkerSide.class).activity;
            Monitor monitor = new Monitor(new Database(application.getBean(DataSource.class), null), Calendars.NONE);

            jobs.enqueueAll(IntStream.range(0, 5).mapToObj(Mail::new));
            await().ignoreExceptions().untilAsserted(() -> {
                keep.sweep();
                List<ActiveSpan> hour = monitor.activity(1, 60, null, null);
                assertThat(hour).hasSize(60);
                assertThat(sum(hour, ActiveSpan::started)).isEqualTo(5);
                assertThat(sum(hour, ActiveSpan::completed)).isEqualTo(4);
                assertThat(sum(hour, ActiveSpan::died)).isEqualTo(1);
                assertThat(hour).anySatisfy(span -> assertThat(span.depth()).isNotNull());
            });
            assertThat(monitor.activity(15, 96, "default", "mail"))
                    .hasSize(96)
                    .filteredOn(span -> span.started() > 0)
                    .isNotEmpty()
                    .allSatisfy(span -> {
                        assertThat(span.meanWait()).isNotNull();
                        assertThat(span.longestWait()).isGreaterThanOrEqualTo(span.meanWait());
                    });
            assertThat(sum(monitor.activity(1, 60, null, "other"), ActiveSpan::started))
                    .isZero();
            assertThat(monitor.activeNames()).isEqualTo(new ActiveNames(List.of("default"), List.of("mail")));
        }
    }

    private static List<ActiveSpan> measured(Monitor monitor, @Nullable String queue, @Nullable String type) {
        return monitor.activity(15, 96, queue, type).stream()
                .filter(ActiveSpan::measured)
                .toList();
    }

    /** Moves all rows to this time, which the database has to compute. */
    private static void age(JdbcTemplate sql, TestDatabase kind, int minutes) {
        sql.update("UPDATE baton_activity SET noted_at = noted_at - INTERVAL "
                + (kind == TestDatabase.MARIADB ? minutes + " MINUTE" : "'" + minutes + "' MINUTE"));
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void rows_are_merged_after_an_hour_and_removed_after_a_day(TestDatabase kind) {
        try (ConfigurableApplicationContext application =
                start(Application.class, kind.freshAccess(), "baton.worker.enabled=false")) {
            DataSource dataSource = application.getBean(DataSource.class);
            JdbcTemplate sql = application.getBean(JdbcTemplate.class);
            Transactions transactions = new Transactions() {
                private final TransactionTemplate template =
                        new TransactionTemplate(application.getBean(PlatformTransactionManager.class));

                @Override
                public <T extends @Nullable Object> T run(Supplier<T> work) {
                    return template.execute(status -> work.get());
                }
            };
            ActivityStore store = new ActivityStore(new Database(dataSource, null));
            Monitor monitor = new Monitor(new Database(dataSource, null), Calendars.NONE);
            assertThat(monitor.activity(1, 60, null, null)).hasSize(60).noneMatch(ActiveSpan::measured);

            // two nodes, of which one writes the depths twice; and one of the release before
            store.write(
                    Map.of(
                            MAILS,
                            activity(3, 1, Duration.ofMillis(500)),
                            new Kind("files", "read"),
                            activity(1, 0, Duration.ofMillis(3))),
                    Map.of("mails", 7L, "files", 1L));
            store.write(Map.of(MAILS, activity(2, 0, Duration.ofSeconds(2))), Map.of());
            store.write(Map.of(), Map.of("mails", 5L, "files", 2L));
            sql.update(
                    "INSERT INTO baton_activity (noted_at, started, completed, cancelled, failed, died, waited, longest_wait)"
                            + " SELECT MIN(noted_at), 4, 4, 0, 0, 0, 0, 0 FROM baton_activity");
            // all in one quarter of an hour, whenever this test runs
            sql.update(
                    "UPDATE baton_activity SET noted_at = (SELECT MIN(noted_at) FROM (SELECT noted_at FROM baton_activity) AS a)");
            age(sql, kind, 120);
            List<ActiveSpan> before = measured(monitor, null, null);
            List<ActiveSpan> mails = measured(monitor, "mails", "send");

            assertThat(sum(before, ActiveSpan::started)).isEqualTo(10);
            assertThat(before).hasSize(1).allMatch(span -> span.start().getEpochSecond() % 900 == 0);
            assertThat(before).extracting(ActiveSpan::depth).containsExactly(8L);
            assertThat(sum(mails, ActiveSpan::started)).isEqualTo(5);
            assertThat(mails).singleElement().satisfies(span -> {
                assertThat(span.depth()).isNull();
                assertThat(span.meanWait()).isEqualTo(Duration.ofMillis(500));
                assertThat(span.longestWait()).isEqualTo(Duration.ofSeconds(2));
            });
            long rows = count(sql);
            assertThat(transactions.run(() -> store.fold(2))).isEqualTo(2);
            assertThat(transactions.run(() -> store.fold(100))).isEqualTo((int) rows - 2);
            assertThat(transactions.run(() -> store.fold(100))).isZero();

            assertThat(count(sql)).isLessThan(rows);
            assertThat(measured(monitor, "mails", "send")).isEqualTo(mails);
            assertThat(measured(monitor, null, null)).isEqualTo(before);
            assertThat(monitor.activity(15, 96, "mails", null))
                    .filteredOn(ActiveSpan::measured)
                    .anySatisfy(span -> assertThat(span.depth()).isEqualTo(7));

            assertThat(store.purge(10)).isZero();
            age(sql, kind, 24 * 60);
            assertThat(sum(monitor.activity(15, 96, null, null), ActiveSpan::started))
                    .isZero();
            int kept = (int) count(sql);
            assertThat(store.purge(1)).isEqualTo(1);
            assertThat(store.purge(100)).isEqualTo(kept - 1);
            assertThat(store.purge(100)).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void depths_of_different_minutes_are_not_added_up_once_merged(TestDatabase kind) {
        try (ConfigurableApplicationContext application =
                start(Application.class, kind.freshAccess(), "baton.worker.enabled=false")) {
            Database database = new Database(application.getBean(DataSource.class), null);
            JdbcTemplate sql = application.getBean(JdbcTemplate.class);
            ActivityStore store = new ActivityStore(database);
            Monitor monitor = new Monitor(database, Calendars.NONE);
            store.write(Map.of(), Map.of("mails", 1_000L, "files", 10L));
            age(sql, kind, 1);
            store.write(Map.of(), Map.of("mails", 20L, "files", 1_000L));
            age(sql, kind, 120);
            if (measured(monitor, null, null).size() > 1) {
                age(sql, kind, 2);
            }
            assertThat(measured(monitor, null, null))
                    .extracting(ActiveSpan::depth)
                    .containsExactly(1_020L);

            while (store.fold(3) > 0) {
                assertThat(count(sql)).isPositive();
            }
            assertThat(measured(monitor, null, null))
                    .extracting(ActiveSpan::depth)
                    .containsExactly(1_020L);
            assertThat(measured(monitor, "mails", null))
                    .extracting(ActiveSpan::depth)
                    .containsExactly(1_000L);

            sql.update("DELETE FROM baton_activity WHERE queue IS NULL");
            assertThat(measured(monitor, null, null))
                    .as("never more than there were, where no node wrote the sum")
                    .extracting(ActiveSpan::depth)
                    .containsExactly(1_000L);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void a_quarter_of_an_hour_is_merged_once_it_is_whole(TestDatabase kind) {
        try (ConfigurableApplicationContext application =
                start(Application.class, kind.freshAccess(), "baton.worker.enabled=false")) {
            Database database = new Database(application.getBean(DataSource.class), null);
            JdbcTemplate sql = application.getBean(JdbcTemplate.class);
            ActivityStore store = new ActivityStore(database);
            for (int minute = 0; minute < 120; minute++) {
                store.write(Map.of(MAILS, activity(1, 0, Duration.ZERO)), Map.of());
                age(sql, kind, 1);
            }
            age(sql, kind, 50);
            while (store.fold(100) > 0) {
                assertThat(count(sql)).isPositive();
            }

            List<Instant> merged = quarters(database, 15);
            assertThat(merged).hasSizeBetween(6, 8).doesNotHaveDuplicates();
            assertThat(quarters(database, 1)).isNotEmpty().doesNotContainAnyElementsOf(merged);
            assertThat(sum(new Monitor(database, Calendars.NONE).activity(15, 96, null, null), ActiveSpan::started))
                    .isEqualTo(120);
        }
    }

    private static List<Instant> quarters(Database database, int minutes) {
        return database.query("SELECT noted_at FROM baton_activity WHERE minutes = " + minutes, (row, number) -> {
            Instant time = requireNonNull(database.dialect().instant(row, "noted_at"));
            return Instant.ofEpochSecond(time.getEpochSecond() / 900 * 900);
        });
    }

    private static long count(JdbcTemplate sql) {
        return requireNonNull(sql.queryForObject("SELECT COUNT(*) FROM baton_activity", Long.class));
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRES", "MARIADB"})
    void what_another_node_merges_at_this_moment_is_left_to_it(TestDatabase kind) {
        try (ConfigurableApplicationContext application =
                start(Application.class, kind.freshAccess(), "baton.worker.enabled=false")) {
            DataSource dataSource = application.getBean(DataSource.class);
            JdbcTemplate sql = application.getBean(JdbcTemplate.class);
            TransactionTemplate transactions =
                    new TransactionTemplate(application.getBean(PlatformTransactionManager.class));
            transactions.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
            ActivityStore store = new ActivityStore(new Database(dataSource, null));
            Monitor monitor = new Monitor(new Database(dataSource, null), Calendars.NONE);
            store.write(Map.of(MAILS, activity(3, 0, Duration.ZERO)), Map.of());
            store.write(Map.of(MAILS, activity(4, 0, Duration.ZERO)), Map.of());
            age(sql, kind, 120);

            transactions.executeWithoutResult(status -> {
                assertThat(store.fold(1)).isEqualTo(1);
                assertThat(CompletableFuture.supplyAsync(() -> transactions.execute(other -> store.fold(10)))
                                .join())
                        .as("MariaDB locks what it sorts")
                        .isEqualTo(kind == TestDatabase.MARIADB ? 0 : 1);
            });

            assertThat(sum(monitor.activity(15, 96, null, null), ActiveSpan::started))
                    .isEqualTo(7);
        }
    }
}
