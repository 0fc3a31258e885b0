package io.baton.benchmark;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Jobs of a queue in which very many older ones wait for one permit that is never given back: how long the claim takes, and when the last of 100 starts,
 * without a permit and with one of those that are there. Compared with the same where only the holder is there.
 */
record SaturatedKey(Bench bench) {

    /** What is added to the index of a job that needs a permit of which there are enough. */
    static final int LIMITED = 10_000_000;

    /** What is added to the index of a job that needs the permit that is never given back. */
    private static final int SATURATED = 20_000_000;

    private static final int OTHERS = 100;
    private static final int WARM_UPS = 30;
    private static final int ROUNDS = 60;
    private static final String CLAIM = "limits claim of 100 others, ms";
    private static final String START = "limits start of 100 others, s";
    private static final String LIMITED_START = "limits start of 100 limited others, s";
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static final Entrant ALONE = new Entrant("baton, alone", Entrant.Kind.BATON, 1, List.of())
            .with("job=crowd", "baton.retention.completed=0s", "baton.queues.work.concurrency=" + (OTHERS + 1))
            .with("baton.semaphores.few=64", "baton.semaphores.key=1");
    private static final Entrant CROWDED = ALONE.named("baton, saturated");

    void run() throws Exception {
        try (Side alone = side(ALONE, 1);
                Side crowded = side(CROWDED, bench.size().saturated())) {
            for (int i = 0; i < WARM_UPS; i++) {
                alone.others(0);
                crowded.others(0);
                alone.others(LIMITED);
                crowded.others(LIMITED);
            }
            for (int i = 0; i < ROUNDS; i++) {
                alone.measure();
                crowded.measure();
            }
            for (int i = 0; i < ROUNDS; i++) {
                alone.measureLimited();
                crowded.measureLimited();
            }
            alone.claims();
            crowded.claims();
        }
        Report report = bench.report();
        report.ratio("limits.others_claim_ratio", CLAIM, CROWDED, ALONE);
        report.median("limits.others_claim_ms", CLAIM, CROWDED);
        report.figure(
                "limits.others_start_s",
                Math.max(
                        report.spread(START, CROWDED).most(),
                        report.spread(LIMITED_START, CROWDED).most()));
        report.figure("limits.others_waiting", bench.size().saturated());
    }

    private Side side(Entrant entrant, int saturated) throws Exception {
        Server server = bench.postgres();
        String database = bench.freshName();
        String url = server.create(database);
        Server.execute(url, "ALTER DATABASE " + database + " SET log_min_duration_statement = 0");
        Team team = Team.of(bench, server, entrant, url, 1);
        long nanos = team.first().number("store", SATURATED, SATURATED + saturated);
        bench.report().note(saturated + " jobs with one permit stored in " + nanos / 1_000_000_000 + " s");
        Server.execute(url, server.tidyUp());
        bench.settleDisk(server);
        team.askAll("on");
        Patience.upTo(PATIENCE)
                .until(
                        "one holds the permit",
                        () -> Server.number(url, "SELECT count(*) FROM baton_job WHERE state = 2") == 1);
        return new Side(bench, team, database, new ArrayList<>());
    }

    /**
     * One of the two.
     *
     * @param begins how long the log was before each round
     */
    private record Side(Bench bench, Team team, String database, List<Long> begins) implements AutoCloseable {

        /** Returns how many seconds it takes until the last of them starts. */
        double others(int kind) throws Exception {
            team.askAll("expect", OTHERS);
            long start = System.nanoTime();
            team.first().ask("store", kind, kind + OTHERS);
            Patience.upTo(PATIENCE).until("others have run", () -> team.count() >= OTHERS);
            team.runs().verify();
            return (team.runs().last() - start) / 1e9;
        }

        void measure() throws Exception {
            begins.add(bench.postgres().log().end());
            bench.report().put(START, team.entrant, others(0));
        }

        void measureLimited() throws Exception {
            bench.report().put(LIMITED_START, team.entrant, others(LIMITED));
        }

        /** The longest claim of a round is the one that gets most. */
        void claims() throws Exception {
            for (int round = 0; round + 1 < ROUNDS; round++) {
                bench.postgres().log().between(begins.get(round), begins.get(round + 1), database).stream()
                        .filter(StatementLog.Logged::isClaim)
                        .mapToDouble(StatementLog.Logged::millis)
                        .max()
                        .ifPresent(millis -> bench.report().put(CLAIM, team.entrant, millis));
            }
        }

        @Override
        public void close() {
            team.close();
        }
    }
}
