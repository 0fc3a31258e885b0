package io.baton.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobId;
import io.baton.JobState;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Jobs that workers died of run one at a time on a node, and hold up nobody. */
abstract class SuspectContract extends StationContract {

    private static final String QUEUE = "together";

    private void suspect(JobId id, int crashes) {
        engine().sql.update("UPDATE baton_job SET crashes = ?, state = 1 WHERE id = ?", crashes, id.value());
    }

    /** A job against which crashes stand, and which nobody sees before they do. */
    private JobId suspect(Part part, int number) {
        JobId id = engine().jobs
                .enqueue(part.plain(number), job -> job.queue(QUEUE).delay(Duration.ofDays(1)))
                .id();
        suspect(id, 2);
        return id;
    }

    @Test
    void a_suspect_runs_beside_a_slow_handler_and_others_go_on() {
        CountDownLatch end = new CountDownLatch(1);
        Part slow = engine().part(cue -> {
            end.await();
            return null;
        });
        Part part = engine().part(cue -> null);
        JobId first = engine().enqueue(slow.plain(1), QUEUE);
        EngineOnDatabase.await().until(() -> slow.runs.size() == 1);

        JobId suspect = suspect(part, 2);
        engine().await(suspect, JobState.COMPLETED);
        assertThat(engine().find(first).state()).isEqualTo(JobState.CLAIMED);
        end.countDown();
        engine().await(first, JobState.COMPLETED);
    }

    @Test
    void suspects_run_singly_while_others_go_on_in_every_queue() {
        CountDownLatch end = new CountDownLatch(1);
        Part slow = engine().part(cue -> {
            end.await();
            return null;
        });
        Part part = engine().part(cue -> null);
        List<JobId> suspects =
                IntStream.range(0, 3).mapToObj(i -> suspect(slow, i)).toList();
        EngineOnDatabase.await().until(() -> slow.runs.size() == 1);

        List<JobId> others = IntStream.range(0, 50)
                .mapToObj(i -> engine().enqueue(part.plain(i), i % 2 == 0 ? QUEUE : "narrow"))
                .toList();
        others.forEach(id -> engine().await(id, JobState.COMPLETED));
        // those that wait go elsewhere after a while, unstarted and uncharged
        EngineOnDatabase.await()
                .until(() -> engine().count("baton_job WHERE state <> 2 AND crashes = 2 AND attempt = 0") == 2);
        assertThat(slow.runs).hasSize(1);
        assertThat(engine().count("baton_job WHERE state = 2 AND crashes = 3")).isEqualTo(1);

        end.countDown();
        suspects.forEach(id -> engine().await(id, JobState.COMPLETED));
        assertThat(slow.runs).hasSize(3);
    }

    @Test
    void a_suspect_of_a_list_handler_is_given_to_it_alone() {
        Part part = engine().part(cue -> null);
        List<JobId> ids = IntStream.range(0, 3)
                .mapToObj(i -> engine().jobs
                        .enqueue(part.together(i), job -> job.delay(Duration.ofDays(1)))
                        .id())
                .toList();
        engine().sql.update("UPDATE baton_job SET crashes = 2, state = 1");
        ids.forEach(id -> engine().await(id, JobState.COMPLETED));
        assertThat(part.calls).containsExactly(1, 1, 1);
    }
}
