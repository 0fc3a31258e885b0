package io.baton.benchmark;

import java.util.ArrayList;
import java.util.List;

/** 500 jobs at once, each of which waits for five milliseconds, against what an executor with as many threads reaches with the same waits. */
final class ThreadsWorkload implements Workload {

    private static final int FIRST_WITH_VIRTUAL = 21;
    private static final String EXECUTOR = "threads, executor alone, waits/s";

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
        drain.run(bench.size().backlog(), new Drain.Surroundings() {
            @Override
            public void verify(Team team, int jobs) throws Exception {
                waitWithoutJobs(bench, team);
            }
        });
        Report report = bench.report();
        for (Entrant entrant : entrants) {
            report.figure(
                    "w7." + (entrant.equals(VIRTUAL) ? "virtual" : "platform") + "_places_used",
                    report.spread(drain.rate(), entrant).median()
                            / report.spread(EXECUTOR, entrant).median());
        }
    }

    /** In the JVM that has drained, which is warm. */
    private static void waitWithoutJobs(Bench bench, Team team) throws Exception {
        for (int round = -1; round < bench.size().rounds(); round++) {
            String rate = team.first().ask("measure", "waits", bench.size().backlog());
            if (round >= 0) {
                bench.report().add(EXECUTOR, team.entrant, Double.parseDouble(rate));
            }
        }
    }
}
