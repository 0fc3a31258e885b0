package io.baton.benchmark;

import java.util.List;

/** M1: W2 on MariaDB, and with clients that enqueue meanwhile. */
final class MariaDbWorkload implements Workload {

    private static final Entrant PLAIN = Entrant.PLAIN.onMariaDb().with("loops=8");

    @Override
    public void run(Bench bench) throws Exception {
        Drain drain = new Drain(bench, "m1", bench.mariaDb(), List.of(PLAIN, Entrant.BATON), 1);
        drain.run(bench.size().backlog() / 4, Drain.Surroundings.NONE);
        bench.report().ratio("m1.ratio_to_plain", drain.rate(), Entrant.BATON, PLAIN);
        InsertingClients.measure(bench, Entrant.BATON, "m1.insert_p99_ratio");
        if (bench.size().full()) {
            InsertingClients.measure(bench, PLAIN, "m1.insert_p99_ratio_beside_plain");
        }
    }
}
