package io.baton.benchmark;

import java.sql.Connection;
import java.sql.DriverManager;
import java.util.List;
import java.util.Map;

/** Traffic beside a transaction that is open and idle, and after it, as the eight-queue benchmark measures it. */
final class HorizonPinnedWorkload implements Workload {

    private static final String COMPLETED = "completed/enqueued";
    private static final String DEAD = "dead rows, most";
    private static final String CLEAN = "wait p99 clean, ms";
    private static final String PINNED = "wait p99 pinned, ms";

    @Override
    public void run(Bench bench) throws Exception {
        Replay replay = new Replay(bench, "horizon-pinned");
        Spans spans = bench.size().spans();
        List<Entrant> entrants = replay.entrants(Replay.WORKERS);
        Map<String, List<Moment>> seen = replay.play(entrants, observation -> {
            replay.traffic(observation);
            replay.phase(observation, "warm-up", spans.warmUp());
            Phase clean = replay.phase(observation, "clean", spans.clean());
            Phase pinned;
            try (Connection pin = DriverManager.getConnection(observation.team.url)) {
                pin.setAutoCommit(false);
                Server.number(pin, "SELECT txid_current()");
                pinned = replay.phase(observation, "pinned", spans.pinned());
                replay.addExactlyDead(observation);
                pin.rollback();
            }
            Phase recovery = replay.phase(observation, "recovery", spans.recovery());
            replay.end(observation);
            replay.add("enqueued/s, pinned", observation, pinned.perSecond(pinned.enqueued()));
            replay.add(COMPLETED, observation, (double) pinned.completed() / pinned.enqueued());
            replay.add("backlog at the end", observation, pinned.end().backlog());
            replay.add("claim p99 clean, ms", observation, clean.claim(99));
            replay.add("claim p99 pinned, ms", observation, pinned.claim(99));
            replay.add(CLEAN, observation, clean.waited(99));
            replay.add(PINNED, observation, pinned.waited(99));
            replay.add("wait p99 recovery, ms", observation, recovery.waited(99));
            replay.add(DEAD, observation, pinned.mostDeadRows());
            replay.add("dead rows, after recovery", observation, recovery.end().deadRows());
            replay.add("CPU pinned, s/1,000 jobs", observation, pinned.cpuPerThousand());
        });
        replay.draw(seen);
        Entrant baton = entrants.get(0);
        replay.figure("horizon.completed_ratio", COMPLETED, baton);
        replay.figure("horizon.pinned_dead_rows", DEAD, baton);
        replay.ratio("horizon.pinned_p99_ratio", PINNED, CLEAN, baton);
    }
}
