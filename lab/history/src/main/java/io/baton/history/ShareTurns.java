package io.baton.history;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Jobs keep their share through all runs, none starts while its share is paused, and no share starves: while a job waits, no other share has more turns than its own
 * and a few more, and no other part of its share has more than its own part. Jobs wait while they are seen to be ready, and from their commit until they start, unless
 * they wait for groups, an earlier run left no line, or processes or databases are hit meanwhile.
 */
record ShareTurns(History history, Claims claims, Findings findings, Verdict verdict) implements Check {

    private static final char PART = '/';

    @Override
    public void check() {
        Map<String, List<Long>> parts = new TreeMap<>();
        for (Run run : history.runs.values()) {
            Item item = history.itemOf(run);
            String share = item == null ? run.share : item.share;
            if (!share.isEmpty() || !run.share.isEmpty()) {
                findings.judged++;
                parts.computeIfAbsent(run.share, name -> new ArrayList<>()).add(run.start);
                judge(run, share);
            }
        }
        Map<String, List<Long>> wholes = new TreeMap<>();
        parts.forEach((share, starts) ->
                wholes.computeIfAbsent(whole(share), name -> new ArrayList<>()).addAll(starts));
        Stream.of(parts, wholes).flatMap(each -> each.values().stream()).forEach(Collections::sort);
        wait(parts, wholes);
    }

    private void judge(Run run, String share) {
        if (!run.share.equals(share)) {
            findings.broken("a job of the share " + named(share) + " runs in " + named(run.share) + ": " + run);
        }
        pauses(run.share).forEach(pause -> {
            if (run.start > pause.from() + Claims.ON_ITS_WAY && run.start < pause.to() && !claims.mayBeLate(run)) {
                findings.broken("a job of the paused share " + run.share + " starts: " + run);
            }
        });
    }

    private static String named(String share) {
        return share.isEmpty() ? "none" : share;
    }

    private static String whole(String share) {
        int end = share.indexOf(PART);
        return end < 0 ? share : share.substring(0, end);
    }

    private Stream<History.Pause> pauses(String share) {
        return Stream.of(share, whole(share))
                .distinct()
                .flatMap(name -> history.pauses.getOrDefault(name, List.of()).stream());
    }

    private void wait(Map<String, List<Long>> parts, Map<String, List<Long>> wholes) {
        List<History.Wait> waits = new ArrayList<>();
        if (history.moreStarts != Event.NONE) {
            history.items.values().stream()
                    .filter(this::isCalm)
                    .map(this::untilStart)
                    .forEach(waits::add);
            waits.addAll(history.waits);
            waits.removeIf(wait -> !isJudged(wait));
        }
        double most = 0;
        for (History.Wait wait : waits) {
            String share = Objects.requireNonNull(history.items.get(wait.item())).share;
            Map<String, List<Long>> own = new TreeMap<>(parts);
            own.keySet().removeIf(part -> !whole(part).equals(whole(share)));
            most = Math.max(most, Math.max(more(wait, whole(share), wholes), more(wait, share, own)));
        }
        findings.judged += waits.size();
        verdict.figure("shares_waits", waits.size());
        verdict.figure("shares_more_turns", (long) Math.ceil(most));
    }

    /** Returns whether a job was ready from its commit until its first run, for certain. */
    private boolean isCalm(Item item) {
        List<Run> runs = history.runsOf(item);
        return item.after.isEmpty()
                && !runs.isEmpty()
                && runs.get(0).attempt <= 1
                && item.operation.committedBy() < History.firstStart(runs)
                && claims.isCalm(item.operation.committedBy(), History.firstStart(runs));
    }

    private History.Wait untilStart(Item item) {
        return new History.Wait(item.number, item.operation.committedBy(), History.firstStart(history.runsOf(item)));
    }

    private boolean isJudged(History.Wait wait) {
        Item item = history.items.get(wait.item());
        return item != null
                && !item.share.isEmpty()
                && pauses(item.share)
                        .noneMatch(pause -> pause.requested() - Claims.ON_ITS_WAY < wait.to()
                                && pause.to() + Claims.ON_ITS_WAY > wait.from());
    }

    /** Returns how many turns another one had more than its own while an item waited, at most. */
    private double more(History.Wait wait, String own, Map<String, List<Long>> starts) {
        int owns = between(starts.getOrDefault(own, List.of()), wait.from(), wait.to());
        double most = 0;
        for (Map.Entry<String, List<Long>> other : starts.entrySet()) {
            int others = between(other.getValue(), wait.from(), wait.to());
            double more = turns(other.getKey(), others) - turns(own, owns);
            most = Math.max(most, more);
            if (more > history.moreStarts) {
                findings.broken("the share " + other.getKey() + " starts " + others + " jobs while "
                        + history.items.get(wait.item()) + " waits, its own " + own + " " + owns);
            }
        }
        return most;
    }

    private double turns(String share, int starts) {
        return (double) starts / history.weights.getOrDefault(share, 1L);
    }

    private static int between(List<Long> times, long from, long to) {
        return position(times, to) - position(times, from);
    }

    private static int position(List<Long> times, long time) {
        int found = Collections.binarySearch(times, time);
        return found < 0 ? -found - 1 : found;
    }
}
