package io.baton.benchmark;

import java.util.List;
import java.util.stream.Stream;

/** An urgent job each 20 ms in a queue with tens of thousands of others of a millisecond; from its enqueue to its start. */
final class FloodWorkload implements Workload {

    private static final Entrant FLOOD = Entrant.BATON.named("baton, flooded").with("job=flood");
    private static final String P50 = "flood urgent p50, ms";
    private static final String P99 = "flood urgent p99, ms";
    private static final int URGENT = 200;

    /** More than are run while the urgent ones come. */
    private static final int OTHERS = 100_000;

    @Override
    public void run(Bench bench) throws Exception {
        try (Team team = bench.team(bench.postgres(), FLOOD, 1)) {
            for (int round = -1; round < bench.size().rounds(); round++) {
                team.first().ask("fill", OTHERS);
                Server.execute(team.url, "VACUUM ANALYZE");
                team.askAll("on");
                List<Double> millis = Stream.of(team.first()
                                .ask("measure", "urgentJobs", URGENT)
                                .split(" ", -1))
                        .map(nanos -> Long.parseLong(nanos) / 1e6)
                        .toList();
                team.askAll("off");
                if (Server.number(team.url, "SELECT count(*) FROM baton_job") == 0) {
                    throw new IllegalStateException("Nothing was in the way of the last urgent jobs");
                }
                Server.execute(team.url, "DELETE FROM baton_job");
                if (round >= 0) {
                    bench.report().add(P50, FLOOD, Spread.percentile(millis, 50));
                    bench.report().add(P99, FLOOD, Spread.percentile(millis, 99));
                }
            }
        }
        bench.report().median("w8.flooded_p50_ms", P50, FLOOD);
        bench.report().median("w8.flooded_p99_ms", P99, FLOOD);
    }
}
