package io.baton.history;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A job exists if and only if its transaction was committed, together with all else of this transaction. It ends: it completes after a run that ended well, is
 * cancelled by a client, or dies since it failed as often as it may or since five workers died with it. One that waits for others may be left if these are.
 */
record Completeness(History history, Claims claims, Findings findings) implements Check {

    /** Of the five workers that died the first may have held the job without starting it. */
    private static final int STARTS_OF_DEAD = 4;

    @Override
    public void check() {
        for (Item item : history.items.values()) {
            findings.judged++;
            if (item.operation.outcome == Outcome.FAILED) {
                absent(item);
            } else if (!item.isUnique()) {
                one(item);
            }
        }
        history.operations.values().forEach(this::allOrNothing);
        history.rows.values().forEach(this::ended);
        history.secondRows.forEach(row -> findings.doubled("job " + row.job() + " is in the tables twice"));
        history.runsOfJobs().forEach(this::present);
    }

    private void present(List<Run> runs) {
        if (!history.rows.containsKey(runs.get(0).job)) {
            findings.lost("job " + runs.get(0).job + " ran and is not in the tables");
        }
    }

    private void absent(Item item) {
        if (history.exists(item)) {
            findings.broken(item + " was rolled back and exists");
        }
    }

    private void one(Item item) {
        int jobs = history.jobsOf(item).size();
        if (jobs == 0 && item.operation.outcome == Outcome.OK) {
            findings.lost(item + " was acknowledged and has left no trace");
        } else if (jobs > 1 && item.after.isEmpty()) {
            findings.doubled(item + " is " + jobs + " jobs");
        }
    }

    /** Also where the outcome is unknown. */
    private void allOrNothing(Operation operation) {
        List<Item> jobs =
                operation.items.stream().filter(item -> !item.isUnique()).toList();
        long existing = jobs.stream().filter(history::exists).count();
        if (operation.outcome == Outcome.UNKNOWN && existing > 0 && existing < jobs.size()) {
            findings.broken("only " + existing + " of " + jobs.size() + " jobs of " + operation.id + " exist");
        }
        boolean isThere = operation.outcome == Outcome.OK || (operation.outcome == Outcome.UNKNOWN && existing > 0);
        boolean isKnown = operation.outcome != Outcome.UNKNOWN || !jobs.isEmpty();
        if (operation.writesLedger && isKnown && isThere != operation.ledgerFound) {
            findings.broken("the jobs of " + operation.id + " and its client's row did not share their fate");
        }
    }

    private void ended(History.Row row) {
        Item item = history.itemOf(row);
        List<Run> runs = history.runsOfJob(row.job());
        boolean mayBe =
                switch (row.state()) {
                    case COMPLETED -> History.firstOk(runs) < History.NEVER;
                    case CANCELLED -> item != null && (item.isUnique() || history.cancelled(item) < History.NEVER);
                    case DEAD -> mayBeDead(item, runs);
                    case LEFT -> item != null && mayWait(item);
                };
        if (!mayBe) {
            findings.lost("job " + row.job() + " is " + row.state() + ", which it must not be after " + runs.size()
                    + " runs");
        }
    }

    private boolean mayBeDead(@Nullable Item item, List<Run> runs) {
        long attempts = item == null ? History.NEVER : item.attempts;
        long failed = runs.stream().filter(run -> run.outcome == Outcome.FAILED).count();
        long died = runs.stream().filter(this::hasDied).count();
        return failed >= attempts || died >= STARTS_OF_DEAD;
    }

    private boolean mayWait(Item item) {
        return item.after.stream()
                .anyMatch(group -> (group.startsWith(Groups.BATCH) && history.sealed(group) == History.NEVER)
                        || history.members(group).stream().anyMatch(this::isStuck));
    }

    private boolean isStuck(Item item) {
        return history.isIn(History.State.DEAD, item) || history.isIn(History.State.LEFT, item);
    }

    private boolean hasDied(Run run) {
        long until = claims.heldUntil(run);
        return until < History.NEVER && until <= run.end;
    }
}
