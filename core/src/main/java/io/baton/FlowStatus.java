package io.baton;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The progress of a flow. */
public interface FlowStatus {

    /** Returns its id. */
    @JsonProperty
    BatchId id();

    /** Returns its key; null if it was started without one. */
    @JsonProperty
    @Nullable
    String key();

    /** Returns its state; {@link BatchState#STUCK} if no step can continue before a dead job is revived. */
    @JsonProperty
    BatchState state();

    /** Returns when all of its jobs had ended; null if they have not. */
    @JsonProperty
    @Nullable
    Instant completedAt();

    /** Returns its steps. Each one comes after the steps that it waits for. */
    @JsonProperty
    List<Step> steps();

    /** The progress of a step. */
    interface Step {

        /** Returns its name. */
        @JsonProperty
        String name();

        /** Returns the names of the steps that it waits for. */
        @JsonProperty
        List<String> after();

        /** Returns how far it is. */
        @JsonProperty
        FlowStepState state();

        /** Returns how many jobs it has. */
        @JsonProperty
        long items();

        /** Returns how many of its jobs have not ended. Dead jobs count. */
        @JsonProperty
        long remaining();

        /** Returns how many of its jobs have died and were not revived since; an inner flow counts as dead while it is stuck. */
        @JsonProperty
        long dead();

        /** Returns how many of its jobs were cancelled. */
        @JsonProperty
        long cancelled();
    }
}
