package io.baton.benchmark;

import java.util.List;

/** Jobs of a queue in which others wait behind dead ones: 100,000 in one sequence, and ten in each of 10,000. Compared with the same without these. */
record BlockedSequences(Bench bench) {

    /** What is added to the index of a job that becomes dead when it has its turn. */
    private static final int BLOCKED = 30_000_000;

    private static final int EACH = 10;
    private static final String DEAD = "SELECT count(*) FROM baton_job WHERE state = 5";

    /** Without logs: nothing reads 10,000 reports of dead jobs, and the pipe would be full. */
    private static final Entrant NONE =
            SaturatedKey.ALONE.named("baton, none blocked").with("logging.level.io.baton=off");

    private static final Entrant ONE = NONE.named("baton, one blocked");
    private static final Entrant MANY = NONE.named("baton, many blocked");

    void run() throws Exception {
        int jobs = bench.size().saturated() / 10;
        try (Crowd none = crowd(NONE, 0, 0);
                Crowd one = crowd(ONE, jobs, 1);
                Crowd many = crowd(MANY, jobs, jobs / EACH)) {
            List<Crowd> all = List.of(none, one, many);
            for (int i = 0; i < Crowd.WARM_UPS; i++) {
                for (Crowd crowd : all) {
                    crowd.others(0);
                }
            }
            Crowd.measure(all);
            Report report = bench.report();
            double ofOne = report.ratio("sequences.blocked_claim_ratio_one", none.claim(), ONE, NONE);
            double ofMany = report.ratio("sequences.blocked_claim_ratio_many", none.claim(), MANY, NONE);
            report.figure("sequences.blocked_claim_ratio", Math.max(ofOne, ofMany));
            report.median("sequences.unblocked_claim_ms", none.claim(), NONE);
            report.figure("sequences.blocked", jobs);
        }
    }

    private Crowd crowd(Entrant entrant, int jobs, int keys) throws Exception {
        return Crowd.of(bench, "sequences", entrant.with("keys.count=" + Math.max(1, keys)), BLOCKED, jobs, DEAD, keys);
    }
}
