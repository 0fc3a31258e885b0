package io.baton.job.jdbc;

import io.baton.job.Fence;
import io.baton.job.Transition;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The statement that completes plain jobs, which answers what the jobs were tied to as well, and what follows. */
record PostgresTiedCompletion(PostgresCompletion completion, Transitions transitions) implements Completion {

    @Override
    public Set<Fence> complete(Map<Fence, @Nullable String> results, boolean keep) {
        Map<Fence, LockedJob> completed = completion.completeTied(results, keep);
        transitions.ended(Transition.COMPLETED, completed.values());
        return completed.keySet();
    }
}
