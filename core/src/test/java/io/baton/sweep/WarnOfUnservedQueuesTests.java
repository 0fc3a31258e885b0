package io.baton.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.job.Due;
import io.baton.job.NewJob;
import io.baton.job.Retention;
import io.baton.job.WorkerInfo;
import io.baton.testing.memory.InMemoryJobStore;
import io.baton.testing.memory.InMemoryWorkerStore;
import io.baton.testing.memory.MemoryDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class WarnOfUnservedQueuesTests {

    private static final Retention KEEP_ALL = new Retention(null, null, null, 100);

    private Duration time = Duration.ofDays(1);
    private final MemoryDatabase database = new MemoryDatabase(() -> Instant.EPOCH.plus(time));
    private final InMemoryJobStore store = new InMemoryJobStore(database, KEEP_ALL);
    private final InMemoryWorkerStore workers = new InMemoryWorkerStore(database, KEEP_ALL);
    private final WarnOfUnservedQueues task = new WarnOfUnservedQueues(store, workers, database, () -> time.toNanos());

    @Test
    void each_is_told_of_once_an_hour_while_jobs_wait_in_it(CapturedOutput output) {
        store.insert(new NewJob("work", "limbo", 0, Due.NOW, null, Map.of(), "{}"));
        for (int minute = 0; minute < 125; minute++) {
            task.sweep();
            time = time.plusMinutes(1);
        }
        assertThat(output.toString().lines().filter(line -> line.contains("'limbo'")))
                .hasSize(3);
    }

    @Test
    void a_node_registered_after_the_first_scan_serves_what_waited(CapturedOutput output) {
        store.insert(new NewJob("work", "mails", 0, Due.NOW, null, Map.of(), "{}"));
        time = time.plusHours(1);

        assertThat(task.sweep()).isLessThanOrEqualTo(Duration.ofMinutes(1));
        assertThat(task.unserved()).isEmpty();
        workers.register(new WorkerInfo(
                "one", "host", 1, UUID.randomUUID(), "1", Duration.ofSeconds(10), Set.of("mails"), Set.of("work")));
        time = time.plusMinutes(1);
        task.sweep();

        assertThat(task.unserved()).isEmpty();
        assertThat(output).doesNotContain("no living worker serves");
    }

    @Test
    void a_queue_name_forges_no_line_and_is_logged_until_served(CapturedOutput output) {
        long id = store.insert(new NewJob("work", "lim\nbo", 0, Due.NOW, null, Map.of(), "{}"));
        task.sweep();
        assertThat(task.unserved()).isEmpty();

        time = time.plusMinutes(3);
        task.sweep();
        time = time.plusMinutes(1);
        task.sweep();

        assertThat(task.unserved()).containsExactly("lim\nbo");
        assertThat(output).contains("'lim\\nbo'");

        store.cancel(List.of(id));
        task.sweep();
        assertThat(task.unserved()).isEmpty();
    }
}
