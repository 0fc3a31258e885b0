package io.baton.benchmark;

import java.util.List;
import java.util.Map;

/** Traffic beside three analytic queries whose snapshots overlap without an end, as PlanetScale measured it, against without. */
final class HorizonMixedWorkload implements Workload {

    private static final String CLEAN = "claim p99 clean, ms";
    private static final String MIXED = "claim p99 mixed, ms";
    private static final String BACKLOG = "backlog at the end";
    private static final String DEAD = "dead rows, most";
    private static final String LOCKS = "lock waits > 10 ms";

    @Override
    public void run(Bench bench) throws Exception {
        Replay replay = new Replay(bench, "horizon-mixed");
        Spans spans = bench.size().spans();
        List<Entrant> entrants = replay.entrants(Replay.WORKERS);
        Map<String, List<Moment>> seen = replay.play(entrants, observation -> {
            replay.traffic(observation);
            replay.phase(observation, "warm-up", spans.warmUp());
            Phase clean = replay.phase(observation, "clean", spans.clean());
            Phase mixed;
            try (Analytics analytics = new Analytics(observation.team.url, spans.query())) {
                mixed = replay.phase(observation, "mixed", spans.mixed());
                replay.addExactlyDead(observation);
                analytics.verify();
            }
            replay.end(observation);
            replay.add("enqueued/s, mixed", observation, mixed.perSecond(mixed.enqueued()));
            replay.add(BACKLOG, observation, mixed.end().backlog());
            replay.add(CLEAN, observation, clean.claim(99));
            replay.add(MIXED, observation, mixed.claim(99));
            replay.add("wait p99 clean, ms", observation, clean.waited(99));
            replay.add("wait p99 mixed, ms", observation, mixed.waited(99));
            replay.add(DEAD, observation, mixed.mostDeadRows());
            replay.add(LOCKS, observation, mixed.lockWaits().size());
            replay.add("lock wait, longest, ms", observation, mixed.longestLockWait());
            replay.add("CPU mixed, s/1,000 jobs", observation, mixed.cpuPerThousand());
        });
        replay.draw(seen);
        Entrant baton = entrants.get(0);
        replay.figure("horizon.backlog", BACKLOG, baton);
        replay.figure("horizon.dead_rows", DEAD, baton);
        replay.figure("horizon.lock_waits", LOCKS, baton);
        replay.ratio("horizon.claim_p99_ratio", MIXED, CLEAN, baton);
    }
}
