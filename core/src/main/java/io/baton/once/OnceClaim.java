package io.baton.once;

import io.baton.OnceResult;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The result of a claim.
 *
 * @param result the result if there is nothing to do; null if the action is to run
 * @param lockId the lock id of the claim
 * @param token the idempotency key for the action
 * @param outcome the stored outcome, if it was done before
 */
record OnceClaim(
        @Nullable OnceResult result,
        UUID lockId,
        UUID token,
        @Nullable String outcome) {}
