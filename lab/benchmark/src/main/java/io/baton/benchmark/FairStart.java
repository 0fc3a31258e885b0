package io.baton.benchmark;

import java.time.Duration;

/** One share with very many jobs of a millisecond, of which a node runs eight at once, and 99 new shares with ten jobs each, which come in one transaction, several times. */
record FairStart(Bench bench) {

    /** What is added to the index of a job of a new share, as often as such have come. */
    private static final int WAVE = 10_000_000;

    private static final int MOST = 1_000_000;
    private static final int SHARES = 99;
    private static final int JOBS = 10 * SHARES;
    private static final int WAVES_IN_ROUND = 2;
    /** The part of the large share that has run when the others come. */
    private static final int PART = 20;

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String START = "fair first start of a share, s";
    private static final Entrant LARGE =
            Entrant.BATON.named("baton, one large share").with("job=shared", "shares.count=1", "shares.millis=1");

    void run() throws Exception {
        int large = Math.min(MOST, bench.size().deep());
        try (Team team = bench.team(bench.postgres(), LARGE, 1)) {
            team.first().ask("store", JOBS, JOBS + large);
            Server.execute(team.url, bench.postgres().tidyUp());
            bench.settleDisk(bench.postgres());
            team.askAll("expect", JOBS + large);
            team.askAll("on");
            Patience.upTo(PATIENCE).until("a part has run", () -> team.count() >= large / PART);
            for (int wave = 1; wave <= WAVES_IN_ROUND * bench.size().rounds(); wave++) {
                wave(team, wave);
            }
            team.askAll("off");
            if (Server.number(team.url, "SELECT count(*) FROM baton_job") == 0) {
                throw new IllegalStateException("Nothing was in the way of the last shares");
            }
        }
        Report report = bench.report();
        report.figure("fair.start_s", report.spread(START, LARGE).most());
        report.median("fair.start_p50_s", START, LARGE);
        report.figure("fair.start_large", large);
    }

    private void wave(Team team, int wave) throws Exception {
        team.askAll("expect", JOBS);
        long start = System.nanoTime();
        long committed = start + team.first().number("store", wave * WAVE, wave * WAVE + JOBS);
        Patience.upTo(PATIENCE).until("others have run", () -> team.count() >= JOBS);
        Runs runs = team.runs();
        runs.verify();
        for (int share = 0; share < SHARES; share++) {
            long first = Long.MAX_VALUE;
            for (int job = share; job < JOBS; job += SHARES) {
                first = Math.min(first, runs.startedAt(job));
            }
            bench.report().put(START, LARGE, Math.max(0, first - committed) / 1e9);
        }
    }
}
