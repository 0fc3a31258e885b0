package io.baton.sample.approvals;

import org.jspecify.annotations.Nullable;

/**
 * A link, with the request that it belongs to.
 *
 * @param choice what the link stands for
 * @param decision how the request was decided, by this link or another; null while it is open
 * @param expired by the clock of the database
 */
record ApprovalLink(
        long jobId,
        String signalName,
        String recipient,
        Choice choice,
        String question,
        @Nullable Choice decision,
        boolean expired) {

    boolean isOpen() {
        return decision == null && !expired;
    }
}
