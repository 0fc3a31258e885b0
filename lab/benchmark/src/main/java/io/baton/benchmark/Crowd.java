package io.baton.benchmark;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A team in whose queue jobs wait that do not run: how long the claim of 100 others takes, and when the last of these starts.
 *
 * @param begins how long the log was before each round
 */
record Crowd(Bench bench, String workload, Team team, String database, List<Long> begins) implements AutoCloseable {

    /** What is added to the index of a job that needs a permit of which there are enough. */
    static final int LIMITED = 10_000_000;

    static final int OTHERS = 100;
    static final int WARM_UPS = 30;
    static final int ROUNDS = 60;

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /**
     * Stores jobs and lets them run as far as they do.
     *
     * @param kind what is added to their indexes
     * @param query the number that says how far they are
     */
    static Crowd of(Bench bench, String workload, Entrant entrant, int kind, int jobs, String query, int expected)
            throws Exception {
        Server server = bench.postgres();
        String database = bench.freshName();
        String url = server.create(database);
        Server.execute(url, "ALTER DATABASE " + database + " SET log_min_duration_statement = 0");
        Team team = Team.of(bench, server, entrant, url, 1);
        long nanos = team.first().number("store", kind, kind + jobs);
        bench.report().note(jobs + " jobs that wait stored in " + nanos / 1_000_000_000 + " s");
        Server.execute(url, server.tidyUp());
        bench.settleDisk(server);
        team.askAll("on");
        Patience.upTo(PATIENCE).until("those that do not wait have run", () -> Server.number(url, query) == expected);
        Server.execute(url, server.tidyUp());
        return new Crowd(bench, workload, team, database, new ArrayList<>());
    }

    String claim() {
        return workload + " claim of 100 others, ms";
    }

    String start() {
        return workload + " start of 100 others, s";
    }

    /** Returns how many seconds it takes until the last of so many others of a kind starts. */
    double others(int kind) throws Exception {
        team.askAll("expect", OTHERS);
        long start = System.nanoTime();
        team.first().ask("store", kind, kind + OTHERS);
        Patience.upTo(PATIENCE).until("others have run", () -> team.count() >= OTHERS);
        team.runs().verify();
        return (team.runs().last() - start) / 1e9;
    }

    /** Measures plain others in all crowds, in turns. */
    static void measure(List<Crowd> crowds) throws Exception {
        for (int i = 0; i < ROUNDS; i++) {
            for (Crowd crowd : crowds) {
                crowd.begins.add(crowd.bench.postgres().log().end());
                crowd.bench.report().put(crowd.start(), crowd.team.entrant, crowd.others(0));
            }
        }
        for (Crowd crowd : crowds) {
            crowd.claims();
        }
    }

    /** The longest claim of a round is the one that gets most. */
    private void claims() throws Exception {
        for (int round = 0; round + 1 < ROUNDS; round++) {
            bench.postgres().log().between(begins.get(round), begins.get(round + 1), database).stream()
                    .filter(StatementLog.Logged::isClaim)
                    .mapToDouble(StatementLog.Logged::millis)
                    .max()
                    .ifPresent(millis -> bench.report().put(claim(), team.entrant, millis));
        }
    }

    @Override
    public void close() {
        team.close();
    }
}
