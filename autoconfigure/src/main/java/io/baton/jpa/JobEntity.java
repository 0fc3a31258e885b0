package io.baton.jpa;

import io.baton.jpa.FixedNamesBinder.FixedNames;
import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import org.hibernate.Length;
import org.hibernate.annotations.Immutable;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.Nullable;

/** A job in the job table, which is unfinished or dead: {@code select j from BatonJob j}. */
@Entity(name = "BatonJob")
@Immutable
@FixedNames
@Table(name = "baton_job")
public class JobEntity extends JobColumns {

    @Column(name = "job_rank", nullable = false)
    private int rank;

    @Convert(disableConversion = true)
    @Column(name = "due_at", nullable = false)
    private Instant dueAt;

    @Column(name = "max_attempts")
    private @Nullable Integer maxAttempts;

    @Convert(disableConversion = true)
    @Column(name = "died_at")
    private @Nullable Instant endedAt;

    @Column(name = "progress")
    private @Nullable Double progress;

    @Column(name = "progress_note", length = 200)
    private @Nullable String progressNote;

    @JdbcTypeCode(SqlTypes.LONG32VARCHAR)
    @Column(name = "payload", length = Length.LONG32)
    private @Nullable String payload;

    @JdbcTypeCode(SqlTypes.LONG32VARCHAR)
    @Column(name = "error", length = Length.LONG32)
    private @Nullable String error;

    /** Is called by JPA. */
    @SuppressWarnings("NullAway.Init")
    protected JobEntity() {}

    /** Returns the complement of the priority. Jobs with a smaller rank run first. */
    public int getRank() {
        return rank;
    }

    public int getPriority() {
        return ~rank;
    }

    public Instant getDueAt() {
        return dueAt;
    }

    public @Nullable Integer getMaxAttempts() {
        return maxAttempts;
    }

    /** Returns when the job died. Jobs that end otherwise leave the table. */
    public @Nullable Instant getEndedAt() {
        return endedAt;
    }

    public @Nullable Double getProgress() {
        return progress;
    }

    public @Nullable String getProgressNote() {
        return progressNote;
    }

    public @Nullable String getPayload() {
        return payload;
    }

    public @Nullable String getError() {
        return error;
    }
}
