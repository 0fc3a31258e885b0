package io.baton.benchmark;

import java.util.List;

/** Plain jobs, and jobs of five recorded steps, two of which insert a row in their transaction, drained by 8 threads and by 64. */
record SteppedDrain(Bench bench) {

    private static final int STEPS = 5;
    private static final int IN_TRANSACTIONS = 2;
    private static final Entrant PLAIN = Entrant.BATON.named("baton, no steps");
    private static final Entrant STEPPED =
            Entrant.BATON.named("baton, five steps").with("job=stepped").oneIn(12);
    private static final Entrant STEPPED_64 = STEPPED.named("baton, five steps, 64")
            .with(LimitedDrain.THREADS, "spring.datasource.hikari.maximum-pool-size=64");

    void run() throws Exception {
        CostDrain drain = new CostDrain(bench, "steps");
        drain.run(List.of(PLAIN, STEPPED, STEPPED_64), new Drain.Surroundings() {
            @Override
            public void prepare(Team team) throws Exception {
                Server.execute(team.url, "CREATE TABLE booking (id bigint GENERATED ALWAYS AS IDENTITY, job integer)");
            }

            @Override
            public void verify(Team team, int jobs) throws Exception {
                long rows = Server.number(team.url, "SELECT count(*) FROM booking");
                // those of the drains before the first one that is measured are there as well
                if (team.entrant.share() == STEPPED.share()
                        && (rows == 0 || rows % ((long) IN_TRANSACTIONS * jobs) != 0)) {
                    throw new IllegalStateException(jobs + " jobs booked " + rows + " rows");
                }
                Server.execute(team.url, "TRUNCATE booking");
            }
        });
        Report report = bench.report();
        report.figure(
                "steps.per_s", STEPS * report.spread(drain.rate(), STEPPED_64).median());
        report.figure(
                "steps.per_s_8_threads",
                STEPS * report.spread(drain.rate(), STEPPED).median());
        report.median("steps.jobs_per_s", drain.rate(), STEPPED_64);
        report.ratio("steps.cost_ratio", drain.cpu(), STEPPED_64, PLAIN);
        report.ratio("steps.cost_ratio_8_threads", drain.cpu(), STEPPED, PLAIN);
    }
}
