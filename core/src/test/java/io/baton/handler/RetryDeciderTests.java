package io.baton.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.JobId;
import io.baton.JobRejectedException;
import io.baton.JobRetryPolicy;
import io.baton.Retry;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.retry.RetryPolicy;
import org.springframework.util.backoff.FixedBackOff;

@ExtendWith(OutputCaptureExtension.class)
class RetryDeciderTests {

    static class FileJobs {
        @JobHandler("import")
        @Retry(delay = "10s", multiplier = 3, maxDelay = "1m", jitter = 0, notOn = IOException.class)
        void importFile() {}
    }

    private final Scan scan = Scan.of(FileJobs.class);

    @AfterEach
    void close() {
        scan.close();
    }

    @Test
    void waits_by_the_rule_of_the_handler() {
        assertThat(decide(null, 1, new IllegalStateException())).contains(Duration.ofSeconds(10));
        assertThat(decide(null, 2, new AssertionError())).contains(Duration.ofSeconds(30));
    }

    @Test
    void last_attempt_is_the_end() {
        assertThat(decide(null, 9, new IllegalStateException())).contains(Duration.ofMinutes(1));
        assertThat(decide(null, 10, new IllegalStateException())).isEmpty();
        assertThat(decide(null, 11, new IllegalStateException())).isEmpty();
    }

    @Test
    void rejection_is_the_end_at_once() {
        assertThat(decide(null, 1, new JobRejectedException("no such file"))).isEmpty();
    }

    @Test
    void failure_not_retried_ends_at_once_but_not_as_a_cause() {
        assertThat(decide(null, 1, new FileNotFoundException())).isEmpty();
        assertThat(decide(null, 1, new IllegalStateException(new IOException())))
                .isPresent();
    }

    @Test
    void policy_of_the_application_replaces_the_rule() {
        assertThat(decide(
                        (job, failure) -> Optional.of(Duration.ofDays(job.attempt())), 2, new IllegalStateException()))
                .contains(Duration.ofDays(2));
        assertThat(decide((job, failure) -> Optional.empty(), 1, new IllegalStateException()))
                .isEmpty();
    }

    @Test
    void policy_is_asked_when_attempts_are_used_up() {
        assertThat(decide((job, failure) -> Optional.of(Duration.ZERO), 10, new IllegalStateException()))
                .contains(Duration.ZERO);
    }

    @Test
    void policy_is_not_asked_about_what_may_not_be_retried() {
        JobRetryPolicy policy = (job, failure) -> Optional.of(Duration.ZERO);

        assertThat(decide(policy, 1, new JobRejectedException("no such file"))).isEmpty();
        assertThat(decide(policy, 1, new IOException())).isEmpty();
    }

    @Test
    void rule_of_the_handler_stands_in_for_a_policy_that_fails(CapturedOutput output) {
        JobRetryPolicy policy = (job, failure) -> {
            throw new IllegalStateException("broken policy");
        };

        assertThat(decide(policy, 1, new IllegalStateException())).contains(Duration.ofSeconds(10));
        assertThat(decide(policy, 10, new IllegalStateException())).isEmpty();
        assertThat(output).contains("failed for job 17", "java.lang.IllegalStateException");
    }

    @Test
    void rule_of_the_handler_replaces_a_policy_that_throws_an_error() {
        JobRetryPolicy policy = (job, failure) -> {
            throw new NoClassDefFoundError("broken policy");
        };

        assertThat(decide(policy, 1, new IllegalStateException())).contains(Duration.ofSeconds(10));
    }

    @Test
    @SuppressWarnings("NullAway")
    void rule_of_the_handler_stands_in_for_a_policy_that_answers_nonsense() {
        assertThat(decide((job, failure) -> null, 1, new IllegalStateException()))
                .contains(Duration.ofSeconds(10));
        assertThat(decide((job, failure) -> Optional.of(Duration.ofSeconds(-1)), 1, new IllegalStateException()))
                .contains(Duration.ofSeconds(10));
    }

    @Test
    void a_policy_of_spring_decides_by_exception_and_back_off() {
        JobRetryPolicy policy = JobRetryPolicy.of(RetryPolicy.builder()
                .delay(Duration.ofSeconds(2))
                .multiplier(3)
                .maxDelay(Duration.ofSeconds(20))
                .maxRetries(4)
                .excludes(UnsupportedOperationException.class)
                .build());

        assertThat(List.of(1, 2, 3, 4))
                .extracting(attempt -> decide(policy, attempt, new IllegalStateException()))
                .extracting(delay -> delay.orElseThrow().toSeconds())
                .containsExactly(2L, 6L, 18L, 20L);
        assertThat(decide(policy, 5, new IllegalStateException())).isEmpty();
        assertThat(decide(policy, 1, new UnsupportedOperationException())).isEmpty();
        assertThat(decide(policy, 1, new IllegalStateException(new UnsupportedOperationException())))
                .isEmpty();
        assertThat(decide(policy, 1, new IOException()))
                .as("the rule of the handler has it as final")
                .isEmpty();
    }

    @Test
    void a_policy_of_spring_that_never_stops_is_bounded_by_the_job() {
        JobRetryPolicy policy = JobRetryPolicy.of(
                RetryPolicy.builder().backOff(new FixedBackOff(500)).build());

        assertThat(decide(policy, 9, new IllegalStateException())).contains(Duration.ofMillis(500));
        assertThat(decide(policy, 10, new IllegalStateException())).isEmpty();
        assertThat(policy.delayAfter(
                        new StubContext(new JobId(17), Integer.MAX_VALUE - 1, Integer.MAX_VALUE),
                        new IllegalStateException()))
                .contains(Duration.ofMillis(500));
    }

    @Test
    void jitter_of_a_policy_of_spring_stays_within_its_bounds() {
        JobRetryPolicy policy = JobRetryPolicy.of(RetryPolicy.builder()
                .delay(Duration.ofSeconds(10))
                .jitter(Duration.ofSeconds(1))
                .multiplier(2)
                .build());

        for (int i = 0; i < 100; i++) {
            assertThat(decide(policy, 2, new IllegalStateException()).orElseThrow())
                    .isBetween(Duration.ofSeconds(18), Duration.ofSeconds(22));
        }
    }

    @Test
    void a_policy_of_spring_with_a_timeout_is_refused() {
        assertThatThrownBy(() -> JobRetryPolicy.of(
                        RetryPolicy.builder().timeout(Duration.ofMinutes(1)).build()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("timeout of PT1M")
                .hasMessageContaining("@JobHandler(timeout = ..)");
    }

    private Optional<Duration> decide(@Nullable JobRetryPolicy policy, int attempt, Throwable failure) {
        JobContext job = new StubContext(new JobId(17), attempt, 10);
        return new RetryDecider(policy, new Random(1)).delayAfter(scan.handler("import"), job, failure);
    }
}
