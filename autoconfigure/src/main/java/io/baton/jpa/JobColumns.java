package io.baton.jpa;

import io.baton.JobState;
import io.baton.job.ShareNames;
import io.baton.job.StateCode;
import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.Converter;
import jakarta.persistence.Id;
import jakarta.persistence.MappedSuperclass;
import java.time.Instant;
import org.hibernate.Length;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.Nullable;

/** The columns that the job table and the history have in common. */
@MappedSuperclass
abstract class JobColumns {

    @Id
    @Column(name = "id")
    private Long id;

    @Column(name = "type", nullable = false, length = 200)
    private String type;

    @Column(name = "queue", nullable = false, length = 310)
    private String queue;

    @Convert(converter = StateConverter.class)
    @Column(name = "state", nullable = false)
    private JobState state;

    @Column(name = "attempt", nullable = false)
    private int attempt;

    @Column(name = "worker_id")
    private @Nullable Long workerId;

    @Convert(disableConversion = true)
    @Column(name = "claimed_at")
    private @Nullable Instant claimedAt;

    @Convert(disableConversion = true)
    @Column(name = "created_at", nullable = false)
    private Instant createdAt;

    @JdbcTypeCode(SqlTypes.LONG32VARCHAR)
    @Column(name = "labels", length = Length.LONG32)
    private @Nullable String labels;

    /** Is called by JPA. */
    @SuppressWarnings("NullAway.Init")
    JobColumns() {}

    public Long getId() {
        return id;
    }

    public String getType() {
        return type;
    }

    public String getQueue() {
        return ShareNames.queue(queue);
    }

    /** Returns the share of the queue; null if the job has none. Queries find it behind the name of the queue. */
    public @Nullable String getShare() {
        return ShareNames.share(queue);
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

    public @Nullable Instant getClaimedAt() {
        return claimedAt;
    }

    public Instant getCreatedAt() {
        return createdAt;
    }

    /** Returns the labels, one {@code name=value} in each line. */
    public @Nullable String getLabels() {
        return labels;
    }

    /** Converts between states and their numbers in the tables. */
    @Converter
    static class StateConverter implements AttributeConverter<JobState, Short> {

        @Override
        public @Nullable Short convertToDatabaseColumn(@Nullable JobState state) {
            return state == null ? null : (short) StateCode.of(state);
        }

        @Override
        public @Nullable JobState convertToEntityAttribute(@Nullable Short code) {
            return code == null ? null : StateCode.state(code);
        }
    }
}
