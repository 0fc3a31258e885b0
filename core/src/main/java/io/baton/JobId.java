package io.baton;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * The identity of a job. The database assigns it at enqueue and reuses none, unless the table is truncated or restored. It is a plain number in JSON,
 * in a path variable and as text.
 *
 * @param value the number that the database assigned
 */
public record JobId(long value) {

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public JobId {}

    /**
     * Returns the identity that a text names, such as a path variable.
     *
     * @throws IllegalArgumentException if it is no number
     */
    public static JobId valueOf(String text) {
        try {
            return new JobId(Long.parseLong(text.strip()));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("A job's id is a whole number", e);
        }
    }

    @Override
    @JsonValue
    public long value() {
        return value;
    }

    @Override
    public String toString() {
        return Long.toString(value);
    }
}
