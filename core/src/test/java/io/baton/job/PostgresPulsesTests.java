package io.baton.job;

import static io.baton.job.JobDraft.job;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.testing.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What a heartbeat on PostgreSQL reads for other tasks. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PostgresPulsesTests {

    private final StoreOnDatabase database = new StoreOnDatabase(TestDatabase.POSTGRES);
    private final Pulses pulses = database.pulses();
    private final long worker = database.register("reader", "q");

    @BeforeEach
    void clear() {
        for (String table : List.of("baton_limit", "baton_batch", "baton_schedule")) {
            database.sql.update("DELETE FROM " + table);
        }
    }

    @AfterAll
    void close() {
        database.close();
    }

    private Pulse.Others others() {
        return requireNonNull(pulses.take(worker, Set.of("q")).others());
    }

    private void schedule(String name, String nextAt, boolean paused) {
        database.sql.update(
                "INSERT INTO baton_schedule (name, made_by, type, queue, priority, zone_id, missed, may_overlap, next_at,"
                        + " paused, gone, known_at, changed_at) VALUES (?, gen_random_uuid(), 't', 'q', 0, 'UTC', 0, TRUE, "
                        + nextAt
                        + ", ?, FALSE, now(), now())",
                name,
                paused);
    }

    @Test
    void it_reports_nothing_where_nothing_is() {
        assertThat(others()).isEqualTo(new Pulse.Others(false, false, null));
    }

    @Test
    void it_reports_limits_and_batches() {
        database.sql.update("INSERT INTO baton_limit (name, family, used_at) VALUES ('a', 'a', now())");
        assertThat(others()).isEqualTo(new Pulse.Others(true, false, null));
        database.sql.update("INSERT INTO baton_batch (active_at) VALUES (now()), (now())");
        assertThat(others()).isEqualTo(new Pulse.Others(true, true, null));
    }

    @Test
    void it_reports_the_next_tick_that_is_not_paused() {
        schedule("paused", "now()", true);
        schedule("never", "NULL", false);
        assertThat(others().nextTick()).isNull();
        schedule("later", "now() + interval '1 hour'", false);
        assertThat(others().nextTick()).isBetween(Duration.ofMinutes(50), Duration.ofHours(1));
        schedule("passed", "now() - interval '1 hour'", false);
        assertThat(others().nextTick()).isZero();
    }

    @Test
    void those_after_one_that_took_too_long_are_limited_and_read_all() {
        database.insert(job().queue("q"));
        try (HeldTransaction held = database.hold()) {
            held.call(() -> {
                database.sql.execute("LOCK TABLE baton_limit IN ACCESS EXCLUSIVE MODE");
                return true;
            });
            assertThat(pulses.take(worker, Set.of("q")).others()).isNull();
        }
        for (int heartbeat = 0; heartbeat < 40; heartbeat++) {
            Pulse pulse = pulses.take(worker, Set.of("q"));
            assertThat(pulse.queuesWithWork()).containsExactly("q");
            assertThat(pulse.others()).isNotNull();
        }
    }
}
