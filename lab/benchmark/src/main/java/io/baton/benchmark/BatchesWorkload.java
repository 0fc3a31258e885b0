package io.baton.benchmark;

/** Batches: whether they complete once, what very many items take and how fast they are acknowledged, and what it costs jobs to be items. */
final class BatchesWorkload implements Workload {

    static final Entrant BATCHED = Entrant.BATON.named("baton, batches").with("job=batches");

    @Override
    public void run(Bench bench) throws Exception {
        external(bench, bench.postgres(), "");
        external(bench, bench.mariaDb(), "_mariadb");
        new BatchDrain(bench).run();
    }

    /** Items that are no jobs; no worker runs. */
    private static void external(Bench bench, Server server, String suffix) throws Exception {
        try (Team team = bench.team(server, BATCHED, 1)) {
            new BatchRaces(bench, team, suffix).run();
            new BatchItems(bench, server, team, suffix).run();
        }
    }
}
