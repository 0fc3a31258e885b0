package io.baton.benchmark;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Jobs that do nothing, of no batch and all of one, stored and drained in turns. */
record BatchDrain(Bench bench) {

    private static final String RATE = "batches drain, jobs/s";
    private static final String STORE = "batches enqueue, us/job";
    private static final String CPU = "batches drain CPU, us/job";
    private static final String FOLDED = "batches complete after drain, s";
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final String INCOMPLETE = "SELECT count(*) FROM baton_batch WHERE completed_at IS NULL";

    void run() throws Exception {
        List<Entrant> entrants = List.of(Entrant.BATON, BatchesWorkload.BATCHED);
        bench.withTeams(bench.postgres(), entrants, 1, teams -> {
            for (int i = 0; i < Drain.turnsToWarmUp(bench.size().turn()); i++) {
                for (Team team : teams) {
                    team.drain(bench.size().turn());
                    complete(team);
                }
            }
            List<Team> turns = new ArrayList<>(teams);
            for (int round = 0; round < 2 * bench.size().rounds(); round++) {
                for (Team team : turns) {
                    add(team.entrant, team.drain(bench.size().turn()));
                    bench.report().put(FOLDED, team.entrant, complete(team));
                }
                Collections.reverse(turns);
            }
        });
        Report report = bench.report();
        report.ratio("batches.drain_ratio", RATE, BatchesWorkload.BATCHED, Entrant.BATON);
        report.ratio("batches.drain_cpu_ratio", CPU, BatchesWorkload.BATCHED, Entrant.BATON);
        report.ratio("batches.enqueue_cost_ratio", STORE, BatchesWorkload.BATCHED, Entrant.BATON);
        report.median("batches.drain_fold_s", FOLDED, BatchesWorkload.BATCHED);
    }

    private void add(Entrant entrant, Team.Drained drained) {
        double cpu = drained.jvmCpuSeconds() + drained.serverCpuSeconds();
        bench.report().add(RATE, entrant, drained.perSecond());
        bench.report().put(STORE, entrant, drained.fillSeconds() / drained.jobs() * 1e6);
        bench.report().put(CPU, entrant, cpu / drained.jobs() * 1e6);
    }

    /** The last folds may have been left to the next worker. Returns how long they take. */
    private static double complete(Team team) throws Exception {
        long start = System.nanoTime();
        team.askAll("on");
        Patience.upTo(PATIENCE).until("all batches are complete", () -> Server.number(team.url, INCOMPLETE) == 0);
        double seconds = (System.nanoTime() - start) / 1e9;
        team.awaitSettled();
        team.askAll("off");
        return seconds;
    }
}
