package io.baton.wakeup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.job.Ring;
import io.baton.testing.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.core.JdbcTemplate;

/** Two nodes that ring for each other through a real server. */
@ExtendWith(OutputCaptureExtension.class)
class PostgresWakeupTests {

    private static final Ring RING = Ring.of("q", 7);
    private static final Ring OWN = Ring.of("own");

    private final HikariDataSource database = TestDatabase.POSTGRES.freshDatabase();
    private final Doorbell here = new Doorbell();
    private final Set<Ring> heard = ConcurrentHashMap.newKeySet();
    private final RemoteBell there = RemoteBell.ringing(database, null);
    private RemoteBell listening = RemoteBell.between(database, database, null, here);

    private static ConditionFactory soon() {
        return await().atMost(Duration.ofMinutes(1)).pollInterval(Duration.ofMillis(10));
    }

    @BeforeEach
    void collect() {
        here.serve(Set.of("q", "own", "put back"));
        here.onRing(() -> heard.addAll(here.heard()));
        there.start();
    }

    @AfterEach
    void stop() {
        listening.stop();
        there.stop();
        database.close();
    }

    @Test
    void a_queue_that_rings_there_is_heard_here() {
        listening.start();
        soon().until(here::hearsOthers);
        there.jobsAvailable(RING);
        soon().until(() -> heard.contains(RING));
    }

    /** Together, as commits that come fast are, or one by one. */
    @Test
    void every_priority_arrives() {
        listening.start();
        soon().until(here::hearsOthers);
        there.jobsAvailable(RING);
        there.jobsAvailable(Ring.of("q", -7));
        there.jobsAvailable(Ring.outOfTurn("put back"));
        soon().until(() -> heard.stream()
                .flatMap(ring -> ring.priorities().stream())
                .collect(Collectors.toSet())
                .containsAll(Set.of(7, -7)));
        soon().until(() -> heard.contains(Ring.outOfTurn("put back")));
    }

    @Test
    void its_own_ringing_is_not_heard() {
        listening.start();
        soon().until(here::hearsOthers);
        listening.jobsAvailable(OWN);
        there.jobsAvailable(RING);
        soon().until(() -> heard.contains(RING));
        assertThat(heard).doesNotContain(OWN);
    }

    @Test
    void a_connection_that_was_cut_heals_and_everything_is_looked_at() {
        listening.start();
        soon().until(here::hearsOthers);
        here.allRung();
        new JdbcTemplate(database)
                .queryForList("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'");
        soon().until(here::allRung);
        soon().until(here::hearsOthers);
        there.jobsAvailable(RING);
        soon().until(() -> heard.contains(RING));
    }

    /** As behind a pooling proxy, where listening is allowed and brings nothing; another database is as deaf. */
    @Test
    void who_never_hears_himself_does_not_rely_on_hearing(CapturedOutput output) {
        try (HikariDataSource deaf = TestDatabase.POSTGRES.freshDatabase()) {
            Doorbell elsewhere = new Doorbell();
            elsewhere.serve(Set.of("own"));
            elsewhere.onRing(() -> heard.addAll(elsewhere.heard()));
            RemoteBell witness = RemoteBell.between(database, database, null, elsewhere);
            witness.start();
            soon().until(elsewhere::hearsOthers);
            listening = RemoteBell.between(database, deaf, null, here);
            listening.start();
            soon().until(here::allRung);
            listening.jobsAvailable(OWN);
            soon().until(() -> heard.contains(OWN));
            witness.stop();
            assertThat(here.hearsOthers()).isFalse();
            soon().untilAsserted(() -> assertThat(output)
                    .contains("Notifications do not arrive", "baton.wakeup.jdbc-url", "server connections"));
            listening.stop();
        }
    }

    @Test
    void two_schemas_in_one_database_do_not_wake_each_other() {
        JdbcTemplate sql = new JdbcTemplate(database);
        sql.execute("CREATE SCHEMA \"Other one\"");
        RemoteBell other = RemoteBell.ringing(database, "Other one");
        other.start();
        listening.start();
        soon().until(here::hearsOthers);
        Doorbell beside = new Doorbell();
        RemoteBell witness = RemoteBell.between(database, database, "Other one", beside);
        beside.serve(Set.of("own"));
        witness.start();
        soon().until(beside::hearsOthers);
        other.jobsAvailable(OWN);
        soon().until(() -> beside.heard().contains(OWN));
        there.jobsAvailable(RING);
        soon().until(() -> heard.contains(RING));
        assertThat(heard).doesNotContain(OWN);
        witness.stop();
        other.stop();
    }

    /** Who names the schema and who leaves it to the connection mean the same. */
    @Test
    void a_schema_by_name_and_by_search_path_is_one() {
        listening.start();
        soon().until(here::hearsOthers);
        String schema = new JdbcTemplate(database).queryForObject("SELECT current_schema()", String.class);
        RemoteBell named = RemoteBell.ringing(database, schema);
        named.start();
        named.jobsAvailable(RING);
        soon().until(() -> heard.contains(RING));
        named.stop();
    }

    /** NOTIFY needs no right at all. */
    @Test
    void a_stranger_who_knows_the_channel_and_a_queue_causes_few_looks() throws SQLException {
        AtomicInteger looks = new AtomicInteger();
        AtomicBoolean last = new AtomicBoolean();
        here.onRing(() -> here.heard().forEach(ring -> {
            looks.incrementAndGet();
            last.compareAndSet(false, ring.queue().equals("own"));
        }));
        listening.start();
        soon().until(here::hearsOthers);
        here.heard();
        looks.set(0);
        String channel = new Channel(null).name(database);
        JdbcTemplate stranger = new JdbcTemplate(database);
        long start = System.nanoTime();
        for (int i = 0; i < 20; i++) {
            stranger.queryForList(
                    "SELECT pg_notify(?, gen_random_uuid() || 'q1:' || queue) FROM generate_series(1, 500),"
                            + " unnest(ARRAY['q', 'unknown ' || gen_random_uuid()]) AS queue",
                    channel);
        }
        // what was sent last comes last
        stranger.queryForList("SELECT pg_notify(?, gen_random_uuid() || 'q1:own')", channel);
        soon().until(last::get);
        long seconds = (System.nanoTime() - start) / 1_000_000_000L + 1;
        assertThat(looks.get()).isLessThanOrEqualTo((int) (2 * HintLimit.STOCK + 2 * seconds * HintLimit.PER_SECOND));
    }
}
