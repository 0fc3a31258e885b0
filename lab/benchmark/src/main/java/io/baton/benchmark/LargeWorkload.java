package io.baton.benchmark;

import java.util.List;

/** Payloads of 10 kB. */
final class LargeWorkload implements Workload {

    private static final Entrant BY_HAND =
            Entrant.PLAIN.named("plain sql, 10 kB").with("filler=10000");
    private static final Entrant LARGE = Entrant.BATON.named("baton, 10 kB").with("job=large");

    @Override
    public void run(Bench bench) throws Exception {
        Drain drain = new Drain(bench, "large", bench.postgres(), List.of(BY_HAND, LARGE), 1);
        drain.run(bench.size().backlog() / 5, Drain.Surroundings.NONE);
        bench.report().ratio("large.ratio_to_plain", drain.rate(), LARGE, BY_HAND);
        bench.report().ratio("large.jvm_cpu_ratio", drain.jvmCpu(), LARGE, BY_HAND);
    }
}
