package io.baton.engine;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobCount;
import io.baton.JobDetails;
import io.baton.JobId;
import io.baton.JobRejectedException;
import io.baton.JobState;
import io.baton.engine.StageJobs.PlayBackingOff;
import io.baton.engine.StageJobs.PlayOnce;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Every run comes to an outcome. */
abstract class SettleContract extends StationContract {

    @Test
    void a_completed_job_is_found_with_its_result() {
        Part part = engine().part(cue -> Map.of("answer", 42));

        JobId id = engine().enqueue(part.plain(1));

        JobDetails job = engine().await(id, JobState.COMPLETED);
        assertThat(job.result()).isEqualTo("{\"answer\":42}");
        assertThat(job.attempts()).isEqualTo(1);
        assertThat(job.endedAt()).isAfterOrEqualTo(job.claimedAt());
        assertThat(job.worker()).isNotBlank();
        assertThat(job.payload()).isNull();
    }

    @Test
    void waits_between_attempts_grow_up_to_their_limit() {
        Part part = engine().part(cue -> {
            throw new IllegalStateException("always");
        });
        JobId id = engine().enqueue(new PlayBackingOff(part.name));

        for (int seconds : new int[] {10, 30, 60, 60}) {
            JobDetails waits = engine().await(id, JobState.SCHEDULED);
            // by the clock of the database: later than the claim by the wait at least, and not later than now by more
            assertThat(waits.dueAt())
                    .isBetween(
                            requireNonNull(waits.claimedAt()).plusSeconds(seconds),
                            engine().databaseNow().plusSeconds(seconds));
            assertThat(engine().jobs.reschedule(id, Duration.ZERO)).isTrue();
            int next = waits.attempts() + 1;
            EngineOnDatabase.await().until(() -> engine().find(id).attempts() >= next);
        }
    }

    @Test
    void after_the_last_attempt_a_job_is_dead_with_its_error() {
        Part part = engine().part(cue -> {
            throw new IllegalStateException("attempt " + cue.attempt());
        });

        JobId id =
                engine().jobs.enqueue(part.plain(1), job -> job.maxAttempts(3)).id();

        JobDetails dead = engine().await(id, JobState.DEAD);
        assertThat(part.runs).extracting(Cue::attempt).containsExactly(1, 2, 3);
        assertThat(dead.attempts()).isEqualTo(3);
        assertThat(dead.endedAt()).isNotNull();
        assertThat(dead.payload()).isNotNull();
        assertThat(dead.error())
                .startsWith("java.lang.IllegalStateException: attempt 3")
                .contains("at " + SettleContract.class.getName());
    }

    @Test
    void a_rejected_job_is_dead_at_once() {
        Part part = engine().part(cue -> {
            throw new JobRejectedException("never");
        });

        JobId id = engine().enqueue(part.plain(1));

        assertThat(engine().await(id, JobState.DEAD).error()).contains("never");
        assertThat(part.runs).hasSize(1);
    }

    @Test
    void only_a_failure_not_to_be_retried_makes_the_job_dead() {
        Part rejected = engine().part(cue -> {
            throw new NumberFormatException("a subclass of what is named");
        });
        Part retried = engine().part(cue -> {
            throw new IllegalStateException("not named");
        });

        JobId dead = engine().enqueue(new PlayOnce(rejected.name));
        JobId waits = engine().enqueue(new PlayOnce(retried.name));

        engine().await(dead, JobState.DEAD);
        assertThat(rejected.runs).hasSize(1);
        EngineOnDatabase.await().until(() -> retried.runs.size() > 1);
        engine().jobs.cancel(waits);
    }

    @Test
    void a_snooze_uses_up_no_attempt() {
        Part part = engine().part(cue -> {
            int snoozes = cue.job().lastCheckpoint(Integer.class).orElse(0);
            if (snoozes < 3) {
                cue.job().saveCheckpoint(snoozes + 1);
                cue.job().snooze(Duration.ofMillis(10));
            }
            return null;
        });

        JobId id = engine().enqueueOnce(part.plain(1));

        assertThat(engine().await(id, JobState.COMPLETED).attempts()).isEqualTo(1);
        assertThat(part.runs).extracting(Cue::attempt).containsExactly(1, 1, 1, 1);
    }

    @Test
    void a_snooze_is_as_long_as_asked() {
        Part part = engine().part(cue -> {
            cue.job().snooze(Duration.ofHours(2));
            return null;
        });

        JobDetails waits = engine().await(engine().enqueue(part.plain(1)), JobState.SCHEDULED);

        assertThat(waits.attempts()).isZero();
        assertThat(waits.dueAt())
                .isBetween(
                        requireNonNull(waits.claimedAt()).plus(Duration.ofHours(2)),
                        engine().databaseNow().plus(Duration.ofHours(2)));
    }

    @Test
    void a_job_of_unknown_type_waits_in_place_and_keeps_its_attempts() {
        Part part = engine().part(cue -> null);
        JobId id = engine().enqueue(part.plain(1), EngineOnDatabase.LIMBO);

        engine().sql.update("UPDATE baton_job SET type = 'nobody-knows', queue = 'default' WHERE id = ?", id.value());

        JobDetails waits = EngineOnDatabase.await()
                .until(() -> engine().find(id), job -> job.claimedAt() != null && job.state() == JobState.READY);
        assertThat(waits.attempts()).isZero();
        assertThat(waits.dueAt()).isBefore(waits.claimedAt());
        JobId known = engine().enqueue(part.plain(2), "default");
        engine().await(known, JobState.COMPLETED);
        assertThat(engine().find(id).claimedAt()).as("it is left alone").isEqualTo(waits.claimedAt());

        engine().sql.update("UPDATE baton_job SET type = 'play' WHERE id = ?", id.value());
        // a claim may have found it by itself
        engine().jobs.reschedule(id, Duration.ZERO);
        assertThat(engine().await(id, JobState.COMPLETED).attempts()).isEqualTo(1);
    }

    @Test
    void dead_jobs_are_counted_by_queue() {
        Part part = engine().part(cue -> {
            throw new JobRejectedException("never");
        });

        engine().await(engine().enqueue(part.plain(1), "single"), JobState.DEAD);

        assertThat(engine().jobs.counts()).contains(new JobCount("single", JobState.DEAD, 1));
    }
}
