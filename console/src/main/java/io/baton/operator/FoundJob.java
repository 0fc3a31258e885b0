package io.baton.operator;

import static java.util.Objects.requireNonNull;

import io.baton.FailedAttempt;
import io.baton.JobDetails;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.job.FoundJob.FoundAttempt;
import io.baton.monitor.Monitor.JobRelations;
import io.baton.type.PackingCodec;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A job, as operators see it.
 *
 * @param error only the class of the exception, unless secrets are shown; in lists its first line
 * @param failedAttempts the earliest first, with errors that are masked like the job's; null in lists
 * @param relations the batch, permits, worker and trace of the job; null in lists
 */
record FoundJob(
        JobId id,
        String type,
        String queue,
        @Nullable String share,
        int priority,
        JobState state,
        int attempts,
        @Nullable Integer maxAttempts,
        Instant enqueuedAt,
        Instant dueAt,
        @Nullable Instant claimedAt,
        @Nullable Instant endedAt,
        @Nullable String worker,
        Map<String, String> labels,
        @Nullable String key,
        @Nullable Double progress,
        @Nullable String progressNote,
        @Nullable String payload,
        @Nullable String result,
        @Nullable String error,
        @Nullable List<FailedAttempt> failedAttempts,
        @Nullable JobRelations relations) {

    static final String MASK = "******";

    private static final Pattern CLASS =
            Pattern.compile("[\\w$]++(?:\\.[\\w$]++){1,100}+(?=[:\\n]|\\z)", Pattern.UNICODE_CHARACTER_CLASS);

    /** Returns a job as operators see it; one of a list has no relations, no payload and no result. */
    static FoundJob of(JobDetails job, Shown shown, @Nullable JobRelations relations) {
        boolean all = shown == Shown.ALL;
        boolean listed = relations == null;
        return new FoundJob(
                job.id(),
                job.type(),
                job.queue(),
                job.share(),
                job.priority(),
                job.state(),
                job.attempts(),
                job.maxAttempts(),
                job.enqueuedAt(),
                job.dueAt(),
                job.claimedAt(),
                job.endedAt(),
                job.worker(),
                job.labels(),
                job.key(),
                job.progress(),
                job.progressNote(),
                listed ? null : shown(job.payload(), shown),
                listed ? null : shown(job.result(), shown),
                !all ? withoutMessage(job.error()) : listed ? firstLine(job.error()) : job.error(),
                listed ? null : all ? job.failedAttempts() : withoutMessages(job.failedAttempts()),
                relations);
    }

    static @Nullable String firstLine(@Nullable String text) {
        return text == null ? null : text.lines().findFirst().orElse("");
    }

    private static List<FailedAttempt> withoutMessages(List<FailedAttempt> attempts) {
        return attempts.stream()
                .<FailedAttempt>map(each -> new FoundAttempt(
                        each.attempt(),
                        each.claimedAt(),
                        each.failedAt(),
                        each.worker(),
                        requireNonNull(withoutMessage(each.error()))))
                .toList();
    }

    static @Nullable String shown(@Nullable String text, Shown shown) {
        return text == null ? null : shown == Shown.ALL ? PackingCodec.shown(text) : MASK;
    }

    /** Returns the class of the exception if the text of the error begins with it, and the mask otherwise. */
    static @Nullable String withoutMessage(@Nullable String error) {
        if (error == null) {
            return null;
        }
        Matcher type = CLASS.matcher(error);
        return type.lookingAt() ? type.group() + ": " + MASK : MASK;
    }
}
