package io.baton.history;

import java.util.HashMap;
import java.util.Map;

/** What a transactional handler writes is committed with the completion of its attempt, or not at all: a completed job has one effect, any other one has none. */
record CommittedEffects(History history, Findings findings) implements Check {

    @Override
    public void check() {
        Map<Long, String> runs = new HashMap<>();
        history.effects.forEach((id, count) -> {
            findings.judged++;
            Run run = history.runs.get(id);
            if (run == null) {
                findings.broken("there is an effect of " + id + ", which never started");
            } else {
                String before = runs.putIfAbsent(run.job, id);
                if (count > 1 || before != null) {
                    findings.doubled("job " + run.job + " has more than one effect, one of " + run);
                }
                completed(run);
            }
        });
        for (History.Row row : history.rows.values()) {
            Item item = history.itemOf(row);
            if (item != null
                    && item.kind == Item.Kind.TRANSACTIONAL
                    && row.state() == History.State.COMPLETED
                    && !runs.containsKey(row.job())) {
                findings.lost("job " + row.job() + " is completed without its effect");
            }
        }
    }

    private void completed(Run run) {
        boolean mayHaveCommitted = run.outcome == Outcome.UNKNOWN && run.end < History.NEVER && !run.isLost;
        if (!run.isOk() && !mayHaveCommitted) {
            findings.broken("there is an effect of " + run + ", which did not end well");
        }
        History.Row row = history.rows.get(run.job);
        if (row == null
                || row.state() != History.State.COMPLETED
                || (row.attempt() != Event.NONE && row.attempt() != run.attempt)) {
            findings.broken("there is an effect of " + run + " without the completion of attempt " + run.attempt);
        }
    }
}
