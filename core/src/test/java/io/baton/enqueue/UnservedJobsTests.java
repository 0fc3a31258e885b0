package io.baton.enqueue;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.job.WorkerStore.WorkerInfo;
import io.baton.loop.SweepTask;
import io.baton.testing.memory.InMemoryWorkerStore;
import io.baton.testing.memory.MemoryDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class UnservedJobsTests {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private Duration time = Duration.ofDays(1);
    private final MemoryDatabase database = new MemoryDatabase(() -> Instant.EPOCH.plus(time));
    private final InMemoryWorkerStore workers = new InMemoryWorkerStore(database);
    private final UnservedJobs unserved = new UnservedJobs(() -> time.toNanos());
    private final SweepTask check = unserved.check(workers, database);

    private long worker(String queue, String type) {
        return workers.register(new WorkerInfo(
                "one", "host", 1, UUID.randomUUID(), "1", Duration.ofSeconds(10), Set.of(queue), Set.of(type)));
    }

    private void passes(Duration duration) {
        time = time.plus(duration);
        assertThat(check.sweep()).isEqualTo(MINUTE);
    }

    @Test
    void a_queue_that_no_node_serves_is_logged_once_with_the_nearest(CapturedOutput output) {
        worker("mails", "send-mail");
        unserved.enqueued("send-mail", "mials", 1);
        passes(Duration.ofSeconds(59));
        assertThat(output).doesNotContain("no living worker");

        for (int minute = 0; minute < 120; minute++) {
            passes(MINUTE);
            unserved.enqueued("send-mail", "mials", 1);
        }
        assertThat(output)
                .containsOnlyOnce(
                        "in the queue 'mials', but no living worker serves this queue. Did you mean 'mails'?");
    }

    @Test
    void a_type_that_no_node_knows_is_logged_with_the_nearest(CapturedOutput output) {
        worker("mails", "send-mail");
        unserved.enqueued("sned-mail", "mails", 1);
        passes(MINUTE);
        assertThat(output)
                .contains("of the type 'sned-mail'", "has a handler for this type. Did you mean 'send-mail'?");
    }

    @Test
    void a_name_forges_no_line(CapturedOutput output) {
        worker("mails", "send-mail");
        unserved.enqueued("send-mail", "lim\nbo", 1);
        passes(MINUTE);
        assertThat(output).contains("'lim\\nbo'");
    }

    @Test
    void what_is_served_is_not(CapturedOutput output) {
        worker("mails", "send-mail");
        unserved.enqueued("send-mail", "mails", 1);
        passes(MINUTE);
        assertThat(output).doesNotContain("no living worker");
    }

    @Test
    void a_node_that_starts_within_a_minute_serves_it(CapturedOutput output) {
        worker("mails", "send-mail");
        unserved.enqueued("print", "prints", 1);
        passes(Duration.ofSeconds(30));
        worker("prints", "print");
        passes(MINUTE);
        assertThat(output).doesNotContain("no living worker");
    }

    @Test
    void while_no_worker_is_there_nothing_is_logged(CapturedOutput output) {
        unserved.enqueued("send-mail", "mials", 1);
        passes(Duration.ofHours(1));
        assertThat(output).doesNotContain("no living worker");

        worker("mails", "send-mail");
        passes(MINUTE);
        assertThat(output).contains("Did you mean 'mails'?");
    }

    @Test
    void a_thousand_names_are_remembered_at_most(CapturedOutput output) {
        worker("mails", "send-mail");
        for (int number = 0; number < 1_100; number++) {
            unserved.enqueued("send-mail", "tenant-" + number, 1);
        }
        passes(MINUTE);
        assertThat(output.toString().lines().filter(line -> line.contains("no living worker")))
                .hasSize(1_000);
    }
}
