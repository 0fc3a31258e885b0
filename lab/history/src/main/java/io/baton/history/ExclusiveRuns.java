package io.baton.history;

import java.util.List;

/**
 * Only one claim holds a job at a time: two runs of a job overlap only if the claim of one may have been lost, and no claim has two runs. A plain handler that has
 * ended well is not called again unless something happened to its process before the outcome was written, for which dead-after is more than enough.
 */
record ExclusiveRuns(History history, Claims claims, Findings findings, Verdict verdict) implements Check {

    @Override
    public void check() {
        long fenced = 0;
        for (List<Run> runs : history.runsOfJobs()) {
            for (int i = 0; i < runs.size(); i++) {
                findings.judged++;
                for (Run earlier : runs.subList(0, i)) {
                    fenced += compare(earlier, runs.get(i)) ? 1 : 0;
                }
            }
        }
        verdict.figure("fenced", fenced);
    }

    /** Returns whether the runs overlap and may. */
    private boolean compare(Run first, Run second) {
        long at = second.start;
        boolean isOverlapping = Math.min(first.end, claims.processEnd(first)) > at;
        // a process that was silent between its claim and its handler, too
        boolean isFenced = claims.heldUntil(second) <= at;
        boolean mayOverlap = isFenced || claims.heldUntil(first) <= at;
        if (!first.lock.isEmpty() && first.lock.equals(second.lock)) {
            findings.doubled("one claim has two runs: " + first + ", " + second);
        } else if (isOverlapping && !mayOverlap) {
            findings.doubled("runs overlap: " + first + ", " + second);
        } else if (!isFenced && isDone(first, at)) {
            findings.doubled("the job had ended and runs again: " + first + ", " + second);
        }
        return isOverlapping && mayOverlap;
    }

    /** Transactional handlers run again where their transaction could not be committed. */
    private boolean isDone(Run run, long at) {
        Item item = history.itemOf(run);
        return run.isOk()
                && !run.isLost
                && run.end <= at
                && item != null
                && item.kind != Item.Kind.TRANSACTIONAL
                && !claims.isDisturbed(run, Math.min(at, run.end + history.deadAfter));
    }
}
