package io.baton.worker;

import io.baton.JobContext;
import io.baton.handler.Handler;
import io.baton.handler.RetryDecider;
import io.baton.job.Outcome;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decides what a failed run came to. */
record Verdict(RetryDecider retries) {

    private static final Logger log = LoggerFactory.getLogger(Verdict.class);

    /** The payload cannot be read, whatever the others of its run come to. */
    Outcome onUnreadable(Handler handler, JobContext job, Throwable failure, Run run) {
        return run.stopReason() == StopReason.LOST ? notOurs(job, failure) : retryOrBury(handler, job, failure);
    }

    Outcome onFailure(Handler handler, JobContext job, Throwable failure, Run run) {
        StopReason stopped = run.stopReason();
        if (failure instanceof SnoozeSignal snooze) {
            return new Outcome.Snoozed(snooze.delay());
        }
        if (stopped == StopReason.LOST) {
            return notOurs(job, failure);
        }
        if (stopped == StopReason.CANCELLED) {
            // of several only those that a person cancelled end, which the store knows; the others start anew
            return run.jobs().size() == 1 ? new Outcome.Cancelled() : Outcome.HandedBack.UNSTARTED;
        }
        if (stopped == StopReason.SHUTDOWN) {
            return Outcome.HandedBack.UNSTARTED;
        }
        if (stopped == StopReason.TIMED_OUT) {
            return retryOrBury(handler, job, timeout(handler, failure));
        }
        return failure instanceof TransactionalCalls.FencedException
                ? notOurs(job, failure)
                : retryOrBury(handler, job, failure);
    }

    /** Whatever it came to here is written nowhere. */
    private static Outcome notOurs(JobContext job, Throwable failure) {
        log.info(
                "Job {} ({}) was taken back from this worker in attempt {}, and what it came to here does not count: {}",
                job.id(),
                job.type(),
                job.attempt(),
                failure.getClass().getName());
        return Outcome.HandedBack.UNSTARTED;
    }

    private static Throwable timeout(Handler handler, Throwable failure) {
        Duration timeout = handler.settings().timeout();
        return failure instanceof JobTimeoutException || timeout == null
                ? failure
                : new JobTimeoutException(timeout, failure);
    }

    private Outcome retryOrBury(Handler handler, JobContext job, Throwable failure) {
        Optional<Duration> delay = retries.delayAfter(handler, job, failure);
        String what = failure.getClass().getName();
        if (delay.isEmpty()) {
            log.warn(
                    "Job {} ({}) is buried after attempt {} of {}: {}. Find why with Jobs.find, then revive it",
                    job.id(),
                    job.type(),
                    job.attempt(),
                    job.maxAttempts(),
                    what);
            return new Outcome.Buried(ErrorText.of(failure));
        }
        log.info(
                "Job {} ({}) failed in attempt {} of {} and is tried again in {}: {}",
                job.id(),
                job.type(),
                job.attempt(),
                job.maxAttempts(),
                delay.get(),
                what);
        return new Outcome.Retried(delay.get(), ErrorText.of(failure));
    }
}
