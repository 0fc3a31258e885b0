package io.baton.worker.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.baton.InvalidPayloadException;
import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.JobId;
import io.baton.handler.Handler;
import io.baton.handler.RetryDecider;
import io.baton.handler.RetryRule;
import io.baton.job.Outcome;
import io.baton.job.TickLabels;
import io.baton.worker.call.ProgressWriter.CheckpointFailedException;
import io.baton.worker.call.TransactionalExecution.DatabaseInterruptedException;
import io.baton.worker.life.WorkerParts;
import io.baton.worker.run.ActiveRun;
import io.baton.worker.run.ActiveRun.StopReason;
import io.baton.worker.run.Runs;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.resilience.InvocationRejectedException;

/** What is told of a job whose payload cannot be read. */
@ExtendWith(OutputCaptureExtension.class)
class FailureOutcomesTests {

    private static final String QUOTED = "4111 1111";
    private final Throwable unreadable = new IllegalStateException(
            "no card: " + QUOTED, new IllegalArgumentException("unexpected token at " + QUOTED));

    private final FailureOutcomes outcomes = new FailureOutcomes(new RetryDecider(null, new SplittableRandom(1)));

    private final ActiveRun run = Runs.of(List.of(), Thread.currentThread());

    @SuppressWarnings("UnusedMethod")
    private static final class Work {

        @JobHandler("pay")
        void pay() {}
    }

    private static Handler handler() {
        RetryRule retry = new RetryRule(Duration.ZERO, 1, Duration.ZERO, 0, List.of());
        return WorkerParts.handlers(new Work(), retry).find("pay").orElseThrow();
    }

    private static JobContext job(int attempt) {
        return (JobContext) Proxy.newProxyInstance(
                JobContext.class.getClassLoader(),
                new Class<?>[] {JobContext.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "id" -> new JobId(7);
                    case "type" -> "pay";
                    case "attempt" -> attempt;
                    case "maxAttempts" -> 2;
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    @Test
    void a_checkpoint_that_could_not_be_written_costs_no_attempt() {
        assertThat(outcomes.onFailure(
                        handler(), job(2), new CheckpointFailedException("The checkpoint of job 7", "away", null), run))
                .isInstanceOf(Outcome.HandedBack.class);
    }

    /** The work may be what no connection survives, so that it is not repeated for ever. */
    @Test
    void an_interruption_by_the_database_costs_no_attempt_and_is_counted() {
        DatabaseInterruptedException failure = new DatabaseInterruptedException(new SQLException("cut", "08006"));
        assertThat(outcomes.onFailure(handler(), job(2), failure, run))
                .isInstanceOfSatisfying(Outcome.Interrupted.class, interrupted -> {
                    assertThat(interrupted.delay()).isPositive();
                    assertThat(interrupted.reason()).contains("The database interrupted the run");
                });
        run.stop(StopReason.TIMED_OUT);
        assertThat(outcomes.onFailure(handler(), job(2), failure, run)).isInstanceOf(Outcome.Dead.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    /** Or a job that always takes too long would come back for ever. */
    @Test
    void a_run_whose_time_was_up_has_failed_whatever_it_failed_of() {
        run.stop(StopReason.TIMED_OUT);
        CheckpointFailedException failure =
                new CheckpointFailedException("The checkpoint of job 7", "interrupted", null);
        assertThat(outcomes.onFailure(handler(), job(1), failure, run)).isInstanceOf(Outcome.Retried.class);
        assertThat(outcomes.onFailure(handler(), job(2), failure, run)).isInstanceOf(Outcome.Dead.class);
    }

    /** Whatever a codec of the application throws may quote the payload. */
    @Test
    void the_log_names_the_kind_of_failure_and_does_not_repeat_it(CapturedOutput output) {
        assertThat(outcomes.onUnreadable(handler(), job(1), unreadable, run)).isInstanceOf(Outcome.Retried.class);
        assertThat(outcomes.onUnreadable(handler(), job(2), unreadable, run)).isInstanceOf(Outcome.Dead.class);
        assertThat(output)
                .contains("The payload of job 7 cannot be read: java.lang.IllegalStateException")
                .doesNotContain(QUOTED);
    }

    /** A node of another version may be the next to try. */
    @Test
    void an_unreadable_payload_uses_up_an_attempt() {
        InvalidPayloadException failure = new InvalidPayloadException("a value does not fit");
        assertThat(outcomes.onUnreadable(handler(), job(1), failure, run)).isInstanceOf(Outcome.Retried.class);
        assertThat(outcomes.onUnreadable(handler(), job(2), failure, run))
                .isInstanceOfSatisfying(
                        Outcome.Dead.class, dead -> assertThat(dead.error()).contains("a value does not fit"));
    }

    @Test
    void a_rejection_by_a_limit_snoozes_and_its_message_is_not_logged(CapturedOutput output) {
        Throwable rejection = new InvocationRejectedException("too many calls of " + QUOTED, this);
        assertThat(outcomes.onFailure(handler(), job(1), rejection, run))
                .isInstanceOfSatisfying(Outcome.Rejected.class, rejected -> {
                    assertThat(rejected.delay()).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(35));
                    assertThat(rejected.failed())
                            .isInstanceOfSatisfying(Outcome.Retried.class, retried -> assertThat(retried.error())
                                    .contains(QUOTED));
                });
        assertThat(outcomes.onFailure(handler(), job(2), rejection, run))
                .isInstanceOfSatisfying(Outcome.Rejected.class, rejected -> assertThat(rejected.failed())
                        .isInstanceOf(Outcome.Dead.class));
        assertThat(output)
                .containsOnlyOnce("Job 7 (pay) was rejected by a @ConcurrencyLimit, and runs again in ")
                .doesNotContain(QUOTED);
    }

    @Test
    void a_rejection_ends_the_job_if_the_policy_wants_it() {
        Throwable rejection = new InvocationRejectedException("too many calls", this);
        FailureOutcomes never =
                new FailureOutcomes(new RetryDecider((job, failure) -> Optional.empty(), new SplittableRandom(1)));
        assertThat(never.onFailure(handler(), job(1), rejection, run)).isInstanceOf(Outcome.Dead.class);
    }

    @Test
    void a_tick_in_an_unknown_time_zone_is_left_to_other_nodes(CapturedOutput output) {
        Throwable unknown = catchThrowable(() -> TickLabels.read(
                Map.of(TickLabels.SCHEDULE, "nightly", TickLabels.TICK, "2026-03-29T01:30+01:00[No/Such]")));
        assertThat(outcomes.onFailure(handler(), job(2), unknown, run))
                .isInstanceOfSatisfying(Outcome.HandedBack.class, back -> {
                    assertThat(back.delay()).isPositive();
                    assertThat(back.reason()).contains("No/Such");
                });
        assertThat(output).contains("Job 7 (pay) is released").contains("No/Such");
    }
}
