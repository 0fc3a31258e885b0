package io.baton.test;

import io.baton.JobDetails;
import io.baton.JobState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.assertj.core.api.AbstractAssert;

/**
 * Assertions about the jobs of a type. Each method narrows the selection to the jobs that match, and fails if none does.
 *
 * @since 0.1.0
 */
public final class EnqueuedJobsAssert extends AbstractAssert<EnqueuedJobsAssert, List<JobDetails>> {

    /** Times of the application and of the database may be rounded. */
    private static final Duration TOLERANCE = Duration.ofSeconds(1);

    private final StoredJobs stored;
    private final String what;

    EnqueuedJobsAssert(List<JobDetails> jobs, StoredJobs stored, String what) {
        super(jobs, EnqueuedJobsAssert.class);
        this.stored = stored;
        this.what = what;
    }

    /** Selects the jobs with this payload, compared as it is stored, before it is encrypted. Completed jobs keep no payload. */
    public EnqueuedJobsAssert withPayload(Object payload) {
        String expected = stored.textOf(
                Objects.requireNonNull(payload, "A payload is not null"),
                actual.get(0).type());
        return only("payload " + expected, job -> expected.equals(stored.plain(job)), withPayloads());
    }

    /** Selects the jobs whose payload, read as this type, matches the condition. Completed jobs keep no payload. */
    public <T> EnqueuedJobsAssert withPayloadMatching(Class<T> type, Predicate<? super T> condition) {
        return only(
                "a payload that matches",
                job -> job.payload() != null && condition.test(stored.read(job.payload(), type)),
                withPayloads());
    }

    /** Selects the jobs in this queue. */
    public EnqueuedJobsAssert onQueue(String queue) {
        return only("queue " + queue, job -> queue.equals(job.queue()), actual);
    }

    /** Selects the jobs with this priority. */
    public EnqueuedJobsAssert withPriority(int priority) {
        return only("priority " + priority, job -> job.priority() == priority, actual);
    }

    /** Selects the jobs with this label. */
    public EnqueuedJobsAssert withLabel(String name, String value) {
        return only(
                "label " + name + "=" + value, job -> value.equals(job.labels().get(name)), actual);
    }

    /** Selects the jobs that were due as soon as they were enqueued. */
    public EnqueuedJobsAssert dueAtOnce() {
        return only("due at once", job -> delay(job).compareTo(TOLERANCE) < 0, actual);
    }

    /** Selects the jobs that are due this long after they were enqueued, within a second. */
    public EnqueuedJobsAssert dueAfter(Duration delay) {
        return only(
                "due " + delay + " after its enqueue",
                job -> delay(job).minus(delay).abs().compareTo(TOLERANCE) <= 0,
                actual);
    }

    /** Selects the jobs that are due at this time, within a second. */
    public EnqueuedJobsAssert dueAt(Instant time) {
        return only(
                "due at " + time,
                job -> Duration.between(time, job.dueAt()).abs().compareTo(TOLERANCE) <= 0,
                actual);
    }

    private static Duration delay(JobDetails job) {
        return Duration.between(job.enqueuedAt(), job.dueAt());
    }

    /** Checks that one job is selected. */
    public EnqueuedJobsAssert once() {
        return times(1);
    }

    /** Checks that this many jobs are selected, up to 1,000. */
    public EnqueuedJobsAssert times(int count) {
        if (actual.size() != count) {
            throw failure(
                    "Expected %d %s, but there are %d:%s", count, what, actual.size(), stored.list(actual, false));
        }
        return this;
    }

    /** Returns the jobs, the oldest first, with their payloads. */
    public List<JobDetails> details() {
        return whole();
    }

    private List<JobDetails> withPayloads() {
        List<JobDetails> whole = whole();
        if (whole.stream().allMatch(job -> job.state() == JobState.COMPLETED)) {
            throw failure(
                    "The payloads of %s are not known: jobs that completed keep none. Check what was enqueued before"
                            + " it runs, or what its handler did.%s",
                    what, stored.list(whole, false));
        }
        return whole;
    }

    private List<JobDetails> whole() {
        return actual.stream().map(stored::whole).toList();
    }

    private EnqueuedJobsAssert only(String condition, Predicate<JobDetails> holds, List<JobDetails> among) {
        List<JobDetails> matching = among.stream().filter(holds).toList();
        if (matching.isEmpty()) {
            throw failure("Expected %s with %s, but there are:%s", what, condition, stored.list(among, false));
        }
        return new EnqueuedJobsAssert(matching, stored, what + " with " + condition).describedAs(info.description());
    }
}
