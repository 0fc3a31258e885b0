package io.baton.benchmark;

import java.time.Duration;
import java.util.List;

/** Jobs without limits, with limits beside them, and with a permit each, drained by 8 threads, and by as many as there are permits. */
record LimitedDrain(Bench bench) {

    static final String PERMITS = "baton.semaphores.few=64";
    static final String THREADS = "baton.queues.work.concurrency=64";

    private static final Entrant PLAIN = Entrant.BATON.named("baton, no limits");
    private static final Entrant BESIDE =
            Entrant.BATON.named("baton, beside limits").with("job=crowd", PERMITS, "baton.semaphores.key=1");
    private static final Entrant LIMITED =
            Entrant.BATON.named("baton, limited").with("job=limited", PERMITS).oneIn(5);
    private static final Entrant PLAIN_64 =
            Entrant.BATON.named("baton, 64 threads").with(THREADS);
    private static final Entrant LIMITED_64 =
            LIMITED.named("baton, limited, 64").with(THREADS);

    private static final int USED = 200;

    void run() throws Exception {
        CostDrain drain = new CostDrain(bench, "limits");
        drain.run(List.of(PLAIN, BESIDE, LIMITED, PLAIN_64, LIMITED_64), new Drain.Surroundings() {
            @Override
            public void prepare(Team team) throws Exception {
                if (team.entrant.equals(BESIDE)) {
                    useLimits(team);
                }
            }
        });
        Report report = bench.report();
        report.ratio("limits.cost_ratio", drain.cost(), LIMITED_64, PLAIN_64);
        report.ratio("limits.cost_ratio_8_threads", drain.cost(), LIMITED, PLAIN);
        report.ratio("limits.drain_ratio", drain.rate(), LIMITED_64, PLAIN_64);
        report.ratio("limits.drain_ratio_8_threads", drain.rate(), LIMITED, PLAIN);
        report.ratio("limits.cpu_ratio", drain.cpu(), LIMITED_64, PLAIN_64);
        report.ratio("limits.cpu_ratio_8_threads", drain.cpu(), LIMITED, PLAIN);
        report.ratio("limits.enqueue_cost_ratio", drain.store(), LIMITED, PLAIN);
        report.ratio("limits.plain_ratio", drain.rate(), BESIDE, PLAIN);
    }

    /** A node that has never had to do with a limit may save itself something. */
    private static void useLimits(Team team) throws Exception {
        team.askAll("expect", USED);
        team.askAll("on");
        team.first().ask("store", Crowd.LIMITED, Crowd.LIMITED + USED);
        Patience.upTo(Duration.ofMinutes(1)).until("limited jobs have run", () -> team.count() >= USED);
        team.awaitSettled();
        team.askAll("off");
    }
}
