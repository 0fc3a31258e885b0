package io.baton.benchmark;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * One sequence in an idle system, whose jobs take 20 ms each: from the end of the handler of one to the start of the next, on one node, and where each runs
 * on the other of two nodes.
 */
record HandOver(Bench bench) {

    /** What is added to the index of a job that does nothing, of one of many sequences. */
    private static final int QUICK = 10_000_000;

    private static final int WARM_UP = 10_000;
    private static final String P50 = "sequences hand-over p50, ms";
    private static final String P99 = "sequences hand-over p99, ms";
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private static final Entrant ONE = new Entrant(
                    "baton, one node", Entrant.Kind.BATON, 1, List.of("baton.retention.completed=0s"))
            .with("job=handover,left", "handover.nodes=1");
    private static final Entrant TWO = new Entrant(
                    "baton, two nodes", Entrant.Kind.BATON, 1, List.of("baton.retention.completed=0s"))
            .with("handover.nodes=2");

    void run() throws Exception {
        try (Team one = bench.team(bench.postgres(), ONE, 1);
                Team two = bench.team(bench.postgres(), TWO.with("job=handover,left"), 1)) {
            two.jvms.add(bench.start(TWO.with("job=handover,right"), two.url));
            two.awaitOthers();
            List<Double> ofOne = warm(one);
            List<Double> ofTwo = warm(two);
            for (int round = 0; round < bench.size().rounds(); round++) {
                ofOne.addAll(measure(one));
                ofTwo.addAll(measure(two));
            }
            bench.report().put(P99, ONE, Spread.percentile(ofOne, 99));
            bench.report().put(P99, TWO, Spread.percentile(ofTwo, 99));
        }
        Report report = bench.report();
        report.median("sequences.handover_p50_ms", P50, ONE);
        report.median("sequences.handover_p99_ms", P99, ONE);
        report.median("sequences.handover_two_nodes_p50_ms", P50, TWO);
        report.median("sequences.handover_two_nodes_p99_ms", P99, TWO);
    }

    /** Returns a list for what is measured. */
    private List<Double> warm(Team team) throws Exception {
        team.askAll("on");
        run(team, QUICK, WARM_UP);
        run(team, 0, bench.size().samples());
        return new ArrayList<>();
    }

    private List<Double> measure(Team team) throws Exception {
        int jobs = bench.size().samples();
        Runs runs = run(team, 0, jobs);
        List<Double> millis = new ArrayList<>();
        for (int job = 1; job < jobs; job++) {
            millis.add((runs.startedAt(2 * job) - runs.startedAt(2 * job - 1)) / 1e6);
        }
        bench.report().add(P50, team.entrant, Spread.percentile(millis, 50));
        return millis;
    }

    /** Returns when each job began and ended. */
    private static Runs run(Team team, int kind, int jobs) throws Exception {
        team.askAll("expect", 2 * jobs);
        team.first().ask("store", kind, kind + jobs);
        Patience.upTo(PATIENCE).until("jobs have run", () -> team.count() >= 2L * jobs);
        team.awaitSettled();
        Runs runs = team.runs();
        runs.verify();
        return runs;
    }
}
