package io.baton.benchmark;

import java.util.List;

/** Unique keys: what they cost an enqueue, and whether a request is lost that a waiting job stands for. */
final class UniqueWorkload implements Workload {

    private static final Entrant UNIQUE =
            Entrant.BATON.named("baton, unique").with("job=unique", "baton.worker.poll-interval=100ms");
    private static final String PLAIN = "unique, plain enqueues, jobs/s";
    private static final String CREATED = "unique, enqueues with a key, jobs/s";
    private static final String KEPT = "unique, enqueues that are kept, requests/s";
    private static final int WARM_UP = 4_000;

    @Override
    public void run(Bench bench) throws Exception {
        measure(bench, bench.postgres(), "");
        measure(bench, bench.mariaDb(), "_mariadb");
    }

    /** Measures on one server; the suffix ends the names of the figures. */
    static void measure(Bench bench, Server server, String suffix) throws Exception {
        try (Team team = bench.team(server, UNIQUE, 1)) {
            cost(bench, server, team, suffix);
            requests(bench, team, suffix);
        }
    }

    private static void cost(Bench bench, Server server, Team team, String suffix) throws Exception {
        team.first().ask("measure", "uniqueEnqueues", WARM_UP);
        double[] sums = new double[3];
        for (int round = 0; round < bench.size().rounds(); round++) {
            bench.settleDisk(server);
            List<String> rates = List.of(team.first()
                    .ask("measure", "uniqueEnqueues", bench.size().singles() / 4)
                    .split(" ", -1));
            for (int kind = 0; kind < sums.length; kind++) {
                sums[kind] += Double.parseDouble(rates.get(kind)) / bench.size().rounds();
                bench.report()
                        .add(
                                List.of(PLAIN, CREATED, KEPT).get(kind) + suffix,
                                UNIQUE,
                                Double.parseDouble(rates.get(kind)));
            }
        }
        figure(bench, "enqueue_ratio" + suffix, sums[1] / sums[0]);
        figure(bench, "kept_ratio" + suffix, sums[2] / sums[0]);
    }

    private static void requests(Bench bench, Team team, String suffix) throws Exception {
        Server.execute(team.url, "DELETE FROM baton_unique");
        Server.execute(team.url, "DELETE FROM baton_job");
        team.askAll("on");
        List<String> answers =
                List.of(team.first().ask("measure", "requests", 1_000).split(" ", -1));
        figure(bench, "requests_relied_on" + suffix, Double.parseDouble(answers.get(0)));
        figure(bench, "lost_requests" + suffix, Double.parseDouble(answers.get(1)));
        figure(bench, "requests_runs" + suffix, Double.parseDouble(answers.get(2)));
        if (!answers.get(1).equals("0")) {
            throw new IllegalStateException(answers.get(1) + " requests were lost");
        }
    }

    private static void figure(Bench bench, String name, double value) {
        bench.report().figure("unique." + name, value);
        bench.report().note(name + " " + value);
    }
}
