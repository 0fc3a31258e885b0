package io.baton.benchmark;

import java.util.List;

/** Jobs of 100 shares, of 20, and of none, stored and drained by 8 threads. */
record FairDrain(Bench bench) {

    private static final Entrant PLAIN = Entrant.BATON.named("baton, no shares").with("job=shared", "shares.count=0");
    private static final Entrant SHARES =
            Entrant.BATON.named("baton, 100 shares").with("job=shared", "shares.count=100");

    private static final Entrant FEW = Entrant.BATON.named("baton, 20 shares").with("job=shared", "shares.count=20");

    void run() throws Exception {
        CostDrain drain = new CostDrain(bench, "fair");
        drain.run(List.of(PLAIN, FEW, SHARES), Drain.Surroundings.NONE);
        Report report = bench.report();
        report.ratio("fair.drain_ratio", drain.rate(), SHARES, PLAIN);
        report.ratio("fair.drain_ratio_20", drain.rate(), FEW, PLAIN);
        report.ratio("fair.cost_ratio", drain.cpu(), SHARES, PLAIN);
        report.ratio("fair.enqueue_cost_ratio", drain.store(), SHARES, PLAIN);
    }
}
