package io.baton;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/**
 * The identity of a batch, given by the database and not reused, unless the table is truncated or restored. A plain number in JSON, in a path
 * variable and as text.
 *
 * @param value the number the database gave
 */
public record BatchId(long value) {

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public BatchId {}

    /**
     * Returns the identity that a text names, as a path variable does.
     *
     * @throws IllegalArgumentException if it is no number
     */
    public static BatchId valueOf(String text) {
        try {
            return new BatchId(Long.parseLong(text.strip()));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("A batch's id is a whole number", e);
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
