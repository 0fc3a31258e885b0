package io.baton.worker.call;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxy;
import ch.qos.logback.core.read.ListAppender;
import io.baton.InvalidPayloadException;
import io.baton.JobContext;
import io.baton.JobId;
import io.baton.JobRejectedException;
import io.baton.worker.call.FailureOutcomes.FailureLog;
import io.baton.worker.run.ActiveRun;
import io.baton.worker.run.Runs;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class FailureLogTests {

    private static final String LOGGER = "io.baton.worker.FailureLog";
    private static final String MESSAGES = LOGGER + ".messages";
    private static final String MESSAGE = "no such file: a.csv";
    private static final String CAUSE = "the disk is gone";
    private static final String FRAME = "at " + FailureLogTests.class.getName();

    private final LoggingSystem logging = LoggingSystem.get(getClass().getClassLoader());
    private final ActiveRun run = Runs.of(List.of(), Thread.currentThread());
    private final Throwable failure = new IllegalStateException(MESSAGE, new IllegalArgumentException(CAUSE));

    @BeforeEach
    void asUsual() {
        logging.setLogLevel(LOGGER, LogLevel.INFO);
    }

    @AfterEach
    void asBefore() {
        logging.setLogLevel(LOGGER, null);
        logging.setLogLevel(MESSAGES, null);
    }

    private void dead(Throwable failure) {
        new FailureLog().dead(context(), failure, run);
    }

    private static JobContext context() {
        return (JobContext) Proxy.newProxyInstance(
                JobContext.class.getClassLoader(),
                new Class<?>[] {JobContext.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "id" -> new JobId(7);
                    case "type" -> "import";
                    case "attempt", "maxAttempts" -> 2;
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    @Test
    void a_dead_job_is_told_with_message_and_stack_trace(CapturedOutput output) {
        dead(failure);
        assertThat(output)
                .contains("WARN", "Job 7 (import) failed in attempt 2 of 2 and is dead", MESSAGE, CAUSE, FRAME);
    }

    @Test
    void a_rejection_is_logged_in_one_line_since_its_handler_chose_it(CapturedOutput output) {
        dead(new JobRejectedException(MESSAGE, failure));
        assertThat(output).contains("WARN", "and is dead: io.baton.JobRejectedException: " + MESSAGE, CAUSE);
        assertThat(output).doesNotContain(FRAME);
    }

    @Test
    void a_retry_is_logged_in_one_line_and_per_type_each_minute(CapturedOutput output) {
        FailureLog log = new FailureLog();
        for (int i = 0; i < 60; i++) {
            log.retried(context(), Duration.ofMillis(300), failure);
        }
        assertThat(output)
                .containsOnlyOnce("is tried again in 0.3 s: java.lang.IllegalStateException: " + MESSAGE)
                .contains("WARN", CAUSE)
                .doesNotContain(FRAME);
    }

    /** Error trackers group failures by the class of what was logged. */
    @Test
    void what_the_handler_threw_is_what_is_logged() {
        ListAppender<ILoggingEvent> events = new ListAppender<>();
        events.start();
        Logger logger = (Logger) LoggerFactory.getLogger(LOGGER);
        logger.addAppender(events);
        try {
            dead(failure);
        } finally {
            logger.detachAppender(events);
        }
        assertThat(events.list)
                .singleElement()
                .extracting(event -> ((ThrowableProxy) event.getThrowableProxy()).getThrowable())
                .isSameAs(failure);
    }

    @Test
    void a_retry_is_told_in_full_for_those_who_ask(CapturedOutput output) {
        logging.setLogLevel(LOGGER, LogLevel.DEBUG);
        new FailureLog().retried(context(), Duration.ofMillis(300), failure);
        assertThat(output).contains("WARN", "is tried again in 0.3 s", MESSAGE, CAUSE, FRAME);
    }

    @Test
    void messages_may_be_kept_out(CapturedOutput output) {
        logging.setLogLevel(LOGGER, LogLevel.DEBUG);
        logging.setLogLevel(MESSAGES, LogLevel.OFF);
        dead(failure);
        new FailureLog().retried(context(), Duration.ofMillis(300), failure);
        assertThat(output).contains("IllegalStateException", "IllegalArgumentException");
        assertThat(output).doesNotContain(MESSAGE, CAUSE, FRAME);
    }

    @Test
    void one_failure_of_many_jobs_is_traced_once(CapturedOutput output) {
        dead(failure);
        dead(failure);
        assertThat(output.getOut().split("is dead", -1)).hasSize(3);
        assertThat(output.getOut().split("Caused by: ", -1)).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"DEBUG", "OFF"})
    void what_an_unreadable_payload_says_is_not_repeated(LogLevel level, CapturedOutput output) {
        logging.setLogLevel(LOGGER, LogLevel.DEBUG);
        logging.setLogLevel(MESSAGES, level);
        InvalidPayloadException unreadable =
                new InvalidPayloadException("A Card cannot be read", new IllegalArgumentException("4111 1111"));
        dead(unreadable);
        new FailureLog().retried(context(), Duration.ZERO, unreadable);
        assertThat(output).contains("InvalidPayloadException").doesNotContain("4111");
    }

    @ParameterizedTest
    @ValueSource(strings = {"DEBUG", "OFF"})
    void a_failure_with_broken_or_endless_description_is_logged_all_the_same(LogLevel level, CapturedOutput output) {
        logging.setLogLevel(MESSAGES, level);
        dead(new Mute());
        dead(new IllegalStateException("x".repeat(1_000_000)));
        assertThat(output).contains("Mute", "IllegalStateException");
        assertThat(output.getOut()).hasSizeLessThan(10_000);
    }

    @Test
    void a_message_of_several_lines_makes_no_line_of_its_own(CapturedOutput output) {
        dead(new IllegalStateException("one\n2026-01-01 INFO forged"));
        assertThat(output).contains("one\\n2026-01-01 INFO forged");
    }

    private static final class Mute extends RuntimeException {

        @Override
        public String getMessage() {
            throw new IllegalStateException("not even that");
        }
    }
}
