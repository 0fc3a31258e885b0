package io.baton.worker.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.InvalidPayloadException;
import io.baton.job.Fence;
import io.baton.job.JobSettlements.Progress;
import io.baton.job.JobStore;
import io.baton.job.Retention;
import io.baton.job.Settled;
import io.baton.job.Stores;
import io.baton.testing.memory.InMemoryJobStore;
import io.baton.testing.memory.InMemoryWorkerStore;
import io.baton.testing.memory.MemoryDatabase;
import io.baton.worker.call.ProgressWriter.CheckpointFailedException;
import io.baton.worker.life.WorkerParts;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.transaction.CannotCreateTransactionException;

class ProgressWriterTests {

    private static final Retention KEEP_ALL = new Retention(null, null, null, 100);
    private static final Fence SOUND = new Fence(1, new UUID(0, 1));
    private static final Fence REFUSED = new Fence(2, new UUID(0, 2));

    private final MemoryDatabase database = new MemoryDatabase(() -> Instant.EPOCH);
    private final List<Fence> written = new ArrayList<>();
    private Settled answer = Settled.DONE;
    private Runnable meanwhile = () -> {};
    private boolean interruptedWhileSaving;
    private int pauses;
    private RuntimeException failure =
            new DataIntegrityViolationException("refused", new SQLException("Failing row contains (secret)", "23514"));
    private final ProgressWriter notes = new ProgressWriter(
            WorkerParts.engine(
                    new Stores(JobStore.roles(new Store()), new InMemoryWorkerStore(database), database),
                    (worker, queues) -> {
                        throw new UnsupportedOperationException();
                    },
                    Runnable::run,
                    () -> 0,
                    UUID::randomUUID),
            1_000,
            nanos -> pauses++);

    /** Refuses what one of the jobs says. */
    private final class Store extends InMemoryJobStore {

        private Store() {
            super(database, KEEP_ALL);
        }

        @Override
        public Settled saveCheckpoint(Fence fence, String checkpoint) {
            interruptedWhileSaving = Thread.currentThread().isInterrupted();
            if (fence.equals(REFUSED)) {
                throw failure;
            }
            return answer;
        }

        @Override
        public Map<Fence, Settled> saveProgress(Map<Fence, Progress> progress) {
            meanwhile.run();
            written.addAll(progress.keySet());
            Map<Fence, Settled> saved = new HashMap<>();
            progress.keySet().forEach(fence -> saved.put(fence, answer));
            return saved;
        }
    }

    @Test
    void a_refused_checkpoint_is_reported_to_its_handler_without_row_contents() {
        assertThat(notes.checkpoint(SOUND, "7")).isTrue();
        assertThatThrownBy(() -> notes.checkpoint(REFUSED, "7"))
                .isInstanceOf(InvalidPayloadException.class)
                .hasMessageContainingAll("The checkpoint of job 2 is refused by the database", "SQLState 23514")
                .hasNoCause()
                .message()
                .doesNotContain("secret");
    }

    @Test
    void a_checkpoint_that_is_too_large_is_told_to_its_handler() {
        assertThatThrownBy(() -> notes.checkpoint(SOUND, "x".repeat(1_001)))
                .isInstanceOf(InvalidPayloadException.class)
                .hasMessageContaining("baton.payload.max-size");
    }

    @Test
    void a_checkpoint_that_fails_for_now_is_no_fault_of_its_handler() {
        failure = new DataAccessResourceFailureException("away");
        assertThatThrownBy(() -> notes.checkpoint(REFUSED, "7")).isInstanceOf(CheckpointFailedException.class);
    }

    /** A handler that is asked to stop may keep how far it came. */
    @Test
    void a_run_that_is_interrupted_saves_a_checkpoint_and_stays_interrupted() {
        Thread.currentThread().interrupt();
        boolean ours = notes.checkpoint(SOUND, "7");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(ours).isTrue();
        assertThat(interruptedWhileSaving)
                .as("drivers close a connection that is interrupted")
                .isFalse();
    }

    @Test
    void progress_of_a_locked_job_is_written_with_the_next_turn() {
        answer = Settled.BUSY;
        notes.progress(SOUND, 0.5, "half");
        notes.turn();
        answer = Settled.DONE;
        notes.turn();
        notes.turn();
        assertThat(written).containsExactly(SOUND, SOUND);
    }

    @Test
    void what_is_said_while_the_last_is_written_is_written_next() {
        meanwhile = () -> notes.progress(SOUND, 0.6, "more");
        notes.progress(SOUND, 0.5, "half");
        notes.turn();
        meanwhile = () -> {};
        notes.turn();
        notes.turn();
        assertThat(written).containsExactly(SOUND, SOUND);
    }

    @Test
    void a_handler_learns_from_its_checkpoint_that_the_job_is_somebody_elses() {
        answer = Settled.FENCED;
        assertThat(notes.checkpoint(SOUND, "7")).isFalse();
    }

    @Test
    void a_stopping_handler_does_not_wait_for_a_locked_row() {
        answer = Settled.BUSY;
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> notes.checkpoint(SOUND, "7")).isInstanceOf(CheckpointFailedException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(pauses).isZero();
    }

    @Test
    void a_checkpoint_without_a_connection_is_not_its_handlers_fault() {
        failure = new CannotCreateTransactionException("no connection");
        assertThatThrownBy(() -> notes.checkpoint(REFUSED, "7")).isInstanceOf(CheckpointFailedException.class);
    }
}
