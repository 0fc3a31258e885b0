package io.baton.benchmark;

import java.util.List;

/**
 * Jobs of a queue in which very many older ones wait for one permit that is never given back: how long the claim takes, and when the last of 100 starts,
 * without a permit and with one of those that are there. Compared with the same where only the holder is there.
 */
record SaturatedKey(Bench bench) {

    /** What is added to the index of a job that needs the permit that is never given back. */
    private static final int SATURATED = 20_000_000;

    private static final String LIMITED_START = "limits start of 100 limited others, s";
    private static final String HELD = "SELECT count(*) FROM baton_job WHERE state = 2";

    static final Entrant ALONE = new Entrant("baton, alone", Entrant.Kind.BATON, 1, List.of())
            .with("job=crowd", "baton.retention.completed=0s", "baton.queues.work.concurrency=" + (Crowd.OTHERS + 1))
            .with(LimitedDrain.PERMITS, "baton.semaphores.key=1");
    private static final Entrant CROWDED = ALONE.named("baton, saturated");

    void run() throws Exception {
        try (Crowd alone = crowd(ALONE, 1);
                Crowd crowded = crowd(CROWDED, bench.size().saturated())) {
            List<Crowd> both = List.of(alone, crowded);
            for (int i = 0; i < Crowd.WARM_UPS; i++) {
                for (Crowd crowd : both) {
                    crowd.others(0);
                    crowd.others(Crowd.LIMITED);
                }
            }
            Crowd.measure(both);
            for (int i = 0; i < Crowd.ROUNDS; i++) {
                for (Crowd crowd : both) {
                    bench.report().put(LIMITED_START, crowd.team().entrant, crowd.others(Crowd.LIMITED));
                }
            }
            Report report = bench.report();
            report.ratio("limits.others_claim_ratio", crowded.claim(), CROWDED, ALONE);
            report.median("limits.others_claim_ms", crowded.claim(), CROWDED);
            report.figure(
                    "limits.others_start_s",
                    Math.max(
                            report.spread(crowded.start(), CROWDED).most(),
                            report.spread(LIMITED_START, CROWDED).most()));
            report.figure("limits.others_waiting", bench.size().saturated());
        }
    }

    private Crowd crowd(Entrant entrant, int saturated) throws Exception {
        return Crowd.of(bench, "limits", entrant, SATURATED, saturated, HELD, 1);
    }
}
