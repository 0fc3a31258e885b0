package io.baton.monitor;

import static io.baton.testing.Applications.start;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.database.Database;
import io.baton.database.Purge;
import io.baton.loop.SweepTask;
import io.baton.testing.TestDatabase;
import io.baton.wiring.ApplicationSide;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/** What operators changed is kept for a time. */
@Timeout(300)
class ChangeTests {

    private static final String PAIR = "\ud83d\ude00";

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    private static ConfigurableApplicationContext open(TestDatabase kind, String... further) {
        return start(
                Application.class,
                kind.freshAccess(),
                Stream.concat(
                                Stream.of("baton.semaphores.printer=4", "baton.dashboard.enabled=true"),
                                Stream.of(further))
                        .toArray(String[]::new));
    }

    private static JdbcChangeStore store(ConfigurableApplicationContext application) {
        return new JdbcChangeStore(new Database(application.getBean(DataSource.class), null));
    }

    private static Change revival(String principal, String target, String value) {
        return new Change(null, null, principal, "jobs", target, "revive", value, null, null);
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void long_texts_are_cut_between_characters(TestDatabase kind) {
        try (ConfigurableApplicationContext application = open(kind)) {
            JdbcChangeStore store = store(application);
            String target = "x".repeat(199) + PAIR;
            store.write(revival(PAIR.repeat(150), target, "a\0b\ud83d"));

            List<Change> found = store.newest(Long.MAX_VALUE, Map.of("target", target), 10);
            assertThat(found).hasSize(1);
            assertThat(found.get(0).principal()).isEqualTo(PAIR.repeat(100));
            assertThat(found.get(0).target()).isEqualTo("x".repeat(199));
            assertThat(found.get(0).value()).isEqualTo("a\ufffdb?");
            assertThat(found.get(0).at())
                    .isBetween(
                            Instant.now().minus(Duration.ofMinutes(10)),
                            Instant.now().plus(Duration.ofMinutes(10)));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void a_page_goes_on_behind_the_last_change(TestDatabase kind) {
        try (ConfigurableApplicationContext application = open(kind)) {
            JdbcChangeStore store = store(application);
            IntStream.range(0, 5).forEach(number -> store.write(revival("ann", "job-" + number, "v")));
            store.write(revival("bob", "job-1", "v"));

            List<Change> first = store.newest(Long.MAX_VALUE, Map.of("principal", "ann"), 3);
            assertThat(first).extracting(Change::target).containsExactly("job-4", "job-3", "job-2");
            assertThat(store.newest(Long.parseLong(String.valueOf(first.get(2).id())), Map.of("principal", "ann"), 3))
                    .extracting(Change::target)
                    .containsExactly("job-1", "job-0");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void old_changes_and_all_but_ten_thousand_are_removed(TestDatabase kind) {
        // a sweeper of the application would hold some of the rows itself, and this sweep would skip them
        try (ConfigurableApplicationContext application = open(kind, "baton.worker.enabled=false")) {
            JdbcChangeStore store = store(application);
            JdbcTemplate sql = application.getBean(JdbcTemplate.class);
            SweepTask keep = new Purge(
                    "KeepChanges",
                    application.getBean(ApplicationSide.class).transactions,
                    store::purge,
                    Duration.ofHours(1));
            store.write(revival("ann", "old", "v"));
            sql.update("UPDATE baton_change SET changed_at = changed_at - INTERVAL '91' DAY");
            store.write(revival("ann", "young", "v"));
            assertThat(keep.sweep()).isPositive();
            assertThat(store.newest(Long.MAX_VALUE, Map.of(), 10))
                    .extracting(Change::target)
                    .containsExactly("young");

            sql.batchUpdate(
                    "INSERT INTO baton_change (changed_at, principal, resource, target, action)"
                            + " VALUES (CURRENT_TIMESTAMP, 'ann', 'jobs', ?, 'revive')",
                    IntStream.range(0, 10_002)
                            .mapToObj(number -> new Object[] {"job-" + number})
                            .toList());
            assertThat(store.purge(2)).isEqualTo(2);
            assertThat(keep.sweep()).isPositive();
            assertThat(sql.queryForObject("SELECT COUNT(*) FROM baton_change", Long.class))
                    .isEqualTo(10_000);
            assertThat(store.newest(Long.MAX_VALUE, Map.of(), 1))
                    .extracting(Change::target)
                    .containsExactly("job-10001");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void each_term_restricts_and_the_number_of_jobs_is_kept(TestDatabase kind) {
        try (ConfigurableApplicationContext application = open(kind)) {
            JdbcChangeStore store = store(application);
            store.write(new Change(null, null, "ann", "flows", "7", "cancel-dead", "v", "w", 1_200L));
            store.write(revival("ann", "7", "v"));
            store.write(revival("ann", "8", "v"));
            assertThat(store.newest(Long.MAX_VALUE, Map.of("resource", "flows"), 10))
                    .extracting(Change::jobs)
                    .containsExactly(1_200L);
            assertThat(store.newest(Long.MAX_VALUE, Map.of("target", "8"), 10)).hasSize(1);
            application
                    .getBean(JdbcTemplate.class)
                    .update("UPDATE baton_change SET changed_at = changed_at - INTERVAL '89' DAY");
            assertThat(store.purge(10)).isZero();
        }
    }
}
