package io.baton.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.BatonException;
import io.baton.JobDetails;
import io.baton.JobId;
import io.baton.JobState;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** A stranger holds the row of a running job for longer than anybody waits: that delays the job and costs it nothing else. */
abstract class ForeignLockContract extends StationContract {

    private static void afterwards(Runnable action) {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCompletion(int status) {
                action.run();
            }
        });
    }

    @Test
    void costs_a_transactional_job_no_attempt() {
        try (Stranger stranger = new Stranger(engine().sql)) {
            AtomicBoolean first = new AtomicBoolean(true);
            Part part = engine().part(cue -> {
                cue.effect();
                if (first.getAndSet(false)) {
                    stranger.take(cue.job().id().value());
                    // the completion has waited, and was rolled back
                    afterwards(stranger::letGo);
                }
                return null;
            });

            JobId id = engine().enqueueOnce(part.inTransaction(1));

            assertThat(engine().await(id, JobState.COMPLETED).attempts()).isEqualTo(1);
            assertThat(part.runs).extracting(Cue::attempt).containsExactly(1, 1);
            assertThat(engine().effectsOf(id)).isEqualTo(1);
        }
    }

    @Test
    void progress_waits_for_nobody_and_is_seen_once_the_row_is_free() throws Exception {
        try (Stranger stranger = new Stranger(engine().sql)) {
            CountDownLatch told = new CountDownLatch(1);
            CountDownLatch seen = new CountDownLatch(1);
            Part part = engine().part(cue -> {
                stranger.take(cue.job().id().value());
                for (int i = 1; i <= 1_000; i++) {
                    cue.job().progress(i / 1_000.0, i + " of 1000");
                }
                told.countDown();
                seen.await();
                return null;
            });

            JobId id = engine().enqueueOnce(part.plain(1));
            assertThat(told.await(180, TimeUnit.SECONDS)).isTrue();
            stranger.letGo();

            // a write that was under way may still tell of less
            JobDetails running = EngineOnDatabase.await()
                    .until(() -> engine().find(id), job -> job.progress() != null && job.progress() == 1);
            assertThat(running.progressNote()).isEqualTo("1000 of 1000");
            seen.countDown();
            engine().await(id, JobState.COMPLETED);
            assertThat(part.runs).hasSize(1);
        }
    }

    @Test
    void the_last_progress_of_a_failed_job_is_kept() {
        Part part = engine().part(cue -> {
            cue.job().progress(0.7, "seven");
            throw new IllegalStateException("broken");
        });

        JobDetails dead = engine().await(engine().enqueueOnce(part.plain(1)), JobState.DEAD);

        assertThat(dead.progressNote()).isEqualTo("seven");
    }

    @Test
    void a_checkpoint_that_cannot_be_written_says_so_and_costs_no_attempt() {
        try (Stranger stranger = new Stranger(engine().sql)) {
            AtomicBoolean first = new AtomicBoolean(true);
            Part part = engine().part(cue -> {
                if (first.getAndSet(false)) {
                    stranger.take(cue.job().id().value());
                    try {
                        cue.job().saveCheckpoint(1);
                    } catch (BatonException e) {
                        assertThat(e)
                                .hasMessageContaining(
                                        "checkpoint of job " + cue.job().id().value());
                        throw e;
                    } finally {
                        stranger.letGo();
                    }
                }
                return null;
            });

            JobId id = engine().enqueueOnce(part.plain(1));

            assertThat(engine().await(id, JobState.COMPLETED).attempts()).isEqualTo(1);
            assertThat(part.runs).extracting(Cue::attempt).containsExactly(1, 1);
        }
    }

    @Test
    void a_checkpoint_waits_a_while_for_its_row() {
        try (Stranger stranger = new Stranger(engine().sql)) {
            Part part = engine().part(cue -> {
                stranger.take(cue.job().id().value());
                stranger.letGo();
                cue.job().saveCheckpoint(cue.attempt());
                return cue.job().lastCheckpoint(Integer.class).orElseThrow();
            });

            JobId id = engine().enqueueOnce(part.plain(1));

            assertThat(engine().await(id, JobState.COMPLETED).result()).isEqualTo("1");
        }
    }
}
