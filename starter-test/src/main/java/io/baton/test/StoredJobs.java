package io.baton.test;

import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.Jobs;
import io.baton.admin.BatonJobs;
import io.baton.enqueue.Enqueuer;
import io.baton.type.PackingCodec;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.PageRequest;
import org.springframework.test.util.AopTestUtils;

/** The stored jobs, with the types and the codec of the application. */
record StoredJobs(Jobs jobs, Enqueuer enqueuer) {

    private static final int MOST = 1_000;
    private static final int SHOWN = 20;

    static StoredJobs of(Jobs jobs) {
        Object target = AopTestUtils.getUltimateTargetObject(jobs);
        if (target instanceof BatonJobs own) {
            return new StoredJobs(jobs, own.enqueuer());
        }
        throw new AssertionError("assertThat(jobs) checks the stored jobs, and needs Baton's own bean, not a "
                + target.getClass().getName() + ". Verify calls of a mock with the mock library");
    }

    String typeOf(Class<?> payload) {
        return enqueuer.typeOf(payload);
    }

    /** Returns the payload of a job as it was before it was compressed or encrypted; null if it has none. */
    @Nullable
    String plain(JobDetails job) {
        return PackingCodec.unpacked(enqueuer.codec(), job.payload());
    }

    /** Returns this payload as it would be stored for this type, before it is compressed or encrypted. */
    String textOf(Object payload, String type) {
        return String.valueOf(enqueuer.textOf(payload, type));
    }

    <T> T read(String stored, Class<T> type) {
        return enqueuer.read(stored, type);
    }

    /** Returns the jobs that match, the oldest first; of very many, the newest. */
    List<JobDetails> find(JobFilter filter) {
        List<JobDetails> newestFirst =
                jobs.search(filter, PageRequest.of(0, MOST)).getContent();
        return newestFirst.stream()
                .sorted((one, other) ->
                        Long.compare(one.id().value(), other.id().value()))
                .toList();
    }

    /** Returns the job with its payload. */
    JobDetails whole(JobDetails job) {
        return jobs.find(job.id()).orElse(job);
    }

    /** Returns a line of text for each job. */
    String list(List<JobDetails> found, boolean errors) {
        if (found.isEmpty()) {
            return " no jobs at all";
        }
        String lines = found.stream()
                .limit(SHOWN)
                .map(job -> "\n  " + line(job, errors))
                .collect(Collectors.joining());
        return found.size() > SHOWN ? lines + "\n  and " + (found.size() - SHOWN) + " more" : lines;
    }

    private String line(JobDetails job, boolean errors) {
        Duration delay = Duration.between(job.enqueuedAt(), job.dueAt());
        String due = delay.toMillis() <= 0
                ? "due at once"
                : "due " + delay.truncatedTo(ChronoUnit.MILLIS) + " after its enqueue";
        String labels = job.labels().isEmpty() ? "" : ", labels " + job.labels();
        String payload = job.payload() == null ? "" : ", payload " + plain(job);
        String error = errors && job.error() != null
                ? ": " + job.error().lines().findFirst().orElse("")
                : "";
        return "Job " + job.id() + " (" + job.type() + "): " + job.state() + ", queue " + job.queue() + ", priority "
                + job.priority() + ", " + due + labels + payload + error;
    }
}
