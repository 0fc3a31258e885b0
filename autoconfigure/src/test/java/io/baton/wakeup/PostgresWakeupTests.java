package io.baton.wakeup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.testing.TestDatabase;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

/** Two nodes that ring for each other through a real server. */
class PostgresWakeupTests {

    private final HikariDataSource database = TestDatabase.POSTGRES.freshDatabase();
    private final Doorbell here = new Doorbell();
    private final Set<String> heard = ConcurrentHashMap.newKeySet();
    private final RemoteBell there = RemoteBell.ringing(database);
    private RemoteBell listening = RemoteBell.between(database, database, here);

    private static ConditionFactory soon() {
        return await().atMost(Duration.ofMinutes(1)).pollInterval(Duration.ofMillis(10));
    }

    @BeforeEach
    void collect() {
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
        there.jobsAvailable("q");
        soon().until(() -> heard.contains("q"));
    }

    @Test
    void its_own_ringing_is_not_heard() {
        listening.start();
        soon().until(here::hearsOthers);
        listening.jobsAvailable("own");
        there.jobsAvailable("q");
        soon().until(() -> heard.contains("q"));
        assertThat(heard).doesNotContain("own");
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
        there.jobsAvailable("q");
        soon().until(() -> heard.contains("q"));
    }

    /** As behind a pooling proxy, where listening is allowed and brings nothing; another database is as deaf. */
    @Test
    void who_never_hears_himself_does_not_rely_on_hearing() {
        try (HikariDataSource deaf = TestDatabase.POSTGRES.freshDatabase()) {
            Doorbell elsewhere = new Doorbell();
            elsewhere.onRing(() -> heard.addAll(elsewhere.heard()));
            RemoteBell witness = RemoteBell.between(database, database, elsewhere);
            witness.start();
            soon().until(elsewhere::hearsOthers);
            listening = RemoteBell.between(database, deaf, here);
            listening.start();
            soon().until(here::allRung);
            listening.jobsAvailable("after the echo");
            soon().until(() -> heard.contains("after the echo"));
            witness.stop();
            assertThat(here.hearsOthers()).isFalse();
            listening.stop();
        }
    }
}
