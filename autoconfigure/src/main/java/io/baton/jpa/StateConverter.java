package io.baton.jpa;

import io.baton.JobState;
import io.baton.job.StateCode;
import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Converter;
import org.jspecify.annotations.Nullable;

/** Converts between states and their numbers in the tables. */
@Converter
class StateConverter implements AttributeConverter<JobState, Short> {

    @Override
    public @Nullable Short convertToDatabaseColumn(@Nullable JobState state) {
        return state == null ? null : (short) StateCode.of(state);
    }

    @Override
    public @Nullable JobState convertToEntityAttribute(@Nullable Short code) {
        return code == null ? null : StateCode.state(code);
    }
}
