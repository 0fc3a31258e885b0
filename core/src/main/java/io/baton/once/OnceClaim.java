package io.baton.once;

import io.baton.OnceResult;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a claim came to.
 *
 * @param result what became of it without acting; null if it is to act
 * @param lockId under which to act
 * @param token what to hand to the action
 * @param outcome what was kept, if it was done before
 */
record OnceClaim(
        @Nullable OnceResult result,
        UUID lockId,
        UUID token,
        @Nullable String outcome) {}
