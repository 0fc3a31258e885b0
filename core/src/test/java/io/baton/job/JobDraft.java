package io.baton.job;

import io.baton.type.Names;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A new job of which a test says only what matters to it. */
public record JobDraft(
        String type,
        String queue,
        int priority,
        Due due,
        @Nullable Integer maxAttempts,
        Map<String, String> labels,
        @Nullable String payload,
        List<String> permits,
        @Nullable String key) {

    private static final JobDraft JOB = new JobDraft("work", "q", 0, Due.NOW, null, Map.of(), "{}", List.of(), null);

    /** A job due now, of type {@code work}, in queue {@code q}, with an empty payload. */
    public static JobDraft job() {
        return JOB;
    }

    public JobDraft type(String type) {
        return new JobDraft(type, queue, priority, due, maxAttempts, labels, payload, permits, key);
    }

    public JobDraft queue(String queue) {
        return new JobDraft(type, queue, priority, due, maxAttempts, labels, payload, permits, key);
    }

    public JobDraft priority(int priority) {
        return new JobDraft(type, queue, priority, due, maxAttempts, labels, payload, permits, key);
    }

    public JobDraft due(Due due) {
        return new JobDraft(type, queue, priority, due, maxAttempts, labels, payload, permits, key);
    }

    public JobDraft dueIn(Duration delay) {
        return due(new Due.After(delay));
    }

    public JobDraft dueAt(String instant) {
        return due(new Due.At(Instant.parse(instant)));
    }

    public JobDraft maxAttempts(int maxAttempts) {
        return new JobDraft(type, queue, priority, due, maxAttempts, labels, payload, permits, key);
    }

    public JobDraft labels(Map<String, String> labels) {
        return new JobDraft(type, queue, priority, due, maxAttempts, labels, payload, permits, key);
    }

    public JobDraft label(String name, String value) {
        return labels(Map.of(name, value));
    }

    public JobDraft payload(@Nullable String payload) {
        return new JobDraft(type, queue, priority, due, maxAttempts, labels, payload, permits, key);
    }

    /** It needs a permit of each of these limits. */
    public JobDraft permits(String... permits) {
        return new JobDraft(
                type,
                queue,
                priority,
                due,
                maxAttempts,
                labels,
                payload,
                Stream.of(permits).sorted(Names.LIMITS_IN_TURN).toList(),
                key);
    }

    public JobDraft key(@Nullable String key) {
        return new JobDraft(type, queue, priority, due, maxAttempts, labels, payload, permits, key);
    }

    /** What the store takes. */
    public NewJob asNew() {
        return new NewJob(type, queue, priority, due, maxAttempts, labels, payload, permits, null, 0, null, null, key);
    }

    /** As often as asked. */
    public List<NewJob> times(int count) {
        return Collections.nCopies(count, asNew());
    }
}
