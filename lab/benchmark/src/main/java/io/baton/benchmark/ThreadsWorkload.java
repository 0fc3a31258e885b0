package io.baton.benchmark;

import java.util.ArrayList;
import java.util.List;

/** 500 jobs at once, each of which waits for five milliseconds; what is reached of the 100,000 jobs a second that this makes possible. */
final class ThreadsWorkload implements Workload {

    private static final double POSSIBLE = 500 / 0.005;
    private static final int FIRST_WITH_VIRTUAL = 21;

    private static final Entrant PLATFORM =
            Entrant.BATON.named("baton, 500 threads").with("job=sleep", "baton.queues.work.concurrency=500");
    private static final Entrant VIRTUAL =
            PLATFORM.named("baton, 500 virtual").with("spring.threads.virtual.enabled=true");

    @Override
    public void run(Bench bench) throws Exception {
        List<Entrant> entrants = new ArrayList<>(List.of(PLATFORM));
        if (Runtime.version().feature() >= FIRST_WITH_VIRTUAL) {
            entrants.add(VIRTUAL);
        }
        Drain drain = new Drain(bench, "threads", bench.postgres(), entrants, 1);
        drain.run(bench.size().backlog(), Drain.Surroundings.NONE);
        Report report = bench.report();
        for (Entrant entrant : entrants) {
            report.figure(
                    "threads." + (entrant.equals(VIRTUAL) ? "virtual" : "platform") + "_places_used",
                    report.spread(drain.rate(), entrant).median() / POSSIBLE);
        }
    }
}
