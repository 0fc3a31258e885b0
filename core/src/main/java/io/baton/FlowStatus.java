package io.baton;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How far a flow is. */
public interface FlowStatus {

    /** Returns its id. */
    @JsonProperty
    BatchId id();

    /** Returns its key; null if it was started without one. */
    @JsonProperty
    @Nullable
    String key();

    /** Returns how far it is; {@link BatchState#STUCK} if nothing of it can go on before a dead job is revived. */
    @JsonProperty
    BatchState state();

    /** Returns when all of it had ended; null if it has not. */
    @JsonProperty
    @Nullable
    Instant completedAt();

    /** Returns its steps, each after those that it waits for. */
    @JsonProperty
    List<Step> steps();

    /** How far a step is. */
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

        /** Returns how many of them have not ended, with those that have died. */
        @JsonProperty
        long remaining();

        /** Returns how many of them have died and were not revived since; an inner flow counts as dead while it is stuck. */
        @JsonProperty
        long dead();

        /** Returns how many of them were cancelled. */
        @JsonProperty
        long cancelled();
    }
}
