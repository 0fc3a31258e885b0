package io.baton.faults.batch;

import io.baton.Flow;
import io.baton.faults.batch.FlowWork.Check;
import io.baton.faults.batch.FlowWork.First;
import io.baton.faults.chaos.Traces.Line;
import io.baton.faults.scenario.NodeProcess;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A group whose results are analyzed, and the analysis reported. Of its jobs a tenth fails at first. A twentieth runs in a process that is frozen in
 * the middle of them, then in another one too; the frozen one goes on before the group has ended, and the other one is killed.
 */
record CheckedGroup(FlowFaults faults, BatchNodes nodes) {

    private static final int HELD_AT_LAST = 4;

    void run() {
        int held = faults.scale().checks() / 20;
        NodeProcess frozen = nodes.start(
                "--holds=true",
                "--baton.queues.flows.concurrency=" + held,
                "--spring.datasource.hikari.maximum-pool-size=40");
        long flow = start();
        faults.await(() -> count(frozen, "held") == held, "the process that is to be frozen does not hold " + held);
        Set<Long> twice = items(nodes.noted(frozen, "held"));
        frozen.freeze();
        NodeProcess killed = nodes.start("--holds=true", "--baton.queues.flows.concurrency=" + 2 * HELD_AT_LAST);
        faults.await(
                () -> count(killed, "held") > 0
                        && items(nodes.noted(killed, "checked")).containsAll(twice),
                "what the frozen process held does not run on another node");
        nodes.release(frozen);
        frozen.thaw();
        faults.await(() -> count(frozen, "resumed") == held, "the process that was frozen does not go on");
        nodes.kill(killed);
        nodes.start();
        faults.awaitEnd();
        nodes.killAll();
        check(flow);
    }

    private long start() {
        int checks = faults.scale().checks();
        return faults.flows()
                .start(Flow.group(IntStream.range(0, checks).mapToObj(item -> work(item, checks)))
                        .then(new FlowWork.Analyze())
                        .then(new FlowWork.UpdateReport()))
                .id()
                .value();
    }

    private static Object work(int item, int checks) {
        Check check = new Check(item, first(item, checks));
        return item % 4 == 3 ? new FlowWork.CheckWritten(check) : new FlowWork.CheckSmtp(check);
    }

    private static First first(int item, int checks) {
        return switch (item % 10) {
            case 3 -> First.FAIL;
            case 7 -> item < checks / 2 ? First.HOLD : First.COMPLETE;
            case 1 -> item >= checks - 10 * HELD_AT_LAST ? First.HOLD : First.COMPLETE;
            default -> First.COMPLETE;
        };
    }

    private void check(long flow) {
        FlowTables tables = faults.tables();
        int checks = faults.scale().checks();
        Map<Long, Long> runs = nodes.noted("check").collect(Collectors.groupingBy(Line::item, Collectors.counting()));
        faults.report()
                .figures()
                .put(
                        "run_again",
                        runs.values().stream().filter(count -> count > 1).count());
        long twice = twiceToTheEnd();
        faults.report().figures().put("run_twice_to_the_end", twice);
        faults.report().check(twice >= checks / 20, "only " + twice + " jobs ran twice to their end");
        faults.expect("analyze_runs", 1, tables.completions(flow, "analyze"));
        faults.expect("results", checks, tables.summary(flow, "analyze", "results"));
        faults.expect("out_of_order", 0, tables.summary(flow, "analyze", "disordered"));
        faults.expect("report_runs", 1, tables.completions(flow, "report"));
        faults.expect("reported", checks, tables.summary(flow, "report", "results"));
        faults.expect("double", 0, tables.doubleEffects(flow));
        faults.expect("lost", 0, checks - tables.effects(flow));
        long missing = checks - tables.summary(flow, "analyze", "before_it");
        faults.expect("early", 0, missing + 1 - tables.summary(flow, "report", "before_it"));
    }

    /** Returns how many checks ended in two processes. */
    private long twiceToTheEnd() {
        return nodes
                .noted("checked")
                .collect(Collectors.groupingBy(Line::item, Collectors.counting()))
                .values()
                .stream()
                .filter(count -> count > 1)
                .count();
    }

    private long count(NodeProcess node, String what) {
        return nodes.noted(node, what).count();
    }

    private static Set<Long> items(Stream<Line> lines) {
        return lines.map(Line::item).collect(Collectors.toSet());
    }
}
