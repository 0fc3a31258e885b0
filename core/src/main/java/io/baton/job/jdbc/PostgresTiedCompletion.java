package io.baton.job.jdbc;

import io.baton.job.Fence;
import java.util.Map;
import java.util.Set;

/** Completes with the statement of plain jobs, which returns the ties of the jobs as well, and runs the steps that follow. */
record PostgresTiedCompletion(PostgresCompletion completion, Transitions transitions) implements Completion {

    @Override
    public Set<Fence> complete(CompletionResults results, boolean keep) {
        Map<Fence, LockedJob> completed = completion.completeTied(results.kept(), keep);
        transitions.completed(completed.values(), results.whole());
        return completed.keySet();
    }
}
