package io.baton.job;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A new job of which a test says only what matters to it. */
public record JobDraft(
        String type,
        String queue,
        int priority,
        Due due,
        @Nullable Integer maxAttempts,
        Map<String, String> labels,
        @Nullable String payload) {

    private static final JobDraft JOB = new JobDraft("work", "q", 0, Due.NOW, null, Map.of(), "{}");

    /** A job due now, of type {@code work}, in queue {@code q}, with an empty payload. */
    public static JobDraft job() {
        return JOB;
    }

    public JobDraft type(String type) {
        return new JobDraft(type, queue, priority, due, maxAttempts, labels, payload);
    }

    public JobDraft queue(String queue) {
        return new JobDraft(type, queue, priority, due, maxAttempts, labels, payload);
    }

    public JobDraft priority(int priority) {
        return new JobDraft(type, queue, priority, due, maxAttempts, labels, payload);
    }

    public JobDraft due(Due due) {
        return new JobDraft(type, queue, priority, due, maxAttempts, labels, payload);
    }

    public JobDraft dueIn(Duration delay) {
        return due(new Due.After(delay));
    }

    public JobDraft dueAt(String instant) {
        return due(new Due.At(Instant.parse(instant)));
    }

    public JobDraft maxAttempts(int maxAttempts) {
        return new JobDraft(type, queue, priority, due, maxAttempts, labels, payload);
    }

    public JobDraft labels(Map<String, String> labels) {
        return new JobDraft(type, queue, priority, due, maxAttempts, labels, payload);
    }

    public JobDraft label(String name, String value) {
        return labels(Map.of(name, value));
    }

    public JobDraft payload(@Nullable String payload) {
        return new JobDraft(type, queue, priority, due, maxAttempts, labels, payload);
    }

    /** What the store takes. */
    public NewJob asNew() {
        return new NewJob(type, queue, priority, due, maxAttempts, labels, payload);
    }

    /** As often as asked. */
    public List<NewJob> times(int count) {
        return Collections.nCopies(count, asNew());
    }
}
