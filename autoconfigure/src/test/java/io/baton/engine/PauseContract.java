package io.baton.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobId;
import io.baton.JobState;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** No job of a paused queue starts, on any node, until the queue is resumed or its time is over. */
abstract class PauseContract extends StationContract {

    private static final String QUEUE = "single";

    @AfterEach
    void resume() {
        engine().jobs.resume(QUEUE);
    }

    /** A worker learns of a pause by its next beat at the latest: three of every worker have begun once this returns, and two have ended. */
    private void awaitBeats() {
        for (int i = 0; i < 3; i++) {
            Timestamp before = beat("MAX");
            EngineOnDatabase.await().until(() -> beat("MIN").after(before));
        }
    }

    private Timestamp beat(String which) {
        Timestamp last = engine().sql
                .queryForObject("SELECT " + which + "(seen_at) FROM baton_worker WHERE dead = FALSE", Timestamp.class);
        return last == null ? new Timestamp(0) : last;
    }

    @Test
    void jobs_wait_until_it_is_resumed() {
        Part part = engine().part(cue -> null);
        engine().jobs.pause(QUEUE);
        awaitBeats();

        JobId id = engine().enqueue(part.plain(1), QUEUE);
        JobId other = engine().enqueue(part.plain(2));
        engine().await(other, JobState.COMPLETED);
        awaitBeats();
        assertThat(engine().find(id).state()).isEqualTo(JobState.READY);

        assertThat(engine().jobs.resume(QUEUE)).isTrue();
        engine().await(id, JobState.COMPLETED);
        assertThat(engine().jobs.resume(QUEUE)).isFalse();
    }

    @Test
    void what_has_not_started_is_handed_back_and_what_runs_goes_on() {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        Part part = engine().part(cue -> {
            started.countDown();
            end.await();
            return null;
        });
        Part fast = engine().part(cue -> null);
        engine().enqueueTogether(QUEUE, IntStream.range(0, 200).mapToObj(fast::plain))
                .forEach(id -> engine().await(id, JobState.COMPLETED));
        List<JobId> ids = engine().enqueueTogether(QUEUE, IntStream.range(0, 20).mapToObj(part::plain));
        EngineOnDatabase.await().until(() -> started.getCount() == 0);

        engine().jobs.pause(QUEUE);
        EngineOnDatabase.await()
                .until(() -> engine().count("baton_job WHERE queue = 'single' AND state = 1 AND attempt = 0") == 19);
        end.countDown();
        EngineOnDatabase.await()
                .until(() -> engine().count("baton_job WHERE queue = 'single' AND state = 1 AND attempt = 0") == 19
                        && engine().count("baton_job WHERE queue = 'single'") == 19);

        engine().jobs.resume(QUEUE);
        ids.forEach(id -> engine().await(id, JobState.COMPLETED));
        assertThat(part.numbers()).doesNotHaveDuplicates();
    }

    @Test
    void it_ends_by_itself_at_its_time() {
        Part part = engine().part(cue -> null);
        engine().jobs.pause(QUEUE, Instant.now().plusSeconds(3));
        awaitBeats();
        JobId id = engine().enqueue(part.plain(1), QUEUE);
        engine().await(id, JobState.COMPLETED);
    }

    @Test
    void a_handler_pauses_its_queue_for_every_node() {
        Part part = engine().part(cue -> {
            cue.job().pauseQueue(Duration.ofHours(1));
            return null;
        });
        try (Node other = engine().node("other", Node.withoutJpa())) {
            engine().await(engine().enqueue(part.plain(0), QUEUE), JobState.COMPLETED);
            awaitBeats();
            Part next = engine().part(cue -> null);
            JobId id = engine().enqueue(next.plain(1), QUEUE);
            awaitBeats();
            assertThat(engine().find(id).state()).isEqualTo(JobState.READY);
            assertThat(other.jobs.resume(QUEUE)).isTrue();
            engine().await(id, JobState.COMPLETED);
        }
    }

    @Test
    void a_pause_in_a_transaction_that_rolls_back_is_none() {
        engine().node.transaction.executeWithoutResult(status -> {
            engine().jobs.pause(QUEUE);
            status.setRollbackOnly();
        });
        assertThat(engine().jobs.resume(QUEUE)).isFalse();
    }
}
