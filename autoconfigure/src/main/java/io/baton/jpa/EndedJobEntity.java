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

/** A job that completed or was cancelled, as long as history is kept; {@code select j from BatonEndedJob j}. */
@Entity(name = "BatonEndedJob")
@Immutable
@FixedNames
@Table(name = "baton_job_history")
public class EndedJobEntity {

    @Id
    @Column(name = "id")
    private Long id;

    @Column(name = "type", nullable = false, length = 200)
    private String type;

    @Column(name = "queue", nullable = false, length = 100)
    private String queue;

    @Convert(converter = StateConverter.class)
    @Column(name = "state", nullable = false)
    private JobState state;

    @Column(name = "attempt", nullable = false)
    private int attempt;

    @Column(name = "worker_id")
    private @Nullable Long workerId;

    @Convert(disableConversion = true)
    @Column(name = "created_at", nullable = false)
    private Instant createdAt;

    @Convert(disableConversion = true)
    @Column(name = "claimed_at")
    private @Nullable Instant claimedAt;

    @Convert(disableConversion = true)
    @Column(name = "ended_at", nullable = false)
    private Instant endedAt;

    @JdbcTypeCode(SqlTypes.LONG32VARCHAR)
    @Column(name = "labels", length = Length.LONG32)
    private @Nullable String labels;

    @JdbcTypeCode(SqlTypes.LONG32VARCHAR)
    @Column(name = "result", length = Length.LONG32)
    private @Nullable String result;

    /** For JPA. */
    @SuppressWarnings("NullAway.Init")
    protected EndedJobEntity() {}

    public Long getId() {
        return id;
    }

    public String getType() {
        return type;
    }

    public String getQueue() {
        return queue;
    }

    public JobState getState() {
        return state;
    }

    public int getAttempt() {
        return attempt;
    }

    public @Nullable Long getWorkerId() {
        return workerId;
    }

    public Instant getCreatedAt() {
        return createdAt;
    }

    public @Nullable Instant getClaimedAt() {
        return claimedAt;
    }

    public Instant getEndedAt() {
        return endedAt;
    }

    /** Returns one label a line, {@code name=value}. */
    public @Nullable String getLabels() {
        return labels;
    }

    public @Nullable String getResult() {
        return result;
    }
}
