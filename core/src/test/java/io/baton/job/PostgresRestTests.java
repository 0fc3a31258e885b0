package io.baton.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.job.Pulse.Part;
import io.baton.testing.TestDatabase;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a heartbeat reads for a node at rest, and that it costs no worker its life. */
class PostgresRestTests {

    private static final int AFTER_FAILURE = 30;

    private final StoreOnDatabase database = new StoreOnDatabase(TestDatabase.POSTGRES);
    private final Pulses pulses = database.pulses();
    private final long worker = database.register("short-lived", "q");

    @AfterEach
    void close() {
        database.close();
    }

    private Pulse pulse() {
        Pulse pulse = pulses.take(worker, Set.of("q"));
        assertThat(pulse.alive()).isTrue();
        return pulse;
    }

    /** A heartbeat that a busy machine has made slow makes the next ones plain. */
    private Set<Part> unusedByTheNextFull() {
        Set<Part> unused = pulse().unused();
        for (int heartbeat = 0; heartbeat < AFTER_FAILURE && unused.isEmpty(); heartbeat++) {
            unused = pulse().unused();
        }
        return unused;
    }

    private void assertNextArePlainUntilTheTableIsBack() {
        for (int heartbeat = 0; heartbeat < AFTER_FAILURE; heartbeat++) {
            Pulse plain = pulse();
            assertThat(plain.paused()).isEmpty();
            assertThat(plain.unused()).isEmpty();
        }
        database.sql.execute("ALTER TABLE moved RENAME TO baton_limit");
        assertThat(pulse().unused()).contains(Part.LIMITS);
    }

    private void addLimit() {
        database.sql.update("INSERT INTO baton_limit (name, family, capacity, used_at) VALUES ('a', 'a', 1, now())");
    }

    @Test
    void names_what_has_no_row() {
        assertThat(pulse().unused()).containsExactlyInAnyOrder(Part.values());
        addLimit();
        assertThat(unusedByTheNextFull()).containsExactlyInAnyOrder(Part.BATCHES, Part.SEQUENCES, Part.SCHEDULES);
    }

    @Test
    void reads_no_more_of_what_was_found_once() {
        addLimit();
        pulse();
        database.sql.update("DELETE FROM baton_limit");
        assertThat(unusedByTheNextFull()).containsExactlyInAnyOrder(Part.BATCHES, Part.SEQUENCES, Part.SCHEDULES);
        database.sql.execute("DROP TABLE baton_limit CASCADE");
        assertThat(unusedByTheNextFull()).containsExactlyInAnyOrder(Part.BATCHES, Part.SEQUENCES, Part.SCHEDULES);
    }

    @Test
    void a_failure_makes_the_next_heartbeats_plain() {
        database.sql.execute("ALTER TABLE baton_limit RENAME TO moved");
        assertThatThrownBy(() -> pulses.take(worker, Set.of("q"))).hasStackTraceContaining("baton_limit");
        assertNextArePlainUntilTheTableIsBack();
    }

    @Test
    void a_slow_one_makes_the_next_heartbeats_plain() {
        database.sql.execute("ALTER TABLE baton_limit RENAME TO moved");
        database.sql.execute(
                "CREATE VIEW baton_limit AS SELECT 1 FROM (SELECT pg_sleep(0.3)::text AS text) AS slept WHERE text = 'longer'");
        assertThat(pulse().unused()).contains(Part.LIMITS);
        database.sql.execute("DROP VIEW baton_limit");
        assertNextArePlainUntilTheTableIsBack();
    }

    @Test
    void a_lock_on_another_table_delays_one_heartbeat() {
        database.insert(JobDraft.job().queue("q"));
        try (HeldTransaction held = database.hold()) {
            held.call(() -> {
                database.sql.execute("LOCK TABLE baton_batch IN ACCESS EXCLUSIVE MODE");
                return true;
            });
            assertThat(pulse().unused()).isEmpty();
            assertThat(pulse().queuesWithWork()).containsExactly("q");
        }
    }
}
