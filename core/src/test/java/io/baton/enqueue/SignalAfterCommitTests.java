package io.baton.enqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.job.Due;
import io.baton.job.JobSignal;
import io.baton.job.NewJob;
import io.baton.job.ReadyJobs;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.transaction.TransactionDefinition;

@ExtendWith(OutputCaptureExtension.class)
class SignalAfterCommitTests {

    private static final TransactionHost HOST = TransactionHost.jdbc(true);

    private final List<String> signals = new ArrayList<>();
    private final SignalAfterCommit signal = new SignalAfterCommit(new QueueSignal(signals::add), List.of());

    @AfterAll
    static void close() {
        HOST.close();
    }

    @Test
    void each_queue_is_told_once_after_commit() {
        HOST.transaction().executeWithoutResult(tx -> {
            signal.announce(ReadyJobs.of("a"));
            signal.announce(ReadyJobs.of("b"));
            signal.announce(ReadyJobs.of("a"));
            assertThat(signals).isEmpty();
        });

        assertThat(signals).containsExactly("a", "b");
    }

    @Test
    void signals_that_fail_each_time_are_told_once_a_minute(CapturedOutput output) {
        SignalAfterCommit failing = new SignalAfterCommit(
                new QueueSignal(queue -> {
                    throw new IllegalStateException("away");
                }),
                List.of());

        for (int i = 0; i < 100; i++) {
            failing.announce(ReadyJobs.of("a"));
        }

        assertThat(output).containsOnlyOnce("WARN").contains("Workers were not notified of new jobs");
    }

    @Test
    void two_in_one_transaction_each_tell_their_own_workers() {
        List<String> others = new ArrayList<>();
        SignalAfterCommit other = new SignalAfterCommit(new QueueSignal(others::add), List.of());

        HOST.transaction().executeWithoutResult(tx -> {
            signal.announce(ReadyJobs.of("a"));
            other.announce(ReadyJobs.of("b"));
        });

        assertThat(signals).containsExactly("a");
        assertThat(others).containsExactly("b");
    }

    @Test
    void nothing_is_told_after_a_rollback() {
        HOST.transaction().executeWithoutResult(tx -> {
            signal.announce(ReadyJobs.of("a"));
            tx.setRollbackOnly();
        });

        assertThat(signals).isEmpty();
    }

    @Test
    void an_inner_transaction_tells_of_its_own() {
        HOST.transaction().executeWithoutResult(outer -> {
            signal.announce(ReadyJobs.of("outer"));
            HOST.transaction(TransactionDefinition.PROPAGATION_REQUIRES_NEW)
                    .executeWithoutResult(inner -> signal.announce(ReadyJobs.of("inner")));
            assertThat(signals).containsExactly("inner");
            outer.setRollbackOnly();
        });

        assertThat(signals).containsExactly("inner");
    }

    @Test
    void a_failing_signal_neither_reaches_the_caller_nor_stops_other_signals() {
        SignalAfterCommit failing = new SignalAfterCommit(
                new QueueSignal(queue -> {
                    signals.add(queue);
                    throw new IllegalStateException("no");
                }),
                List.of());

        HOST.transaction().executeWithoutResult(tx -> {
            failing.announce(ReadyJobs.of("a"));
            failing.announce(ReadyJobs.of("b"));
        });

        assertThat(signals).containsExactly("a", "b");
    }

    @Test
    void a_callback_of_the_application_that_fails_does_not_keep_workers_untold() {
        assertThatThrownBy(() -> HOST.transaction().executeWithoutResult(tx -> {
                    TransactionHost.afterCommit(() -> {
                        throw new IllegalStateException("no");
                    });
                    signal.announce(ReadyJobs.of("a"));
                }))
                .hasMessage("no");

        assertThat(signals).containsExactly("a");
    }

    @Test
    void what_is_announced_right_before_the_commit_is_told() {
        HOST.transaction()
                .executeWithoutResult(tx -> TransactionHost.beforeCommit(() -> signal.announce(ReadyJobs.of("a"))));

        assertThat(signals).containsExactly("a");
    }

    @Test
    void without_a_transaction_it_is_told_at_once() {
        signal.announce(ReadyJobs.of("a"));

        assertThat(signals).containsExactly("a");
    }

    private static NewJob job(String queue, int priority, Due due) {
        return new NewJob("work", queue, priority, due, null, Map.of(), null, List.of());
    }

    private final List<ReadyJobs> readyJobs = new ArrayList<>();
    private final AtomicLong nanos = new AtomicLong();
    private final SignalAfterCommit announcing = new SignalAfterCommit(
            new JobSignal() {
                @Override
                public void jobsAvailable(ReadyJobs ready) {
                    readyJobs.add(ready);
                }

                @Override
                public void pausesChanged() {}

                @Override
                public void jobsScheduled() {
                    signals.add("scheduled");
                }
            },
            List.of(),
            nanos::get);

    @Test
    void the_signal_says_which_priorities_it_is_about() {
        HOST.transaction().executeWithoutResult(tx -> {
            announcing.announce(job("a", 3, Due.NOW));
            announcing.announce(job("b", 0, Due.NOW));
            announcing.announce(job("a", -1, Due.NOW));
            announcing.announce(job("a", 3, Due.NOW));
        });

        assertThat(readyJobs).containsExactly(ReadyJobs.of("a", 3).and(ReadyJobs.of("a", -1)), ReadyJobs.of("b", 0));
    }

    @Test
    void many_jobs_are_announced_together_and_no_priority_is_lost() {
        announcing.announce(List.of(job("a", 3, Due.NOW), job("b", 0, Due.NOW), job("a", 4, Due.NOW)));

        assertThat(readyJobs).containsExactly(ReadyJobs.of("a", 3).and(ReadyJobs.of("a", 4)), ReadyJobs.of("b", 0));
    }

    @Test
    void a_transaction_of_many_priorities_remembers_few() {
        HOST.transaction().executeWithoutResult(tx -> IntStream.range(0, 10_000)
                .forEach(priority -> announcing.announce(job("a", priority, Due.NOW))));

        assertThat(readyJobs).containsExactly(ReadyJobs.outOfTurn("a"));
    }

    @Test
    void a_job_due_at_a_time_may_have_been_due_long_ago() {
        announcing.announce(List.of(
                job("a", 3, new Due.At(Instant.EPOCH)), job("a", 4, new Due.At(Instant.EPOCH)), job("a", 5, Due.NOW)));

        assertThat(readyJobs).containsExactly(ReadyJobs.outOfTurn("a"));
        assertThat(signals).containsExactly("scheduled");
    }

    @Test
    void jobs_of_a_long_transaction_may_be_behind_what_was_claimed() {
        announceAndCommitAfter(Duration.ofSeconds(1));
        announceAndCommitAfter(Duration.ofMillis(1_001));

        assertThat(readyJobs).containsExactly(ReadyJobs.of("a", 3), ReadyJobs.outOfTurn("a"));
    }

    private void announceAndCommitAfter(Duration time) {
        HOST.transaction().executeWithoutResult(tx -> {
            announcing.announce(job("a", 3, Due.NOW));
            nanos.addAndGet(time.toNanos());
        });
    }

    @Test
    void a_job_that_is_due_later_is_not_ready() {
        announcing.announce(job("a", 3, new Due.After(Duration.ofSeconds(1))));

        assertThat(readyJobs).isEmpty();
        assertThat(signals).containsExactly("scheduled");
    }

    @Test
    void listeners_receive_the_stored_count_per_type_after_commit_not_rollback() {
        List<String> stored = new ArrayList<>();
        SignalAfterCommit listened = new SignalAfterCommit(
                new QueueSignal(signals::add),
                List.of(
                        (type, queue, jobs) -> {
                            throw new IllegalStateException("no");
                        },
                        (type, queue, jobs) -> stored.add(type + " " + queue + " " + jobs)));

        HOST.transaction().executeWithoutResult(tx -> {
            listened.announce(List.of(job("a", 0, Due.NOW), job("a", 1, Due.NOW), job("b", 0, Due.NOW)));
            listened.announce(job("a", 0, Due.NOW));
            assertThat(stored).isEmpty();
        });
        HOST.transaction().executeWithoutResult(tx -> {
            listened.announce(job("a", 0, Due.NOW));
            tx.setRollbackOnly();
        });

        assertThat(stored).containsExactlyInAnyOrder("work a 3", "work b 1");
    }
}
