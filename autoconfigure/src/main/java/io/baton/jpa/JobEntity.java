package io.baton.jpa;

import io.baton.JobState;
import io.baton.jpa.FixedNamesBinder.FixedNames;
import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.hibernate.Length;
import org.hibernate.annotations.Immutable;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.Nullable;

/** A job that has not left the job table; {@code select j from BatonJob j}. */
@Entity(name = "BatonJob")
@Immutable
@FixedNames
@Table(name = "baton_job")
public class JobEntity {

    @Id
    @Column(name = "id")
    private Long id;

    @Column(name = "type", nullable = false, length = 200)
    private String type;

    @Column(name = "queue", nullable = false, length = 100)
    private String queue;

    @Column(name = "job_rank", nullable = false)
    private int rank;

    @Convert(disableConversion = true)
    @Column(name = "due_at", nullable = false)
    private Instant dueAt;

    @Convert(converter = StateConverter.class)
    @Column(name = "state", nullable = false)
    private JobState state;

    @Column(name = "attempt", nullable = false)
    private int attempt;

    @Column(name = "max_attempts")
    private @Nullable Integer maxAttempts;

    @Column(name = "worker_id")
    private @Nullable Long workerId;

    @Convert(disableConversion = true)
    @Column(name = "claimed_at")
    private @Nullable Instant claimedAt;

    @Convert(disableConversion = true)
    @Column(name = "created_at", nullable = false)
    private Instant createdAt;

    @Convert(disableConversion = true)
    @Column(name = "died_at")
    private @Nullable Instant endedAt;

    @Column(name = "progress")
    private @Nullable Double progress;

    @Column(name = "progress_note", length = 200)
    private @Nullable String progressNote;

    @JdbcTypeCode(SqlTypes.LONG32VARCHAR)
    @Column(name = "labels", length = Length.LONG32)
    private @Nullable String labels;

    @JdbcTypeCode(SqlTypes.LONG32VARCHAR)
    @Column(name = "payload", length = Length.LONG32)
    private @Nullable String payload;

    @JdbcTypeCode(SqlTypes.LONG32VARCHAR)
    @Column(name = "error", length = Length.LONG32)
    private @Nullable String error;

    /** For JPA. */
    @SuppressWarnings("NullAway.Init")
    protected JobEntity() {}

    public Long getId() {
        return id;
    }

    public String getType() {
        return type;
    }

    public String getQueue() {
        return queue;
    }

    /** Smaller runs first; the complement of the priority. */
    public int getRank() {
        return rank;
    }

    public int getPriority() {
        return ~rank;
    }

    public Instant getDueAt() {
        return dueAt;
    }

    public JobState getState() {
        return state;
    }

    public int getAttempt() {
        return attempt;
    }

    public @Nullable Integer getMaxAttempts() {
        return maxAttempts;
    }

    public @Nullable Long getWorkerId() {
        return workerId;
    }

    public @Nullable Instant getClaimedAt() {
        return claimedAt;
    }

    public Instant getCreatedAt() {
        return createdAt;
    }

    /** When the job died; it leaves the table if it ends otherwise. */
    public @Nullable Instant getEndedAt() {
        return endedAt;
    }

    public @Nullable Double getProgress() {
        return progress;
    }

    public @Nullable String getProgressNote() {
        return progressNote;
    }

    /** Returns one label a line, {@code name=value}. */
    public @Nullable String getLabels() {
        return labels;
    }

    public @Nullable String getPayload() {
        return payload;
    }

    public @Nullable String getError() {
        return error;
    }
}
