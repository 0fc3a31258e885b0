package io.baton.monitor;

import io.baton.BatchId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a job takes part in beside its queue.
 *
 * @param batch of which it is an item; null if of none
 * @param flow whether that is a flow
 * @param permits of limits that it needs, in the order in which it acquires them
 */
public record JobRelations(@Nullable BatchId batch, boolean flow, List<NeededPermit> permits) {

    /** A permit that a job needs, and whether it has it. */
    public record NeededPermit(String limit, boolean held) {}
}
