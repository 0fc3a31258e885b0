package io.baton.benchmark;

import java.util.List;

/** Payloads of 10 kB. */
final class LargeWorkload implements Workload {

    private static final int BYTES = 10_000;
    private static final Entrant BY_HAND =
            Entrant.PLAIN.named("plain sql, 10 kB").filler(BYTES);
    private static final Entrant BATON = Entrant.BATON.named("baton, 10 kB").filler(BYTES);

    @Override
    public void run(Bench bench) throws Exception {
        Drain drain = new Drain(bench, "large", bench.postgres(), List.of(BY_HAND, BATON), 1);
        drain.run(bench.size().backlog() / 5, Drain.Surroundings.NONE);
        bench.report().ratio("w2p.10k_ratio", drain.rate(), BATON, BY_HAND);
        bench.report().ratio("w2p.10k_jvm_cpu_ratio", drain.jvmCpu(), BATON, BY_HAND);
    }
}
