package io.baton.monitor;

import static io.baton.testing.Applications.start;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.baton.JobHandler;
import io.baton.JobType;
import io.baton.Jobs;
import io.baton.database.Database;
import io.baton.database.Transactions;
import io.baton.loop.SweepTask;
import io.baton.monitor.Monitor.ActiveMinute;
import io.baton.monitor.jdbc.JdbcActivityStore;
import io.baton.monitor.jdbc.JdbcMonitor;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/** What ran is kept minute by minute. */
@Timeout(300)
class ActivityTests {

    private static final Activity SOME = new Activity(3, 2, 0, 1, 0, Duration.ofMillis(600), Duration.ofMillis(500));

    private static final Transactions PLAIN = new Transactions() {
        @Override
        public <T extends @Nullable Object> T run(Supplier<T> work) {
            return work.get();
        }
    };

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

    private static long sum(List<ActiveMinute> minutes, ToLongFunction<ActiveMinute> of) {
        return minutes.stream().mapToLong(of).sum();
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
            SweepTask keep = application.getBean("batonKeepActivity", SweepTask.class);
            Monitor monitor = new JdbcMonitor(new Database(application.getBean(DataSource.class), null));

            jobs.enqueueAll(IntStream.range(0, 5).mapToObj(Mail::new));
            await().ignoreExceptions().untilAsserted(() -> {
                keep.sweep();
                List<ActiveMinute> hour = monitor.lastHour();
                assertThat(hour).hasSize(60);
                assertThat(sum(hour, ActiveMinute::started)).isEqualTo(5);
                assertThat(sum(hour, ActiveMinute::completed)).isEqualTo(4);
                assertThat(sum(hour, ActiveMinute::died)).isEqualTo(1);
            });
            assertThat(monitor.lastHour())
                    .filteredOn(minute -> minute.started() > 0)
                    .allSatisfy(minute -> {
                        assertThat(minute.meanWait()).isGreaterThanOrEqualTo(Duration.ZERO);
                        assertThat(minute.longestWait()).isGreaterThanOrEqualTo(minute.meanWait());
                    });
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void rows_of_two_nodes_add_up_and_old_ones_are_removed(TestDatabase kind) {
        try (ConfigurableApplicationContext application =
                start(Application.class, kind.freshAccess(), "baton.worker.enabled=false")) {
            DataSource dataSource = application.getBean(DataSource.class);
            JdbcTemplate sql = application.getBean(JdbcTemplate.class);
            JdbcActivityStore store = new JdbcActivityStore(new Database(dataSource, null));
            Monitor monitor = new JdbcMonitor(new Database(dataSource, null));
            assertThat(monitor.lastHour()).hasSize(60).allSatisfy(minute -> assertThat(minute.meanWait())
                    .isNull());

            store.write(SOME);
            store.write(new Activity(1, 1, 1, 0, 1, Duration.ofMillis(200), Duration.ofMillis(200)));
            sql.update(
                    "UPDATE baton_activity SET noted_at = (SELECT MIN(noted_at) FROM (SELECT noted_at FROM baton_activity) AS a)");

            List<ActiveMinute> busy = monitor.lastHour().stream()
                    .filter(minute -> minute.started() > 0)
                    .toList();
            assertThat(busy).hasSize(1);
            ActiveMinute minute = busy.get(0);
            assertThat(List.of(
                            minute.started(), minute.completed(), minute.cancelled(), minute.failed(), minute.died()))
                    .containsExactly(4L, 3L, 1L, 1L, 1L);
            assertThat(minute.meanWait()).isEqualTo(Duration.ofMillis(200));
            assertThat(minute.longestWait()).isEqualTo(Duration.ofMillis(500));

            assertThat(store.purge(10)).isZero();
            sql.update("UPDATE baton_activity SET noted_at = noted_at - INTERVAL "
                    + (kind == TestDatabase.MARIADB ? "3 HOUR" : "'3' HOUR"));
            assertThat(sum(monitor.lastHour(), ActiveMinute::started)).isZero();
            assertThat(store.purge(1)).isEqualTo(1);
            assertThat(store.purge(10)).isEqualTo(1);
            assertThat(store.purge(10)).isZero();
        }
    }

    @Test
    void what_could_not_be_written_is_written_with_the_next() {
        List<Activity> written = new ArrayList<>();
        boolean[] away = {true};
        ActivityStore store = new ActivityStore() {
            @Override
            public void write(Activity activity) {
                if (away[0]) {
                    throw new IllegalStateException("away");
                }
                written.add(activity);
            }

            @Override
            public int purge(int limit) {
                return 0;
            }
        };
        KeepActivity keep = new KeepActivity(store, PLAIN);
        keep.restore(SOME);
        assertThatThrownBy(keep::sweep).hasMessage("away");
        away[0] = false;
        keep.restore(new Activity(1, 0, 0, 0, 0, Duration.ofMillis(100), Duration.ofMillis(100)));

        assertThat(keep.sweep()).isEqualTo(Duration.ofMinutes(1));
        assertThat(written)
                .containsExactly(new Activity(4, 2, 0, 1, 0, Duration.ofMillis(700), Duration.ofMillis(500)));
    }

    @Test
    void a_node_that_ran_nothing_writes_nothing() {
        ActivityStore none = new ActivityStore() {
            @Override
            public void write(Activity activity) {
                throw new AssertionError("written");
            }

            @Override
            public int purge(int limit) {
                throw new AssertionError("asked");
            }
        };
        assertThat(new KeepActivity(none, PLAIN).sweep()).isEqualTo(Duration.ofMinutes(1));
    }
}
