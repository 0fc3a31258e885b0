package io.baton.benchmark;

import java.util.List;

/** Payloads of 10 kB, and of 500 kB. */
final class LargeWorkload implements Workload {

    @Override
    public void run(Bench bench) throws Exception {
        drain(bench, "10k", 10_000, bench.size().backlog() / 5);
        drain(bench, "500k", 500_000, bench.size().backlog() / 2_000);
    }

    private static void drain(Bench bench, String name, int bytes, int jobs) throws Exception {
        Entrant byHand = Entrant.PLAIN.named("plain sql, " + name).filler(bytes);
        Entrant baton = Entrant.BATON.named("baton, " + name).filler(bytes);
        Drain drain = new Drain(bench, "large, " + name, bench.postgres(), List.of(byHand, baton), 1);
        drain.run(jobs, Drain.Surroundings.NONE);
        bench.report().ratio("w2p." + name + "_ratio", drain.rate(), baton, byHand);
        bench.report().ratio("w2p." + name + "_jvm_cpu_ratio", drain.jvmCpu(), baton, byHand);
    }
}
