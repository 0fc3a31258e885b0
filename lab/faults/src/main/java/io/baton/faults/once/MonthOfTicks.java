package io.baton.faults.once;

import io.baton.MissedTicks;
import io.baton.Recurrence;
import io.baton.RecurringJobs;
import io.baton.faults.once.OnceWork.Ticked;
import io.baton.faults.scenario.Cluster;
import java.time.Duration;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The months in which clocks were changed, in fast motion: schedules for a few of their days each, whose first tick is shifted to where it was, by the
 * hour and daily in the hour that comes twice or not at all. Beside them one that has a tick every second. Meanwhile processes are killed and restarted.
 */
final class MonthOfTicks {

    private static final String EVERY_SECOND = "every-second";
    private static final int AT_ONCE = 6;
    private static final Duration BETWEEN_FAULTS = Duration.ofMillis(700);

    private final OnceSetup setup;
    private final OnceTables tables;
    private final RecurringJobs recurring;
    private final Set<String> expected = new HashSet<>();
    private int kills;
    private int restarts;

    MonthOfTicks(OnceSetup setup) {
        this.setup = setup;
        this.tables = setup.tables();
        this.recurring = setup.bean(RecurringJobs.class);
    }

    void run() {
        try (OnceNodes nodes = setup.nodes("--knows.ticks=true", "--baton.queues.ticks.concurrency=4")) {
            nodes.start(setup.scale().nodes());
            add(EVERY_SECOND, "* * * * * *");
            List<ShiftedDays> left = new ArrayList<>();
            List<YearMonth> months = ShiftedDays.monthsWithChanges();
            months.forEach(month -> left.addAll(ShiftedDays.of(month)));
            while (!left.isEmpty()) {
                List<ShiftedDays> now = left.subList(0, Math.min(AT_ONCE, left.size()));
                now.forEach(this::shift);
                disturb(nodes);
                now.clear();
            }
            setup.await(() -> ticked().keySet().containsAll(expected), "ticks are missed");
            recurring.pause(EVERY_SECOND);
            setup.awaitEnd();
            setup.atLeast("clock_changes", 1, months.size());
        }
        check();
    }

    private void add(String name, String cron) {
        recurring.add(
                name, Recurrence.cron(cron).zone(ShiftedDays.ZONE.getId()).missed(MissedTicks.RUN_ALL), new Ticked());
    }

    private void shift(ShiftedDays days) {
        add(days.name(), days.cron());
        tables.shift(days.name(), days.ticks().get(0));
        days.ticks().forEach(tick -> expected.add(days.name() + " " + tick.getEpochSecond()));
    }

    private void disturb(OnceNodes nodes) {
        Cluster.pause(BETWEEN_FAULTS);
        nodes.replace(nodes.any());
        kills++;
        Cluster.pause(BETWEEN_FAULTS);
        nodes.restart(nodes.any());
        restarts++;
    }

    /** Returns how often each tick had a job. */
    private Map<String, Long> ticked() {
        Map<String, Long> counts = new HashMap<>();
        tables.jdbc()
                .query("SELECT schedule, at_second, COUNT(*) AS jobs FROM ticked GROUP BY schedule, at_second", row -> {
                    counts.put(row.getString("schedule") + " " + row.getLong("at_second"), row.getLong("jobs"));
                });
        return counts;
    }

    private void check() {
        Map<String, Long> ticked = ticked();
        expectSeconds(ticked.keySet());
        Set<String> unexpected = new TreeSet<>(ticked.keySet());
        unexpected.removeAll(expected);
        Set<String> missed = new TreeSet<>(expected);
        missed.removeAll(ticked.keySet());
        setup.report().figures().put("ticks", expected.size());
        setup.expect("missed", 0, missed.size());
        setup.expect(
                "double",
                0,
                ticked.values().stream().mapToLong(jobs -> jobs - 1).sum());
        setup.expect("unexpected", 0, unexpected.size());
        setup.report().figures().put("nodes", tables.count("SELECT COUNT(DISTINCT node) FROM ticked"));
        setup.report().figures().put("kills", kills);
        setup.report().figures().put("restarts", restarts);
    }

    /** Every second between the first that had a job and the last is to have one. */
    private void expectSeconds(Set<String> ticked) {
        List<Long> seconds = ticked.stream()
                .filter(tick -> tick.startsWith(EVERY_SECOND + " "))
                .map(tick -> Long.valueOf(tick.substring(EVERY_SECOND.length() + 1)))
                .sorted()
                .toList();
        for (long second = seconds.get(0); second <= seconds.get(seconds.size() - 1); second++) {
            expected.add(EVERY_SECOND + " " + second);
        }
        setup.report().figures().put("seconds", seconds.size());
    }
}
