package io.baton.benchmark;

import java.util.List;

/** W2 with four JVMs. */
final class FourJvmsWorkload implements Workload {

    private static final int JVMS = 4;

    @Override
    public void run(Bench bench) throws Exception {
        List<Entrant> entrants = bench.size().full()
                ? bench.withPeers(Entrant.PLAIN, Entrant.BATON)
                : List.of(Entrant.PLAIN, Entrant.BATON);
        Drain drain = new Drain(bench, "w2, 4 JVMs", bench.postgres(), entrants, JVMS);
        drain.run(bench.size().backlog() / 2, Drain.Surroundings.NONE);
        Report report = bench.report();
        report.ratio("w2x4.ratio_to_plain", drain.rate(), Entrant.BATON, Entrant.PLAIN);
        if (bench.size().full()) {
            report.ratio("w2x4.ratio_to_db_scheduler", drain.rate(), Entrant.BATON, Entrant.DB_SCHEDULER);
        }
    }
}
