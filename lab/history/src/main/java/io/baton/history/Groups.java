package io.baton.history;

import java.util.HashMap;
import java.util.Map;

/**
 * A job that waits for groups, batches or steps of flows, is one job, and starts after all of their items have ended: each has a run that ended well before, the
 * one with the effect where there is one, or was cancelled. A batch has been sealed, too.
 *
 * @param prefix of the groups that are checked
 */
record Groups(String prefix, History history, Findings findings) implements Check {

    static final String BATCH = "batch:";
    static final String FLOW = "flow:";

    @Override
    public void check() {
        Map<String, Long> ends = new HashMap<>();
        for (Item item : history.items.values()) {
            long start = History.firstStart(history.runsOf(item));
            boolean waits = false;
            for (String group : item.after) {
                if (group.startsWith(prefix) && start < History.NEVER) {
                    findings.judged++;
                    waits = true;
                    if (ends.computeIfAbsent(group, this::endOfGroup) > start) {
                        findings.broken(item + " starts before " + group + " has ended");
                    }
                }
            }
            if (waits && history.jobsOf(item).size() > 1) {
                findings.doubled(item + " waits for a group and is more than one job");
            }
        }
    }

    private long endOfGroup(String group) {
        long end =
                history.members(group).stream().mapToLong(this::endOfItem).max().orElse(Long.MIN_VALUE);
        return prefix.equals(BATCH) ? Math.max(end, history.sealed(group)) : end;
    }

    private long endOfItem(Item item) {
        boolean isThere = history.exists(item) || item.operation.outcome == Outcome.OK;
        return isThere ? Math.min(ended(item), history.cancelled(item)) : Long.MIN_VALUE;
    }

    private long ended(Item item) {
        return history.runsOf(item).stream()
                .filter(run -> history.effects.containsKey(run.id))
                .mapToLong(run -> run.end)
                .min()
                .orElseGet(() -> History.firstOk(history.runsOf(item)));
    }
}
