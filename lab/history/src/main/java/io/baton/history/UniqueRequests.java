package io.baton.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * No committed request is lost: the job that it was assigned sees it, in a run that starts after the assignment and ends well, unless the job dies, is cancelled,
 * or was running. A key that is held for a time promises that of its first request only. No second job of a key is created while one waits, or until it has ended
 * if the key is held until then. At the end only jobs that are left hold such keys, and jobs that ended while an enqueue had locked the key, which leave
 * it to the sweeper.
 */
record UniqueRequests(History history, Claims claims, Findings findings) implements Check {

    @Override
    public void check() {
        Map<String, List<Item>> created = new HashMap<>();
        Map<String, Item.Held> held = new HashMap<>();
        for (Item item : history.items.values()) {
            if (item.isUnique()) {
                held.put(item.key, item.held);
                if (item.operation.isCommitted()) {
                    kept(item);
                }
                if (item.operation.isCommitted() && item.as == Item.Assigned.CREATED) {
                    created.computeIfAbsent(item.key, key -> new ArrayList<>(1)).add(item);
                }
            }
        }
        created.values().forEach(this::oneAtATime);
        history.keysLeft.stream()
                .filter(left -> held.get(left.name()) != Item.Held.TIME)
                .filter(left -> !history.isIn(History.State.LEFT, left.job()))
                .filter(left -> !mayHaveBeenLocked(left.job()))
                .forEach(left -> findings.broken("job " + left.job() + " has ended and holds the key " + left.name()));
    }

    /** By a request that was open when the outcome of the job was written, which is soon after its handler ended. */
    private boolean mayHaveBeenLocked(long job) {
        long ended = History.firstOk(history.runsOfJob(job));
        return history.items.values().stream()
                .anyMatch(item -> item.job == job
                        && item.as == Item.Assigned.RUNNING
                        && item.operation.invoked <= ended + Claims.ON_ITS_WAY
                        && item.operation.returned > ended);
    }

    private void kept(Item item) {
        findings.judged++;
        boolean promisesNothing =
                item.as == Item.Assigned.RUNNING || (item.as == Item.Assigned.KEPT && item.held == Item.Held.TIME);
        if (item.as == Item.Assigned.NOTHING) {
            findings.broken(item + " is committed and has no outcome");
        } else if (!promisesNothing && !isSeen(item) && !isGivenUp(item.job)) {
            findings.lost(item + " was not seen by job " + item.job);
        }
    }

    private boolean isSeen(Item item) {
        return history.readers.getOrDefault(item.number, List.of()).stream()
                .anyMatch(run -> run.job == item.job && run.isOk() && run.start >= item.assigned);
    }

    private boolean isGivenUp(long job) {
        return history.isIn(History.State.DEAD, job) || history.isIn(History.State.CANCELLED, job);
    }

    private void oneAtATime(List<Item> created) {
        created.sort(Comparator.comparingLong(item -> item.assigned));
        for (int i = 1; i < created.size(); i++) {
            Item before = created.get(i - 1);
            Item next = created.get(i);
            if (!isGivenUp(before.job) && isTooEarly(before, next.operation.committedBy())) {
                findings.doubled("job " + next.job + " was created while " + before.job + " held the key " + next.key);
            }
        }
    }

    /** A start is recorded before the handler is called, so that only a calm time proves that a job still waited. */
    private boolean isTooEarly(Item before, long created) {
        List<Run> runs = history.runsOfJob(before.job);
        long start = History.firstStart(runs);
        return switch (before.held) {
            case FINISH -> History.firstOk(runs) > created;
            case START ->
                start > created + Claims.ON_ITS_WAY + history.jitter
                        && claims.isCalm(before.assigned, start + history.deadAfter);
            case TIME, NEVER -> false;
        };
    }
}
