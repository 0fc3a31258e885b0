package io.baton.worker.call;

import io.baton.BatonException;
import io.baton.InvalidPayloadException;
import io.baton.JobContext;
import io.baton.JobRejectedException;
import io.baton.PayloadKeyException;
import io.baton.database.StorableText;
import io.baton.handler.Handler;
import io.baton.handler.RetryDecider;
import io.baton.job.Outcome;
import io.baton.job.TickLabels.UnknownTickZoneException;
import io.baton.loop.DurationText;
import io.baton.loop.FailureText;
import io.baton.loop.LogText;
import io.baton.loop.SeldomLog;
import io.baton.worker.call.ProgressWriter.CheckpointFailedException;
import io.baton.worker.call.TransactionalExecution.DatabaseInterruptedException;
import io.baton.worker.run.ActiveRun;
import io.baton.worker.run.ActiveRun.StopReason;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decides the outcomes of a failed run. */
final class FailureOutcomes {

    private static final Logger log = LoggerFactory.getLogger(FailureOutcomes.class);
    private static final Duration BUSY_ROW_DELAY = Duration.ofSeconds(2);
    private static final Duration UNTIL_KEY = Duration.ofSeconds(30);
    /** The delay after an interruption. All interruptions that a job may have in a row last longer than a failover. */
    private static final Duration AFTER_INTERRUPTION = Duration.ofSeconds(5);

    /** By its name, since not every Spring Framework 7 has the class. */
    private static final String REJECTION = "org.springframework.resilience.InvocationRejectedException";

    private final SeldomLog seldom = new SeldomLog(log);
    private final RetryDecider retries;
    private final FailureLog failures = new FailureLog();

    FailureOutcomes(RetryDecider retries) {
        this.retries = retries;
    }

    /**
     * Returns the outcome of a job whose payload cannot be read here, or not now. The attempt fails, so that a node of another version or with more
     * memory may make a later one.
     */
    Outcome onUnreadable(Handler handler, JobContext job, Throwable failure, ActiveRun run) {
        if (run.stopReason() == StopReason.LOST) {
            return notOurs(job, failure);
        }
        if (isInfrastructureFailure(failure)) {
            return handedBack(job, failure);
        }
        // other failures may quote the payload
        Throwable logged = failure instanceof InvalidPayloadException
                ? failure
                : new InvalidPayloadException(
                        "The payload of job " + job.id() + " cannot be read: " + FailureText.of(failure));
        return retryOrGiveUp(handler, job, failure, logged, run);
    }

    Outcome onFailure(Handler handler, JobContext job, Throwable failure, ActiveRun run) {
        StopReason stopped = run.stopReason();
        if (failure instanceof HandlerEnvironment.SnoozeSignal snooze) {
            return new Outcome.Snoozed(snooze.delay());
        }
        if (stopped == StopReason.LOST) {
            return notOurs(job, failure);
        }
        if (stopped == StopReason.CANCELLED) {
            // the store ends only those of several jobs that an operator cancelled; the others start anew
            return run.jobs().size() == 1 ? new Outcome.Cancelled() : Outcome.HandedBack.UNSTARTED;
        }
        if (stopped == StopReason.SHUTDOWN) {
            return Outcome.Interrupted.PLAIN;
        }
        if (stopped != StopReason.TIMED_OUT && isInfrastructureFailure(failure)) {
            return handedBack(job, failure);
        }
        if (stopped != StopReason.TIMED_OUT && isInterruption(failure)) {
            return interrupted(job, failure);
        }
        Throwable logged = stopped == StopReason.TIMED_OUT ? timeout(handler, failure) : failure;
        return retryOrGiveUp(handler, job, logged, logged, run);
    }

    private static boolean isInfrastructureFailure(Throwable failure) {
        return (missingKeyOr(failure) instanceof PayloadKeyException && !(failure instanceof JobRejectedException))
                || failure instanceof TransactionalExecution.BusyException
                || failure instanceof CheckpointFailedException
                || failure instanceof UnknownTickZoneException;
    }

    /** Returns the exception of a missing key that caused a failure; the failure itself if none did. */
    private static Throwable missingKeyOr(Throwable failure) {
        return FailureText.causes(failure).stream()
                .filter(PayloadKeyException.class::isInstance)
                .findFirst()
                .orElse(failure);
    }

    /** Returns whether the database interrupted the run. It also did if it refused the completion of a claim that stands: it may be behind. */
    private static boolean isInterruption(Throwable failure) {
        return failure instanceof DatabaseInterruptedException
                || failure instanceof TransactionalExecution.FencedException;
    }

    /** Releases the job without using up an attempt, since its handler is not the cause. */
    private Outcome handedBack(JobContext job, Throwable failure) {
        Throwable reason = missingKeyOr(failure);
        Duration delay = reason instanceof PayloadKeyException ? UNTIL_KEY : BUSY_ROW_DELAY;
        seldom.warn(
                "released " + job.type(),
                "Job {} ({}) is released and runs again in {} at the earliest, with the attempt it has: {}",
                job.id(),
                LogText.of(job.type()),
                DurationText.of(delay),
                LogText.of(reason.getMessage()));
        return new Outcome.HandedBack(delay, ErrorText.of(reason));
    }

    /** Releases the job without using up an attempt, but not for ever: the work of the handler itself may end every connection. */
    private Outcome interrupted(JobContext job, Throwable failure) {
        seldom.info(
                "interrupted " + job.type(),
                "The run of job {} ({}) was interrupted by the database, or its completion refused. It runs again in {} at the earliest, with the"
                        + " attempt it has, or is dead after {} times in a row: {}",
                job.id(),
                LogText.of(job.type()),
                DurationText.of(AFTER_INTERRUPTION),
                Outcome.Interrupted.MOST_IN_A_ROW,
                FailureText.of(failure));
        return new Outcome.Interrupted(AFTER_INTERRUPTION, ErrorText.of(failure));
    }

    private Outcome rejected(JobContext job, Outcome failed) {
        // by chance, since jobs that were rejected together would be so again
        Duration delay = Duration.ofMillis(retries.random().nextLong(5_000, 35_000));
        seldom.info(
                "rejected " + job.type(),
                "Job {} ({}) was rejected by a @ConcurrencyLimit, and runs again in {} with the attempt it has, or has failed in it after {} times in a"
                        + " row. @RequiresPermit lets jobs wait without being called",
                job.id(),
                LogText.of(job.type()),
                DurationText.of(delay),
                Outcome.Rejected.MOST_IN_A_ROW);
        return new Outcome.Rejected(delay, failed);
    }

    /** Logs that the claim was lost; the outcome is not written. */
    private Outcome notOurs(JobContext job, Throwable failure) {
        seldom.info(
                "lost " + job.type(),
                "The claim of job {} ({}) was lost in attempt {}, and its outcome here does not count: {}",
                job.id(),
                LogText.of(job.type()),
                job.attempt(),
                LogText.of(failure.getClass().getName()));
        return Outcome.HandedBack.UNSTARTED;
    }

    private static Throwable timeout(Handler handler, Throwable failure) {
        Duration timeout = handler.settings().timeout();
        return failure instanceof JobTimeoutException || timeout == null
                ? failure
                : new JobTimeoutException(timeout, failure);
    }

    private Outcome retryOrGiveUp(Handler handler, JobContext job, Throwable failure, Throwable logged, ActiveRun run) {
        JobContext decisive = job instanceof RunningJobContext context && context.beginsAnew() ? context.anew() : job;
        Optional<Duration> delay = retries.delayAfter(handler, decisive, failure);
        String error = ErrorText.of(failure);
        Outcome failed = delay.isPresent() ? new Outcome.Retried(delay.get(), error) : new Outcome.Dead(error);
        // an end before the last attempt is what the handler's rule or the policy wants
        if (failure.getClass().getName().equals(REJECTION)
                && (delay.isPresent() || decisive.attempt() >= job.maxAttempts())) {
            return rejected(job, failed);
        }
        run.failed(logged);
        if (delay.isEmpty()) {
            failures.dead(job, logged, run);
        } else {
            failures.retried(job, delay.get(), logged);
        }
        return failed;
    }

    /** Reports that a handler took longer than its timeout, or did not stop when it was interrupted. */
    static final class JobTimeoutException extends BatonException {

        /** Creates it. The timeout is null if something else interrupted the handler, the cause if it ignored its interruption. */
        JobTimeoutException(@Nullable Duration timeout, @Nullable Throwable cause) {
            super(
                    (timeout == null
                                    ? "The handler was interrupted"
                                    : "The handler ran longer than its timeout of " + DurationText.of(timeout))
                            + (cause == null ? ", ignored its interruption and was given up" : " and was interrupted"),
                    cause);
        }
    }

    /**
     * Logs failed runs. One retry of each type is logged in one line in a minute, the others at DEBUG, with stack traces. The death of a job is
     * logged with its stack trace, unless its handler rejected it. The exception of a handler is logged as it is, so that it can be grouped by its
     * class. A failure that several jobs of one call share is logged in full once.
     */
    static final class FailureLog {

        /** Applications set the level by this name, which is documented. */
        private static final Logger log = LoggerFactory.getLogger("io.baton.worker.FailureLog");

        /** If it is switched off, the log has no messages and stack traces of failures. */
        private static final Logger messages = LoggerFactory.getLogger("io.baton.worker.FailureLog.messages");

        private static final String DEAD =
                "Job {} ({}) failed in attempt {} of {} and is dead: {}. Once the cause is fixed, Jobs.revive runs it again";
        private static final String UNDOES =
                "Job {} ({}) failed in attempt {} of {}; its steps are undone, and then it is dead: {}";
        private static final String RETRIED = "Job {} ({}) failed in attempt {} of {} and is tried again in {}: {}";

        private final SeldomLog seldom = new SeldomLog(log);

        void dead(JobContext job, Throwable failure, ActiveRun run) {
            Object trace = isTraced(failure) && run.isFirstOf(failure) ? failure : null;
            String says = job instanceof RunningJobContext context && context.undoes() ? UNDOES : DEAD;
            log.warn(says, job.id(), LogText.of(job.type()), job.attempt(), job.maxAttempts(), text(failure), trace);
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
         * Returns whether the stack trace is logged. It is not for an unreadable payload, which its class and codec may quote, nor for a rejection:
         * its handler says what is wrong, and the job's row keeps the trace.
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

    /** Describes failures for rows and logs: class, message and stack, bounded in length. */
    static final class ErrorText {

        private static final int LONGEST = 8_000;
        private static final int LONGEST_TRACE = 100_000;
        private static final int DEEPEST = 10;
        /** How many of the first and of the last frames of each exception are kept if there is no room for all. */
        private static final int FEW_FRAMES = 8;

        private static final Pattern FRAME =
                Pattern.compile("(?s)\\s+at (?:[^\\s(/]{0,200}+/){0,3}([^\\s(/]{1,500}+)\\(.*");
        private static final Pattern OF_NO_INTEREST =
                Pattern.compile("(?:java\\.lang\\.(?:reflect|invoke)|jdk\\.internal\\.reflect|jdk\\.proxy\\d+"
                        + "|org\\.springframework\\.(?:aop|cglib|resilience|transaction)|io\\.baton\\.(?:database|worker\\.call))\\..*"
                        + "|.*(?:\\$\\$SpringCGLIB\\$\\$|\\$Proxy\\d).*");

        private ErrorText() {}

        // whatever the methods of the failure do, its job must get an outcome
        static String of(Throwable failure) {
            StringWriter text = new StringWriter();
            if (!printed(failure, text)) {
                text.append(failure.getClass().getName()).append(", which cannot describe itself");
            }
            String all = text.toString();
            String trimmed = all.length() > LONGEST_TRACE ? all : trimmed(all, Integer.MAX_VALUE);
            return bounded(
                    trimmed.length() <= LONGEST || trimmed.length() > LONGEST_TRACE
                            ? trimmed
                            : trimmed(trimmed, FEW_FRAMES));
        }

        /** Leaves out frames of proxies, reflection and Baton, except the first, which threw the exception, and all below the handler. */
        private static String trimmed(String text, int most) {
            StringBuilder kept = new StringBuilder();
            List<String> frames = new ArrayList<>();
            boolean below = false;
            for (String line : text.split("\n", -1)) {
                Matcher frame = FRAME.matcher(line);
                if (frame.matches()) {
                    String method = frame.group(1);
                    below |= method.equals("io.baton.handler.HandlerBean.call");
                    if (frames.isEmpty()
                            || !(below || OF_NO_INTEREST.matcher(method).matches())) {
                        frames.add(line);
                    }
                    continue;
                }
                keep(kept, frames, most);
                below = false;
                kept.append(line).append('\n');
            }
            keep(kept, frames, most);
            return kept.substring(0, kept.length() - 1);
        }

        private static void keep(StringBuilder kept, List<String> frames, int most) {
            for (int i = 0; i < frames.size(); i++) {
                kept.append(i < most || i >= frames.size() - most ? frames.get(i) + "\n" : "");
            }
            frames.clear();
        }

        /** Returns whether a logger can print the failure: it describes itself, and at no excessive length. */
        static boolean isPrintable(Throwable failure) {
            StringWriter text = new StringWriter();
            return printed(failure, text) && text.getBuffer().length() <= LONGEST_TRACE;
        }

        private static boolean printed(Throwable failure, StringWriter text) {
            try {
                failure.printStackTrace(new PrintWriter(text, true));
                return true;
            } catch (Throwable e) {
                return false;
            }
        }

        /** Returns classes and messages of the failure and its causes in one line. Of the causes of an unreadable payload it names the class only. */
        static String line(Throwable failure) {
            boolean secret = failure instanceof InvalidPayloadException;
            return FailureText.causes(failure).stream()
                    .limit(DEEPEST)
                    .map(each -> secret && each != failure ? each.getClass().getName() : described(each))
                    .collect(Collectors.joining(", caused by "));
        }

        private static String described(Throwable failure) {
            String name = failure.getClass().getName();
            try {
                String message = failure.getLocalizedMessage();
                return message == null ? name : name + ": " + LogText.of(message);
            } catch (Throwable e) {
                return name;
            }
        }

        private static String bounded(String text) {
            return text.length() <= LONGEST
                    ? text
                    : StorableText.of(text, LONGEST) + "\n... cut after " + LONGEST + " of " + text.length()
                            + " characters";
        }
    }
}
