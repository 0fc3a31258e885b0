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

/** A job that completed or was cancelled, as long as history is kept: {@code select j from BatonEndedJob j}. */
@Entity(name = "BatonEndedJob")
@Immutable
@FixedNames
@Table(name = "baton_job_history")
public class EndedJobEntity extends JobColumns {

    @Convert(disableConversion = true)
    @Column(name = "ended_at", nullable = false)
    private Instant endedAt;

    @JdbcTypeCode(SqlTypes.LONG32VARCHAR)
    @Column(name = "result", length = Length.LONG32)
    private @Nullable String result;

    /** Is called by JPA. */
    @SuppressWarnings("NullAway.Init")
    protected EndedJobEntity() {}

    public Instant getEndedAt() {
        return endedAt;
    }

    public @Nullable String getResult() {
        return result;
    }
}
