package io.baton.benchmark;

import java.util.ArrayList;
import java.util.List;

/** W2: one JVM drains a backlog of jobs that do nothing. */
final class DrainWorkload implements Workload {

    @Override
    public boolean measuresMemory() {
        return true;
    }

    @Override
    public void run(Bench bench) throws Exception {
        List<Entrant> entrants = new ArrayList<>(bench.withPeers(Entrant.PLAIN, Entrant.BATON, Entrant.BATON_HISTORY));
        entrants.addAll(Entrant.BEST_PLAIN);
        Drain drain = new Drain(bench, "w2", bench.postgres(), entrants, 1);
        drain.run(bench.size().backlog(), Drain.Surroundings.NONE);
        Report report = bench.report();
        report.ratio("w2.ratio_to_plain", drain.rate(), Entrant.BATON, Entrant.PLAIN);
        Entrant best = drain.fastest(Entrant.BEST_PLAIN);
        report.ratio("w2.ratio_to_best_plain", drain.rate(), Entrant.BATON, best);
        report.ratio("w2.history_ratio_to_best_plain", drain.rate(), Entrant.BATON_HISTORY, best);
        report.figure("w2.cpu_ratio_to_best_plain", drain.cpu(best) / drain.cpu(Entrant.BATON));
        report.ratio("w2.history_ratio_to_plain", drain.rate(), Entrant.BATON_HISTORY, Entrant.PLAIN);
        report.ratio("w2.ratio_to_db_scheduler", drain.rate(), Entrant.BATON, Entrant.DB_SCHEDULER);
        if (bench.size().full()) {
            report.ratio("w2.ratio_to_jobrunr", drain.rate(), Entrant.BATON, Entrant.JOBRUNR);
            report.ratio("w2.ratio_to_quartz", drain.rate(), Entrant.BATON, Entrant.QUARTZ);
        }
        report.median("w2.jvm_cpu_s_per_1000", drain.jvmCpu(), Entrant.BATON);
        report.median("w2.server_cpu_s_per_1000", drain.serverCpu(), Entrant.BATON);
        report.ratio("r1.resident_ratio_to_db_scheduler", drain.memory(), Entrant.BATON, Entrant.DB_SCHEDULER);
        report.growth("r1.resident_flat", drain.memory(), Entrant.BATON);
    }
}
