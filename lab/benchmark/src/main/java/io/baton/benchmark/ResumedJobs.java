package io.baton.benchmark;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Jobs that wait for a signal in an idle system, one signal each 10 ms: from the return of the call that sends it, and so its commit, to the call of the
 * handler, on the sender's node and on another one. Compared with plain jobs, from the return of their enqueue.
 */
record ResumedJobs(Bench bench) {

    private static final int WARM_UP = 500;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String RESUME = "steps resume";
    private static final String START = "steps start of plain jobs";

    private static final Entrant SAME = Entrant.BATON.named("baton, same node").with("job=resumed");
    private static final Entrant OTHER = SAME.named("baton, other node");

    void run() throws Exception {
        try (Team same = bench.team(bench.postgres(), SAME, 1);
                Team other = bench.team(bench.postgres(), OTHER, 1);
                Jvm sender = bench.start(OTHER.with("baton.worker.enabled=false"), other.url)) {
            sender.reply();
            List<Road> roads = List.of(
                    new Road(same, same.first(), "resumes", RESUME, new ArrayList<>()),
                    new Road(same, same.first(), "starts", START, new ArrayList<>()),
                    new Road(other, sender, "resumes", RESUME, new ArrayList<>()),
                    new Road(other, sender, "starts", START, new ArrayList<>()));
            same.askAll("on");
            other.askAll("on");
            for (Road road : roads) {
                road.sample(WARM_UP);
            }
            for (int round = 0; round < bench.size().rounds(); round++) {
                for (Road road : roads) {
                    List<Double> millis = road.sample(bench.size().samples());
                    bench.report().add(road.name + " p50, ms", road.team.entrant, Spread.percentile(millis, 50));
                    bench.report().add(road.name + " p99, ms", road.team.entrant, Spread.percentile(millis, 99));
                    road.all.addAll(millis);
                }
            }
            for (Road road : roads) {
                String all = road.name + " p99 of all rounds, ms";
                bench.report().add(all, road.team.entrant, Spread.percentile(road.all, 99));
            }
        }
        Report report = bench.report();
        report.median("steps.resume_p99_ms", RESUME + " p99 of all rounds, ms", SAME);
        report.median("steps.resume_other_node_p99_ms", RESUME + " p99 of all rounds, ms", OTHER);
        report.median("steps.resume_p50_ms", RESUME + " p50, ms", SAME);
        report.median("steps.resume_other_node_p50_ms", RESUME + " p50, ms", OTHER);
        ratio("steps.resume_p50_ratio", SAME);
        ratio("steps.resume_other_node_p50_ratio", OTHER);
    }

    /** Over that of plain jobs. */
    private void ratio(String figure, Entrant entrant) {
        Report report = bench.report();
        report.figure(
                figure,
                report.spread(RESUME + " p50, ms", entrant).median()
                        / report.spread(START + " p50, ms", entrant).median());
    }

    /** What a JVM does of which the jobs run on a team. */
    private record Road(Team team, Jvm client, String measurement, String name, List<Double> all) {

        /** Returns milliseconds. */
        List<Double> sample(int jobs) throws Exception {
            team.askAll("expect", jobs);
            String[] sent = client.ask("measure", measurement, jobs).split(" ", -1);
            Patience.upTo(PATIENCE).until("jobs have run", () -> team.count() >= jobs);
            team.awaitSettled();
            Runs runs = team.runs();
            runs.verify();
            List<Double> millis = new ArrayList<>();
            for (int job = 0; job < jobs; job++) {
                millis.add((runs.startedAt(job) - Long.parseLong(sent[job])) / 1e6);
            }
            return millis;
        }
    }
}
