package io.baton.faults.upgrade;

import io.baton.faults.Report;
import io.baton.faults.chaos.Traces;
import io.baton.faults.upgrade.UpgradeNodes.Release;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Compares what was acknowledged with the effects. */
record UpgradeChecker(UpgradeNodes nodes, UpgradeTables tables, Report report) {

    private static final int SHOWN = 10;

    /** The effects of an item by kind, where there are exactly so many. */
    private static final Map<String, Integer> EXACT = Map.ofEntries(
            Map.entry("written", 1),
            Map.entry("together", 1),
            Map.entry("flaky", 1),
            Map.entry("delayed", 1),
            Map.entry("limited", 1),
            Map.entry("rated", 1),
            Map.entry("stepped", 1),
            Map.entry("newcomer", 1),
            Map.entry("ordered", GroupHandlers.PLACES),
            Map.entry("of-share", 1),
            Map.entry("with-key", 1),
            Map.entry("walked", UpgradeHandlers.CHUNKS),
            Map.entry("shared", Producer.PARTITIONS),
            Map.entry("member", GroupHandlers.MEMBERS),
            Map.entry("after", 1),
            Map.entry("check", GroupHandlers.CHECKS),
            Map.entry("summary", 1),
            Map.entry("cancelled", 0));

    /** The kinds of the jobs that are enqueued together under one name. */
    private static final Map<String, List<String>> GROUPS =
            Map.of("batch", List.of("member", "after"), "flow", List.of("check", "summary"));

    private static final List<String> NO_ITEMS = List.of("ready", "failed", "quiet");

    /** Returns how many enqueues were acknowledged. */
    long check() {
        Map<String, Map<Long, Long>> effects = tables.effects();
        List<Traces.Line> acknowledged = nodes.notes().stream()
                .filter(line -> !NO_ITEMS.contains(line.what()))
                .toList();
        report.figures().put("jobs", acknowledged.size());
        zero("lost", lost(acknowledged, effects));
        zero("double", doubled(effects));
        long batches = tables.without("after", GroupHandlers.MEMBERS + "");
        long flows = tables.without("summary", GroupHandlers.CHECKS + "");
        zero("early", batches + flows);
        zero("out_of_order", tables.without("ordered", GroupHandlers.IN_ORDER));
        zero(
                "old_ran_of_newer",
                tables.ran(Release.OLD.text(), "ordered") + tables.ran(Release.OLD.text(), "of-share"));
        Set<String> keys = tables.keys();
        zero(
                "keys_lost",
                acknowledged.stream()
                        .filter(line -> line.what().equals("with-key"))
                        .map(line -> Producer.KEY + line.item())
                        .filter(key -> !keys.contains(key))
                        .toList());
        for (String kind : List.of("ordered", "of-share", "with-key")) {
            long ran = tables.ran(Release.NEW.text(), kind);
            report.figures().put("ran_" + kind.replace('-', '_'), ran);
            report.check(ran > 0, "nothing is proved, since no job of the kind " + kind + " was run");
        }
        zero("once_keys", tables.differing("once"));
        ticks();
        zero("dead", tables.dead());
        zero("left", tables.left());
        report.check(tables.strangerWaits(), "a job with an unknown capability was run, or has not stayed");
        report.check(tables.isMigrated(), "the migration of the newer release was not run, so nothing is proved");
        exchanged();
        return acknowledged.size();
    }

    /** Acknowledged items that lack effects. */
    private static List<String> lost(List<Traces.Line> acknowledged, Map<String, Map<Long, Long>> effects) {
        List<String> lost = new ArrayList<>();
        times(acknowledged)
                .forEach((kind, items) -> items.forEach((item, times) -> {
                    for (String each : GROUPS.getOrDefault(kind, List.of(kind))) {
                        long expected = EXACT.getOrDefault(each, times);
                        if (found(effects, each, item) < expected) {
                            lost.add(each + " " + item);
                        }
                    }
                }));
        return lost;
    }

    /** Returns by kind and item how often it was acknowledged. */
    private static Map<String, Map<Long, Integer>> times(List<Traces.Line> acknowledged) {
        Map<String, Map<Long, Integer>> all = new HashMap<>();
        acknowledged.forEach(line ->
                all.computeIfAbsent(line.what(), kind -> new HashMap<>()).merge(line.item(), 1, Integer::sum));
        return all;
    }

    private static long found(Map<String, Map<Long, Long>> effects, String kind, long item) {
        return effects.getOrDefault(kind, Map.of()).getOrDefault(item, 0L);
    }

    /** Items with more effects than they can have, whether they were acknowledged or not. */
    private List<String> doubled(Map<String, Map<Long, Long>> effects) {
        List<String> doubled = new ArrayList<>();
        EXACT.forEach((kind, most) -> effects.getOrDefault(kind, Map.of()).forEach((item, count) -> {
            if (count > most) {
                doubled.add(kind + " " + item);
            }
        }));
        if (tables.doubled("unique-key") > 0) {
            doubled.add("unique-key");
        }
        return doubled;
    }

    /** No second is without its tick, from the first that had one to the last, and none has two. */
    private void ticks() {
        List<Long> ticks = tables.ticks();
        long distinct = ticks.stream().distinct().count();
        long seconds = ticks.isEmpty() ? 0 : ticks.get(ticks.size() - 1) - ticks.get(0) + 1;
        report.figures().put("ticks", distinct);
        zero("ticks_double", ticks.size() - distinct);
        zero("ticks_missed", seconds - distinct);
    }

    /** Each release must have run what the other enqueued. */
    private void exchanged() {
        for (Release release : Release.values()) {
            List<Long> items = tables.items(release.text());
            long others = items.stream()
                    .filter(item -> nodes.producer(item) != release)
                    .count();
            report.figures().put(release.text() + "_ran_of_other", others);
            report.check(others > 0, "no process of the " + release.text() + " release ran a job of the other");
        }
    }

    private void zero(String name, List<String> items) {
        report.figures().put(name, items.size());
        report.check(
                items.isEmpty(),
                name + " is " + items.size() + ", such as "
                        + items.stream().sorted().limit(SHOWN).toList());
    }

    private void zero(String name, long count) {
        report.figures().put(name, count);
        report.check(count == 0, name + " is " + count);
    }
}
