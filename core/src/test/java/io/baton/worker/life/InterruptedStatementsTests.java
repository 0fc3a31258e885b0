package io.baton.worker.life;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobState;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.TransientDataAccessResourceException;

/** A statement that Baton executes for a handler, and that the database ends, uses up no attempt. */
class InterruptedStatementsTests extends WorkerTurnsFixture {

    private void assertInterrupted(long job) {
        assertThat(state(job)).isEqualTo(JobState.SCHEDULED);
        assertThat(untilDue(job)).isEqualTo(Duration.ofSeconds(5));
        assertThat(find(job).attempts()).isZero();
        assertThat(find(job).error()).contains("The database interrupted the run");
    }

    private static RuntimeException cut() {
        return new DataAccessResourceFailureException("cut", new SQLException("cut", "08006"));
    }

    @Test
    void a_tick_that_cannot_be_read_uses_up_no_attempt() throws Exception {
        long job = enqueue("work");
        store.beforeLabels = () -> {
            throw cut();
        };
        handler = context -> calls.add("tick " + context.tick());
        work();
        assertInterrupted(job);
    }

    @Test
    void a_server_without_the_claim_uses_up_no_attempt() throws Exception {
        long job = enqueue("work");
        store.isBehind = true;
        handler = context -> calls.add("tick " + context.tick());
        work();
        assertInterrupted(job);
    }

    @Test
    void a_queue_that_cannot_be_paused_uses_up_no_attempt() throws Exception {
        long job = enqueue("work");
        store.beforePause = () -> {
            throw cut();
        };
        handler = context -> context.pauseQueue(Duration.ofMinutes(1));
        work();
        assertInterrupted(job);
    }

    @Test
    void a_statement_without_a_turn_uses_up_no_attempt() throws Exception {
        long job = enqueue("work");
        store.beforeLabels = () -> {
            throw new TransientDataAccessResourceException("too many at once");
        };
        handler = context -> calls.add("tick " + context.tick());
        work();
        assertInterrupted(job);
    }

    @Test
    void a_statement_that_the_database_refuses_is_a_failure() throws Exception {
        long job = enqueue("work");
        store.beforeLabels = () -> {
            throw new DataAccessResourceFailureException("refused", new SQLException("refused", "42P01"));
        };
        handler = context -> calls.add("tick " + context.tick());
        work();
        assertThat(find(job).attempts()).isEqualTo(1);
    }
}
