package io.baton.benchmark;

import io.baton.benchmark.node.Payload;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** W4: the rate over some jobs with many others present, against the rate without them. */
final class DepthWorkload implements Workload {

    /** Those of a third of a second prove little; for that it is over soon. */
    private static final int JOBS_WHEN_QUICK = 10_000;

    private static final int JOBS = 100_000;
    private static final int WARM_UPS = 3;
    private static final String RATE = "w4 jobs among others, jobs/s";
    /** Beyond what the nodes look at. */
    private static final int OTHERS = 1_000_000_000;

    private static final Entrant ALONE = Entrant.BATON.named("baton, alone");
    private static final Entrant DEEP = Entrant.BATON.named("baton, deep");
    private static final Entrant FUTURE = Entrant.BATON.named("baton, future");
    private static final Entrant HISTORY = Entrant.BATON_HISTORY.named("baton, old history");
    private static final Entrant NO_HISTORY = Entrant.BATON_HISTORY.named("baton, new history");
    private static final Entrant QUEUES = Entrant.BATON
            .named("baton, 200 queues")
            .with("baton.worker.queues=work,"
                    + IntStream.range(1, 200).mapToObj(i -> "q" + i).collect(Collectors.joining(",")));

    @Override
    public void run(Bench bench) throws Exception {
        List<Entrant> entrants = List.of(ALONE, DEEP, FUTURE, NO_HISTORY, HISTORY, QUEUES);
        bench.withTeams(bench.postgres(), entrants, 1, teams -> {
            for (Team team : teams) {
                surround(team, bench.size());
                Server.execute(team.url, "VACUUM ANALYZE");
                for (int i = 0; i < WARM_UPS; i++) {
                    rate(bench, team);
                }
            }
            for (int round = 0; round < bench.size().rounds(); round++) {
                for (Team team : teams) {
                    bench.report().add(RATE, team.entrant, rate(bench, team));
                }
            }
        });
        Report report = bench.report();
        report.ratio("w4.deep_ratio", RATE, DEEP, ALONE);
        report.ratio("w4.future_ratio", RATE, FUTURE, ALONE);
        report.ratio("w4.history_ratio", RATE, HISTORY, NO_HISTORY);
        report.ratio("w4.queues_ratio", RATE, QUEUES, ALONE);
    }

    private static void surround(Team team, Size size) throws Exception {
        if (team.entrant.equals(DEEP)) {
            insert(team, size.deep(), OTHERS, "0, now(), 1");
        } else if (team.entrant.equals(FUTURE)) {
            insert(team, size.future(), OTHERS, "-9, now() + INTERVAL '1 day', 0");
        } else if (team.entrant.equals(HISTORY)) {
            Server.execute(
                    team.url,
                    "INSERT INTO baton_job_history (id, type, queue, job_rank, state, attempt, created_at, due_at, claimed_at, ended_at)"
                            + " SELECT -n, 'noop', 'work', -1, 4, 1, now(), now(), now(), now() FROM generate_series(1, "
                            + size.history() + ") AS n");
        }
    }

    private static void insert(Team team, int jobs, int firstIndex, String rankDueAndState) throws Exception {
        String payload = Payload.json(0).replace(":0,", ":' || n || ',");
        Server.execute(
                team.url,
                "INSERT INTO baton_job (type, queue, created_at, payload, job_rank, due_at, state) SELECT 'noop', 'work', now(), '"
                        + payload + "', " + rankDueAndState + " FROM generate_series(" + firstIndex + ", "
                        + (firstIndex + jobs - 1) + ") AS n");
    }

    /** Jobs before all others; the rate at which their handlers start. */
    private static double rate(Bench bench, Team team) throws Exception {
        int jobs = bench.size().quick() ? JOBS_WHEN_QUICK : JOBS;
        team.askAll("expect", jobs);
        insert(team, jobs, 0, "-2, now(), 1");
        Server.execute(team.url, "VACUUM ANALYZE baton_job");
        bench.settleDisk(bench.postgres());
        team.askAll("on");
        Patience.upTo(Duration.ofMinutes(2)).until("jobs have run", () -> team.count() >= jobs);
        team.askAll("off");
        Runs runs = team.runs();
        runs.verify();
        return jobs / ((runs.last() - runs.first()) / 1e9);
    }
}
