package io.baton.benchmark;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What a claim takes in a queue of 10,000 shares with ten jobs each, all that is read for it included, against one of as many jobs in a queue with as many
 * jobs and no shares. What has run is stored again after each turn.
 */
record FairClaims(Bench bench) {

    private static final int MOST = 100_000;
    private static final int EACH = 10;
    private static final int WARM_UPS = 4;
    private static final int TURNS = 12;
    private static final int TURNS_OF_ALL = 30;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Entrant PLAIN = new Entrant(
                    "baton, 100,000 jobs", Entrant.Kind.BATON, 1, List.of("baton.retention.completed=0s"))
            .with("job=shared", "shares.count=0", "shares.millis=20", "baton.queues.work.concurrency=50");
    private static final Entrant MANY = PLAIN.named("baton, 10,000 shares");

    void run() throws Exception {
        int jobs = Math.min(MOST, bench.size().deep());
        try (Side plain = side(PLAIN, jobs);
                Side many = side(MANY.with("shares.count=" + jobs / EACH), jobs)) {
            for (int turn = -WARM_UPS; turn < TURNS; turn++) {
                for (Side side : List.of(plain, many)) {
                    List<StatementLog.LoggedClaim> claims = side.turn(jobs / TURNS_OF_ALL);
                    if (turn >= 0) {
                        side.claims.add(claims);
                    }
                }
            }
            report(plain, many);
        }
    }

    private Side side(Entrant entrant, int jobs) throws Exception {
        String database = bench.freshName();
        String url = bench.postgres().create(database);
        Server.execute(url, "ALTER DATABASE " + database + " SET log_min_duration_statement = 0");
        Side side = new Side(bench, Team.of(bench, bench.postgres(), entrant, url, 1), database);
        side.store(jobs);
        return side;
    }

    /** Compares claims of the size that is frequent on both sides. */
    private void report(Side plain, Side many) {
        Map<Integer, Long> ofPlain = plain.sizes();
        Map<Integer, Long> ofMany = many.sizes();
        int size = ofPlain.keySet().stream()
                .filter(ofMany::containsKey)
                .max(Comparator.comparing(
                        each -> Math.min(ofPlain.getOrDefault(each, 0L), ofMany.getOrDefault(each, 0L))))
                .orElseThrow();
        bench.report().note("claims by size: " + ofPlain + ", of shares: " + ofMany);
        String claim = "fair claim, ms";
        for (Side side : List.of(plain, many)) {
            side.claims.forEach(turn ->
                    side.millis(turn, size).forEach(millis -> bench.report().put(claim, side.team.entrant, millis)));
        }
        for (int turn = 0; turn < TURNS; turn++) {
            List<Double> one = plain.millis(plain.claims.get(turn), size);
            List<Double> other = many.millis(many.claims.get(turn), size);
            if (!one.isEmpty() && !other.isEmpty()) {
                bench.report()
                        .put(
                                "fair claim, ratio in a turn",
                                MANY,
                                Spread.percentile(other, 50) / Spread.percentile(one, 50));
            }
        }
        bench.report().ratio("fair.claim_ratio_10k", claim, MANY, PLAIN);
        bench.report().median("fair.claim_ms", claim, MANY);
        bench.report().median("fair.claim_plain_ms", claim, PLAIN);
        bench.report().figure("fair.claim_jobs", size);
    }

    /** One of the two, with its claims by turn. */
    private static final class Side implements AutoCloseable {

        private final Bench bench;
        private final Team team;
        private final String database;
        private final List<List<StatementLog.LoggedClaim>> claims = new ArrayList<>();
        private int stored;

        private Side(Bench bench, Team team, String database) {
            this.bench = bench;
            this.team = team;
            this.database = database;
        }

        void store(int jobs) throws Exception {
            team.first().ask("store", stored, stored + jobs);
            stored += jobs;
        }

        /** Returns the claims while so many jobs ran. */
        List<StatementLog.LoggedClaim> turn(int jobs) throws Exception {
            Server.execute(team.url, bench.postgres().tidyUp());
            bench.settleDisk(bench.postgres());
            team.askAll("expect", stored);
            long begin = bench.postgres().log().end();
            team.askAll("on");
            Patience.upTo(PATIENCE).until("jobs have run", () -> team.count() >= jobs);
            team.askAll("off");
            List<StatementLog.LoggedClaim> found =
                    bench.postgres().log().claims(begin, bench.postgres().log().end(), database, "work");
            long repeated = team.first().number("repeated");
            if (repeated > 0) {
                throw new IllegalStateException(repeated + " jobs ran again");
            }
            store((int) team.count());
            return found;
        }

        Map<Integer, Long> sizes() {
            return claims.stream()
                    .flatMap(List::stream)
                    .map(StatementLog.LoggedClaim::jobs)
                    .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        }

        List<Double> millis(List<StatementLog.LoggedClaim> turn, int size) {
            return turn.stream()
                    .filter(claim -> claim.jobs() == size)
                    .map(StatementLog.LoggedClaim::millis)
                    .toList();
        }

        @Override
        public void close() {
            team.close();
        }
    }
}
