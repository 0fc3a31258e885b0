package io.baton.job.jdbc;

import io.baton.job.Fence;
import java.util.Map;
import java.util.Set;

/** The statement that completes plain jobs, which answers what the jobs were tied to as well, and what follows. */
record PostgresTiedCompletion(PostgresCompletion completion, Transitions transitions) implements Completion {

    @Override
    public Set<Fence> complete(CompletionResults results, boolean keep) {
        Map<Fence, LockedJob> completed = completion.completeTied(results.kept(), keep);
        transitions.completed(completed.values(), results.whole());
        return completed.keySet();
    }
}
