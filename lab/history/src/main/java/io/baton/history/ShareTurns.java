package io.baton.history;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Jobs keep their share through all runs, none starts while its share is paused, and no share starves: while a job waits, no other share starts more jobs than its own
 * and a few more. Jobs that wait for groups, and times in which processes or databases are hit, say nothing about turns.
 */
record ShareTurns(History history, Claims claims, Findings findings) implements Check {

    @Override
    public void check() {
        Map<String, List<Long>> starts = new TreeMap<>();
        for (Run run : history.runs.values()) {
            Item item = history.itemOf(run);
            String share = item == null ? run.share : item.share;
            if (!share.isEmpty() || !run.share.isEmpty()) {
                findings.judged++;
                starts.computeIfAbsent(run.share, name -> new ArrayList<>()).add(run.start);
                judge(run, share);
            }
        }
        starts.values().forEach(Collections::sort);
        for (Item item : history.items.values()) {
            if (!item.share.isEmpty() && item.after.isEmpty() && history.moreStarts != Event.NONE) {
                waited(item, starts);
            }
        }
    }

    private void judge(Run run, String share) {
        if (!run.share.equals(share)) {
            findings.broken("a job of the share " + named(share) + " runs in " + named(run.share) + ": " + run);
        }
        for (History.Pause pause : history.pauses.getOrDefault(run.share, List.of())) {
            if (run.start > pause.from() + Claims.ON_ITS_WAY && run.start < pause.to() && !claims.mayBeLate(run)) {
                findings.broken("a job of the paused share " + run.share + " starts: " + run);
            }
        }
    }

    private static String named(String share) {
        return share.isEmpty() ? "none" : share;
    }

    private void waited(Item item, Map<String, List<Long>> starts) {
        long from = item.operation.committedBy();
        long to = History.firstStart(history.runsOf(item));
        boolean isPaused = history.pauses.getOrDefault(item.share, List.of()).stream()
                .anyMatch(pause -> pause.from() - Claims.ON_ITS_WAY < to && pause.to() + Claims.ON_ITS_WAY > from);
        if (from >= to || to == History.NEVER || isPaused || !claims.isCalm(from, to)) {
            return;
        }
        findings.judged++;
        long own = between(starts.getOrDefault(item.share, List.of()), from, to);
        starts.forEach((share, times) -> {
            long others = between(times, from, to);
            if (!share.equals(item.share) && others > own + history.moreStarts) {
                findings.broken("the share " + share + " starts " + others + " jobs while " + item + " waits, its own "
                        + item.share + " " + own);
            }
        });
    }

    private static int between(List<Long> times, long from, long to) {
        return position(times, to) - position(times, from);
    }

    private static int position(List<Long> times, long time) {
        int found = Collections.binarySearch(times, time);
        return found < 0 ? -found - 1 : found;
    }
}
