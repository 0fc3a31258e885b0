package io.baton.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.BatchId;
import io.baton.BatonException;
import io.baton.Chunks;
import io.baton.InvalidPayloadException;
import io.baton.JobContext;
import io.baton.JobFailure;
import io.baton.JobId;
import io.baton.JobSuspendedError;
import io.baton.OnceUncertainException;
import io.baton.Partition;
import io.baton.Tick;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

class TestJobContextTests {

    record Paid(String id, int cents) {}

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
    void it_can_follow_a_death() {
        TestJobContext context = TestJobContext.create();
        assertThat(context.failure()).isEmpty();
        JobFailure failure =
                context.id(7).type("charge").failure("no funds").failure().orElseThrow();
        assertThat(failure.id()).isEqualTo(new JobId(7));
        assertThat(failure.type()).isEqualTo("charge");
        assertThat(failure.attempts()).isOne();
        assertThat(failure.error()).isEqualTo("no funds");
        assertThat(failure.diedAt()).isEqualTo(Instant.EPOCH);
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

    /** A handler with each kind of step. */
    private static void order(TestJobContext job, List<String> did) {
        String payment = job.step("charge", String.class).call(key -> {
            did.add("charge");
            return "paid";
        });
        job.step("book").runInTransaction(() -> did.add("book"));
        job.sleep("cool-off", Duration.ofDays(3));
        boolean approved =
                job.await("approved", Boolean.class, Duration.ofDays(7)).orElse(false);
        did.add(payment + (job.since("mails") ? ", mail" : "") + (approved ? ", ship" : ", refund"));
    }

    @Test
    void a_run_ends_at_a_wait_and_the_next_one_goes_on() {
        TestJobContext job = TestJobContext.create();
        List<String> did = new ArrayList<>();
        assertThatThrownBy(() -> order(job, did))
                .isInstanceOf(JobSuspendedError.class)
                .hasMessageContaining("cool-off");
        assertThat(job.isSuspended()).isTrue();
        assertThat(job.waitsFor()).contains("cool-off");
        assertThat(job.stepsDone()).containsExactly("charge", "book");
        assertThatThrownBy(() -> job.step("mail").run(key -> did.add("mail"))).isInstanceOf(JobSuspendedError.class);

        assertThatThrownBy(() -> order(job.nextRun(), did)).isInstanceOf(JobSuspendedError.class);
        assertThatThrownBy(() -> order(job.nextRun().waitOver("cool-off"), did)).isInstanceOf(JobSuspendedError.class);
        assertThat(job.waitsFor()).contains("approved");

        order(job.nextRun().signal("approved", true), did);
        assertThat(job.isSuspended()).isFalse();
        assertThat(job.waitsFor()).isEmpty();
        assertThat(did).containsExactly("charge", "book", "paid, mail, ship");
    }

    @Test
    void a_test_sets_what_earlier_runs_have_done() {
        List<String> did = new ArrayList<>();
        TestJobContext job = TestJobContext.create()
                .done("charge", "paid before")
                .done("book")
                .done("cool-off")
                .done("mails", false)
                .waitOver("approved");
        order(job, did);
        assertThat(did).containsExactly("paid before, refund");
        assertThat(job.stepsDone()).containsExactly("charge", "book", "cool-off", "mails");
    }

    @Test
    void a_change_does_not_apply_to_a_job_that_had_passed_it() {
        assertThat(TestJobContext.create().since("change")).isTrue();
        TestJobContext passed = TestJobContext.create().done("later");
        assertThat(passed.since("change")).isFalse();
        passed.step("later").run(key -> {});
        assertThat(passed.nextRun().since("change")).isFalse();
        TestJobContext not = TestJobContext.create().done("before");
        not.step("before").run(key -> {});
        assertThat(not.since("change")).isTrue();
    }

    @Test
    void steps_are_undone_the_last_first() throws Exception {
        List<String> did = new ArrayList<>();
        TestJobContext job = TestJobContext.create().done("seat", "7A");
        job.step("seat", String.class)
                .undo((seat, key) -> did.add("free " + seat))
                .call(key -> "none");
        job.step("mail").run(key -> did.add("mail"));
        job.step("book").undo((nothing, key) -> did.add("back")).runInTransaction(() -> did.add("book"));
        assertThatThrownBy(() -> job.step("car")
                        .undo((nothing, key) -> did.add("no car"))
                        .run(key -> {
                            throw new IllegalStateException("no car");
                        }))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(job::cancel).isInstanceOf(JobSuspendedError.class);
        assertThat(job.hasCancelled()).isTrue();

        job.undoSteps();
        job.undoSteps();
        assertThat(did).containsExactly("mail", "book", "back", "free 7A");
        assertThat(job.stepsUndone()).containsExactly("seat", "book");
        assertThat(job.stepsDone()).containsExactly("mail");
    }

    @Test
    void what_production_has_recorded_is_continued_by_other_code() {
        String exported = """
                {"items": [
                  {"name": "charge", "kind": "CALL", "state": "DONE", "attempt": 1, "result": "{\\"id\\":\\"p7\\",\\"cents\\":42}"},
                  {"name": "old", "kind": "TRANSACTION", "state": "DONE", "result": null},
                  {"name": "v2", "kind": "DECISION", "state": "DONE", "result": "false"},
                  {"name": "approved", "kind": "AWAIT", "state": "DONE", "result": "true"},
                  {"name": "cool-off", "kind": "SLEEP", "state": "WAITING", "result": null}
                ]}""";
        TestJobContext job = TestJobContext.create().recorded(exported);
        assertThat(job.step("charge", Paid.class).call(key -> new Paid("other", 0)))
                .isEqualTo(new Paid("p7", 42));
        assertThat(job.since("v2")).isFalse();
        assertThat(job.await("approved", Boolean.class, Duration.ofDays(1))).contains(true);
        job.step("new").run(key -> {});
        assertThatThrownBy(() -> job.sleep("cool-off", Duration.ofDays(1))).isInstanceOf(JobSuspendedError.class);
        assertThat(job.stepsNotCalled()).containsExactly("old");
        assertThat(job.stepsAdded()).containsExactly("new");
        assertThatThrownBy(() -> job.nextRun().step("charge", Integer.class).call(key -> 1))
                .isInstanceOf(InvalidPayloadException.class)
                .hasMessageContaining("Step \"charge\" has ended and is not repeated");
    }

    @Test
    void each_await_takes_one_signal() {
        TestJobContext job = TestJobContext.create().signal("vote", 1).signal("vote", 2);
        assertThat(job.await("vote#1", Integer.class, Duration.ofDays(1))).contains(1);
        assertThat(job.await("vote#2", Duration.ofDays(1))).isTrue();
        assertThatThrownBy(() -> job.await("vote#3", Duration.ofDays(1))).isInstanceOf(JobSuspendedError.class);
        assertThat(job.nextRun().waitOver("vote#3").await("vote#3", Duration.ofDays(1)))
                .isFalse();
        assertThat(job.nextRun().await("vote#1", Integer.class, Duration.ofDays(1)))
                .contains(1);
    }

    @Test
    void names_and_places_of_steps_are_checked() {
        TestJobContext job = TestJobContext.create();
        job.step("mail").run(key -> {});
        assertThatThrownBy(() -> job.step("mail").run(key -> {}))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("Step \"mail\" was called twice in one run");
        assertThatThrownBy(() -> job.step("outer").run(key -> job.sleep("inner", Duration.ofDays(1))))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("\"inner\" was called inside of the step \"outer\"");
        assertThatThrownBy(() -> job.step("")).isInstanceOf(BatonException.class);
        assertThatThrownBy(() -> job.nextRun().sleep("mail", Duration.ofDays(1)))
                .isInstanceOf(BatonException.class)
                .hasMessageContaining("\"mail\" is recorded as CALL");
        assertThatThrownBy(() -> job.await("never", Duration.ofDays(-1))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_step_is_tried_again_and_a_failed_one_is_not_done() {
        TestJobContext job = TestJobContext.create();
        List<String> keys = new ArrayList<>();
        assertThatThrownBy(
                        () -> job.step("mail").retry(3, Duration.ofMinutes(1)).run(key -> {
                            keys.add(key);
                            throw new IllegalStateException("no server");
                        }))
                .hasMessage("no server");
        assertThat(keys).hasSize(3);
        assertThat(keys.stream().distinct()).hasSize(1);
        assertThat(job.stepsDone()).isEmpty();
        assertThatThrownBy(() -> job.step("more").retry(101, Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> job.nextRun().step("rows").runInTransaction(() -> {
                    throw new IllegalStateException("no row");
                }))
                .hasMessage("no row");
        assertThat(job.stepsDone()).isEmpty();
    }

    @Test
    void a_step_that_was_begun_is_not_repeated() {
        TestJobContext job = TestJobContext.create().begun("pay");
        assertThatThrownBy(() -> job.step("pay").failIfUncertain().run(key -> {}))
                .isInstanceOf(OnceUncertainException.class);
        assertThat(job.nextRun()
                        .step("pay", String.class)
                        .ifUncertain(key -> Optional.of("found"))
                        .call(key -> "again"))
                .isEqualTo("found");
        TestJobContext other = TestJobContext.create().begun("pay");
        assertThat(other.step("pay", String.class)
                        .ifUncertain(key -> Optional.empty())
                        .call(key -> "again"))
                .isEqualTo("again");
        assertThat(other.stepsDone()).containsExactly("pay");
    }
}
