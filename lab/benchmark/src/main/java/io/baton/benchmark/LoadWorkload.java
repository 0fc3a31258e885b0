package io.baton.benchmark;

import java.util.List;

/**
 * How long jobs wait, from the call of the enqueue to the start of the handler, at shares of the rate that was drained just before. The same virtual
 * machine enqueues them. No memory is collected on demand meanwhile, which would be among the longest waits.
 */
final class LoadWorkload implements Workload {

    private static final List<Integer> PERCENT = List.of(10, 50, 80);
    private static final int WORKERS = 8;
    private static final double LEAST_HELD = 0.95;

    @Override
    public void run(Bench bench) throws Exception {
        Replay replay = new Replay(bench, "load");
        List<Entrant> entrants = List.of(Entrant.BATON.workers(WORKERS), Entrant.DB_SCHEDULER.workers(WORKERS));
        int seconds = bench.size().spans().clean();
        replay.play(entrants, observation -> {
            double rate = SoakWorkload.drained(observation, bench);
            replay.add("drained, jobs/s", observation, rate);
            for (int percent : PERCENT) {
                observation.restart();
                observation.traffic("rate", (int) (rate * percent / 100));
                Phase phase = observation.phase("at " + percent + " %", seconds, seconds, 0);
                observation.finish();
                double held = phase.perSecond(phase.completed()) / (rate * percent / 100);
                if (held < LEAST_HELD) {
                    bench.report().note("at " + percent + " % only " + held + " of the rate was held");
                }
                replay.add("at " + percent + " %, jobs/s", observation, phase.perSecond(phase.completed()));
                replay.add("at " + percent + " %, wait p50, ms", observation, phase.waited(50));
                replay.add("at " + percent + " %, wait p99, ms", observation, phase.waited(99));
                replay.add("at " + percent + " %, CPU us/job", observation, 1_000 * phase.cpuPerThousand());
            }
        });
        for (int percent : PERCENT) {
            replay.figure("load.p50_ms_at_" + percent, "at " + percent + " %, wait p50, ms", entrants.get(0));
            replay.figure("load.p99_ms_at_" + percent, "at " + percent + " %, wait p99, ms", entrants.get(0));
        }
    }
}
