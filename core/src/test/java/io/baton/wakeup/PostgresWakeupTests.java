package io.baton.wakeup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.job.DirtySet;
import io.baton.job.Pulse.Part;
import io.baton.job.ReadyJobs;
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

/** Two nodes that wake each other through a real server. */
@ExtendWith(OutputCaptureExtension.class)
class PostgresWakeupTests {

    private static final ReadyJobs READY = ReadyJobs.of("q", 7);
    private static final ReadyJobs OWN = ReadyJobs.of("own");

    private final HikariDataSource database = TestDatabase.POSTGRES.freshDatabase();
    private final WakeupInbox here = new WakeupInbox();
    private final Set<ReadyJobs> received = ConcurrentHashMap.newKeySet();
    private final RemoteWakeups there = RemoteWakeups.sending(database, null);
    private RemoteWakeups listening = RemoteWakeups.exchanging(database, database, null, here);

    private static ConditionFactory soon() {
        return await().atMost(Duration.ofMinutes(1)).pollInterval(Duration.ofMillis(10));
    }

    @BeforeEach
    void collect() {
        here.serve(Set.of("q", "own", "put back"));
        here.onReady(() -> received.addAll(here.takeReady()));
        there.start();
    }

    @AfterEach
    void stop() {
        listening.stop();
        there.stop();
        database.close();
    }

    @Test
    void a_queue_announced_there_is_received_here() {
        listening.start();
        soon().until(here::receivesFromOthers);
        there.signal().jobsAvailable(READY);
        soon().until(() -> received.contains(READY));
    }

    /** Together, as commits that come fast are, or one by one. */
    @Test
    void every_priority_arrives() {
        listening.start();
        soon().until(here::receivesFromOthers);
        there.signal().jobsAvailable(READY);
        there.signal().jobsAvailable(ReadyJobs.of("q", -7));
        there.signal().jobsAvailable(ReadyJobs.outOfTurn("put back"));
        soon().until(() -> received.stream()
                .flatMap(ready -> ready.priorities().stream())
                .collect(Collectors.toSet())
                .containsAll(Set.of(7, -7)));
        soon().until(() -> received.contains(ReadyJobs.outOfTurn("put back")));
    }

    /** Whatever kind of hint there is, somebody here has to take it. */
    @Test
    void limits_batches_and_pauses_arrive_too() {
        Set<Object> hints = ConcurrentHashMap.newKeySet();
        DirtySet<String> limits = new DirtySet<>();
        DirtySet<Long> batches = new DirtySet<>();
        limits.onMarked(() -> hints.addAll(limits.remoteHints().take(1)));
        batches.onMarked(() -> hints.addAll(batches.remoteHints().take(1)));
        here.onChanged(Part.LIMITS, limits.remoteHints());
        here.onChanged(Part.BATCHES, batches.remoteHints());
        here.onPausesChanged(() -> hints.add("pauses"));
        listening.start();
        soon().until(here::receivesFromOthers);
        there.signal().changed(Part.LIMITS, "mails");
        there.signal().changed(Part.BATCHES, "7");
        there.signal().pausesChanged();
        soon().until(() -> hints.equals(Set.of("mails", "7", "pauses")));
    }

    @Test
    void its_own_messages_are_ignored() {
        listening.start();
        soon().until(here::receivesFromOthers);
        listening.signal().jobsAvailable(OWN);
        there.signal().jobsAvailable(READY);
        soon().until(() -> received.contains(READY));
        assertThat(received).doesNotContain(OWN);
    }

    @Test
    void a_connection_that_was_cut_heals_and_everything_is_looked_at() {
        listening.start();
        soon().until(here::receivesFromOthers);
        here.takeCheckAll();
        new JdbcTemplate(database)
                .queryForList("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'");
        soon().until(here::takeCheckAll);
        soon().until(here::receivesFromOthers);
        there.signal().jobsAvailable(READY);
        soon().until(() -> received.contains(READY));
    }

    /** As behind a pooling proxy, where listening is allowed and brings nothing; another database brings nothing either. */
    @Test
    void who_never_receives_its_own_echo_does_not_rely_on_receiving(CapturedOutput output) {
        try (HikariDataSource silent = TestDatabase.POSTGRES.freshDatabase()) {
            WakeupInbox elsewhere = new WakeupInbox();
            elsewhere.serve(Set.of("own"));
            elsewhere.onReady(() -> received.addAll(elsewhere.takeReady()));
            RemoteWakeups witness = RemoteWakeups.exchanging(database, database, null, elsewhere);
            witness.start();
            soon().until(elsewhere::receivesFromOthers);
            listening = RemoteWakeups.exchanging(database, silent, null, here);
            listening.start();
            soon().until(here::takeCheckAll);
            listening.signal().jobsAvailable(OWN);
            soon().until(() -> received.contains(OWN));
            witness.stop();
            assertThat(here.receivesFromOthers()).isFalse();
            soon().untilAsserted(() -> assertThat(output)
                    .contains("Notifications do not arrive", "baton.wakeup.jdbc-url", "server connections"));
            listening.stop();
        }
    }

    @Test
    void two_schemas_in_one_database_do_not_wake_each_other() {
        JdbcTemplate sql = new JdbcTemplate(database);
        sql.execute("CREATE SCHEMA \"Other one\"");
        RemoteWakeups other = RemoteWakeups.sending(database, "Other one");
        other.start();
        listening.start();
        soon().until(here::receivesFromOthers);
        WakeupInbox beside = new WakeupInbox();
        RemoteWakeups witness = RemoteWakeups.exchanging(database, database, "Other one", beside);
        beside.serve(Set.of("own"));
        witness.start();
        soon().until(beside::receivesFromOthers);
        other.signal().jobsAvailable(OWN);
        soon().until(() -> beside.takeReady().contains(OWN));
        there.signal().jobsAvailable(READY);
        soon().until(() -> received.contains(READY));
        assertThat(received).doesNotContain(OWN);
        witness.stop();
        other.stop();
    }

    /** Who names the schema and who leaves it to the connection mean the same. */
    @Test
    void a_schema_by_name_and_by_search_path_is_one() {
        listening.start();
        soon().until(here::receivesFromOthers);
        String schema = new JdbcTemplate(database).queryForObject("SELECT current_schema()", String.class);
        RemoteWakeups named = RemoteWakeups.sending(database, schema);
        named.start();
        named.signal().jobsAvailable(READY);
        soon().until(() -> received.contains(READY));
        named.stop();
    }

    /** NOTIFY needs no right at all. */
    @Test
    void a_stranger_who_knows_the_channel_and_a_queue_causes_few_looks() throws SQLException {
        AtomicInteger looks = new AtomicInteger();
        AtomicBoolean last = new AtomicBoolean();
        here.onReady(() -> here.takeReady().forEach(ready -> {
            looks.incrementAndGet();
            last.compareAndSet(false, ready.queue().equals("own"));
        }));
        listening.start();
        soon().until(here::receivesFromOthers);
        here.takeReady();
        looks.set(0);
        String channel = new PostgresNotifier(database, null, "").channel();
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
        assertThat(looks.get())
                .isLessThanOrEqualTo((int) (2 * WakeupLimit.CAPACITY + 2 * seconds * WakeupLimit.PER_SECOND));
    }
}
