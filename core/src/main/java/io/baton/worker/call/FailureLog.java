package io.baton.worker.call;

import io.baton.InvalidPayloadException;
import io.baton.JobContext;
import io.baton.JobRejectedException;
import io.baton.loop.DurationText;
import io.baton.loop.FailureText;
import io.baton.loop.LogText;
import io.baton.loop.SeldomLog;
import io.baton.worker.run.ActiveRun;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs failed runs. One retry of each type is logged in one line in a minute, the others at DEBUG, with stack traces. The death of a job is logged
 * with its stack trace, unless its handler rejected it. The exception of a handler is logged as it is, so that it can be grouped by its class. A
 * failure that several jobs of one call share is logged in full once.
 */
final class FailureLog {

    /** Applications set the level by this name, which is documented. */
    private static final Logger log = LoggerFactory.getLogger("io.baton.worker.FailureLog");

    /** If it is switched off, the log has no messages and stack traces of failures. */
    private static final Logger messages = LoggerFactory.getLogger("io.baton.worker.FailureLog.messages");

    private static final String DEAD =
            "Job {} ({}) failed in attempt {} of {} and is dead: {}. Once the cause is fixed, Jobs.revive runs it again";
    private static final String RETRIED = "Job {} ({}) failed in attempt {} of {} and is tried again in {}: {}";

    private final SeldomLog seldom = new SeldomLog(log);

    void dead(JobContext job, Throwable failure, ActiveRun run) {
        Object trace = isTraced(failure) && run.isFirstOf(failure) ? failure : null;
        log.warn(DEAD, job.id(), LogText.of(job.type()), job.attempt(), job.maxAttempts(), text(failure), trace);
    }

    void retried(JobContext job, Duration delay, Throwable failure) {
        Object trace = log.isDebugEnabled() && isTraced(failure) ? failure : null;
        seldom.warn(
                job.type(),
                RETRIED,
                job.id(),
                LogText.of(job.type()),
                job.attempt(),
                job.maxAttempts(),
                DurationText.of(delay),
                text(failure),
                trace);
    }

    /**
     * Returns whether the stack trace is logged. It is not for an unreadable payload, which its class and codec may quote, nor for a rejection: its
     * handler says what is wrong, and the job's row keeps the trace.
     */
    private boolean isTraced(Throwable failure) {
        return messages.isErrorEnabled()
                && !(failure instanceof InvalidPayloadException)
                && !(failure instanceof JobRejectedException)
                && ErrorText.isPrintable(failure);
    }

    private String text(Throwable failure) {
        return messages.isErrorEnabled() ? ErrorText.line(failure) : FailureText.of(failure);
    }
}
