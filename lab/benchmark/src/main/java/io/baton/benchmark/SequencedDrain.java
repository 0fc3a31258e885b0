package io.baton.benchmark;

import java.util.List;

/** Jobs without sequences, and of 1,000 sequences, drained by 8 threads and by 64; and whether those of a sequence start in the order of their age. */
record SequencedDrain(Bench bench) {

    private static final Entrant PLAIN = Entrant.BATON.named("baton, no sequences");
    private static final Entrant SEQUENCED = Entrant.BATON
            .named("baton, sequences")
            .with("job=sequenced", "keys.count=" + ManyKeys.KEYS)
            .oneIn(2);
    private static final Entrant PLAIN_64 =
            PLAIN.named("baton, none, 64 threads").with(LimitedDrain.THREADS);
    private static final Entrant SEQUENCED_64 =
            SEQUENCED.named("baton, sequences, 64").with(LimitedDrain.THREADS);

    void run() throws Exception {
        CostDrain drain = new CostDrain(bench, "sequences");
        int[] outOfOrder = new int[1];
        drain.run(List.of(PLAIN, SEQUENCED, PLAIN_64, SEQUENCED_64), new Drain.Surroundings() {
            @Override
            public void verify(Team team, int jobs) throws Exception {
                if (team.entrant.share() == SEQUENCED.share()) {
                    outOfOrder[0] += ManyKeys.outOfOrder(team.runs(), jobs);
                }
            }
        });
        Report report = bench.report();
        report.median("sequences.per_s", drain.rate(), SEQUENCED_64);
        report.median("sequences.per_s_8_threads", drain.rate(), SEQUENCED);
        report.ratio("sequences.cost_ratio", drain.cpu(), SEQUENCED_64, PLAIN_64);
        report.ratio("sequences.cost_ratio_8_threads", drain.cpu(), SEQUENCED, PLAIN);
        report.ratio("sequences.enqueue_cost_ratio", drain.store(), SEQUENCED, PLAIN);
        report.figure("sequences.out_of_order", outOfOrder[0]);
    }
}
