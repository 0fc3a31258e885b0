package io.baton.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.BatchId;
import io.baton.Chunks;
import io.baton.JobContext;
import io.baton.JobId;
import io.baton.Partition;
import io.baton.Tick;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

class TestJobContextTests {

    @Test
    void by_itself_it_is_a_first_attempt() {
        JobContext context = TestJobContext.create();
        assertThat(context.attempt()).isOne();
        assertThat(context.maxAttempts()).isEqualTo(10);
        assertThat(context.isCancelled()).isFalse();
        assertThat(context.lastCheckpoint(String.class)).isEmpty();
        assertThat(context.batchId()).isEmpty();
        assertThat(context.partition()).isEmpty();
        assertThat(context.tick()).isEmpty();
        assertThat(context.results().stream(Object.class)).isEmpty();
    }

    @Test
    void it_is_what_the_test_says() {
        Tick tick = new Tick("nightly", Instant.EPOCH, ZoneOffset.UTC);
        Partition partition = new Partition(1, 4);
        JobContext context = TestJobContext.create()
                .id(7)
                .type("ship")
                .queue("shipping")
                .attempt(3)
                .maxAttempts(5)
                .enqueuedAt(Instant.MIN)
                .dueAt(Instant.MAX)
                .batchId(9)
                .partition(partition)
                .tick(tick)
                .results(1, 2)
                .checkpoint("half");
        assertThat(context.id()).isEqualTo(new JobId(7));
        assertThat(context.type()).isEqualTo("ship");
        assertThat(context.queue()).isEqualTo("shipping");
        assertThat(context.attempt()).isEqualTo(3);
        assertThat(context.maxAttempts()).isEqualTo(5);
        assertThat(context.enqueuedAt()).isEqualTo(Instant.MIN);
        assertThat(context.dueAt()).isEqualTo(Instant.MAX);
        assertThat(context.batchId()).contains(new BatchId(9));
        assertThat(context.partition()).contains(partition);
        assertThat(context.tick()).contains(tick);
        assertThat(context.results().stream(Integer.class)).containsExactly(1, 2);
        assertThat(context.lastCheckpoint(String.class)).contains("half");
    }

    @Test
    void it_keeps_what_the_handler_says() {
        TestJobContext context = TestJobContext.create();
        context.saveCheckpoint("end");
        context.progress(0.5, "half");
        context.pauseQueue(Duration.ofMinutes(1));
        assertThatThrownBy(() -> context.snooze(Duration.ofMinutes(2)))
                .isInstanceOfSatisfying(TestJobContext.Snoozed.class, snoozed -> assertThat(snoozed.delay())
                        .isEqualTo(Duration.ofMinutes(2)));
        assertThat(context.savedCheckpoint()).isEqualTo("end");
        assertThat(context.lastProgress()).isEqualTo(0.5);
        assertThat(context.lastProgressNote()).isEqualTo("half");
        assertThat(context.snoozed()).contains(Duration.ofMinutes(2));
        assertThat(context.pausedQueue()).contains(Duration.ofMinutes(1));
    }

    @Test
    void it_is_cancelled_when_the_test_says_so() {
        assertThat(TestJobContext.create().cancelled().isCancelled()).isTrue();
        TestJobContext later = TestJobContext.create().cancelledAfter(2);
        assertThat(List.of(later.isCancelled(), later.isCancelled(), later.isCancelled(), later.isCancelled()))
                .containsExactly(false, false, true, true);
    }

    @Test
    void rows_come_in_portions() {
        List<Object> portions = new ArrayList<>();
        long rows = TestJobContext.create()
                .rows(List.of("a", "b", "c"))
                .inChunks(
                        Chunks.of("SELECT id FROM letters", "id", 2).mappedBy((row, number) -> ""),
                        rows2 -> portions.add(List.copyOf(rows2)));
        assertThat(rows).isEqualTo(3);
        assertThat(portions).containsExactly(List.of("a", "b"), List.of("c"));
        assertThatThrownBy(() -> TestJobContext.create()
                        .rows(List.of("a"))
                        .cancelled()
                        .inChunks(Chunks.of("SELECT id FROM letters", "id", 2), each -> {}))
                .isInstanceOf(CancellationException.class);
    }
}
