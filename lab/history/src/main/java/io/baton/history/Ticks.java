package io.baton.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Each tick of a schedule has one job, which does not start before it is due. Ticks are missed only where the schedule allows it: while a fault hits all processes,
 * or without overlap while the job of an earlier tick has not ended. Without overlap a job starts after that of the tick before has ended. With overlap jobs may
 * start in any order.
 */
record Ticks(History history, Findings findings) implements Check {

    @Override
    public void check() {
        Map<String, NavigableMap<Long, List<Run>>> ticks = new HashMap<>();
        for (Run run : history.runs.values()) {
            if (!run.schedule.isEmpty()) {
                ticks.computeIfAbsent(run.schedule, name -> new TreeMap<>())
                        .computeIfAbsent(run.planned, planned -> new ArrayList<>(1))
                        .add(run);
            }
        }
        for (Schedule schedule : history.schedules) {
            NavigableMap<Long, List<Run>> all = ticks.getOrDefault(schedule.name(), new TreeMap<>());
            check(schedule, all.subMap(schedule.from(), true, schedule.to(), true));
        }
    }

    private void check(Schedule schedule, NavigableMap<Long, List<Run>> ticks) {
        for (long planned = schedule.from(); planned <= schedule.to(); planned += schedule.every()) {
            findings.judged++;
            if (!ticks.containsKey(planned) && !mayBeMissed(schedule, planned, ticks)) {
                findings.lost("the tick " + planned + " of " + schedule.name() + " is missed");
            }
        }
        ticks.forEach((planned, runs) -> one(schedule, planned, runs));
        if (!schedule.overlap()) {
            inOrder(schedule, ticks);
        }
    }

    private void one(Schedule schedule, long planned, List<Run> runs) {
        String tick = "the tick " + planned + " of " + schedule.name();
        if (runs.stream().mapToLong(run -> run.job).distinct().count() > 1) {
            findings.doubled(tick + " has more than one job");
        }
        if ((planned - schedule.from()) % schedule.every() != 0) {
            findings.broken(tick + " is not planned");
        }
        if (History.firstStart(runs) < schedule.due(planned) - Claims.ON_ITS_WAY) {
            findings.broken(tick + " starts before it is due");
        }
    }

    private boolean mayBeMissed(Schedule schedule, long planned, NavigableMap<Long, List<Run>> ticks) {
        long due = schedule.due(planned);
        if (!schedule.overlap()
                && ticks.headMap(planned, false).values().stream().anyMatch(runs -> mayBeOpen(runs, due))) {
            return true;
        }
        boolean runsAll = schedule.missed() == Schedule.Missed.ALL && schedule.overlap();
        return !runsAll
                && history.faults.values().stream()
                        .filter(Fault::hitsAll)
                        .anyMatch(
                                fault -> due >= fault.from - Claims.ON_ITS_WAY && due <= fault.to + history.reconnect);
    }

    private static boolean mayBeOpen(List<Run> runs, long at) {
        long end =
                runs.stream().filter(Run::isOk).mapToLong(run -> run.end).max().orElse(History.NEVER);
        return end + Claims.ON_ITS_WAY >= at;
    }

    private void inOrder(Schedule schedule, NavigableMap<Long, List<Run>> ticks) {
        List<Run> before = List.of();
        for (Map.Entry<Long, List<Run>> tick : ticks.entrySet()) {
            if (!before.isEmpty()
                    && !history.isIn(History.State.DEAD, before.get(0).job)
                    && History.firstOk(before) > History.firstStart(tick.getValue())) {
                findings.broken("the tick " + tick.getKey() + " of " + schedule.name()
                        + " starts before the one before has ended");
            }
            before = tick.getValue();
        }
    }
}
