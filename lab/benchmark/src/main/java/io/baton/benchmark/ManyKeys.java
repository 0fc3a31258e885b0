package io.baton.benchmark;

import java.util.List;

/** Jobs of many keys of which each lets one run at a time, drained by two JVMs: whether those of a key start in the order of their age, and how fast. */
record ManyKeys(Bench bench) {

    static final int KEYS = 1_000;
    private static final int JVMS = 2;
    private static final int WARM_UP = 2;
    private static final Entrant KEYED =
            Entrant.BATON.named("baton, 1,000 keys").with("job=keyed", "keys.count=" + KEYS, "baton.semaphores.key=1");

    void run() throws Exception {
        int jobs = KEYS * bench.size().perKey();
        bench.withTeams(bench.postgres(), List.of(KEYED), JVMS, teams -> {
            Team team = teams.get(0);
            team.drain(KEYS * WARM_UP);
            Team.Drained drained = team.drain(jobs);
            Report report = bench.report();
            report.add("limits 1,000 keys, jobs/s", KEYED, drained.perSecond());
            report.figure("limits.keys_out_of_order", outOfOrder(team.runs(), jobs));
            report.figure("limits.keys_per_s", drained.perSecond());
            report.figure("limits.keys_jobs", jobs);
        });
    }

    /** Returns how many jobs started before the one that is next older of their key. */
    static int outOfOrder(Runs runs, int jobs) {
        int outOfOrder = 0;
        for (int job = KEYS; job < jobs; job++) {
            outOfOrder += runs.startedAt(job) < runs.startedAt(job - KEYS) ? 1 : 0;
        }
        return outOfOrder;
    }
}
