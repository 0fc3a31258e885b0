package io.baton.benchmark;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** M1 on MariaDB and M9 on MySQL: enqueues and a drain against plain SQL, and clients that enqueue during drains. */
final class MariaDbWorkload implements Workload {

    private static final int THREADS = 8;
    private static final int LIMITED_SHARE = 10;

    /** What plain SQL does best differs from server to server: few loops with large portions, or many with small ones. */
    private static final List<Entrant> PLAIN = Stream.of("8 100", "2 100", "2 1000", "1 1000")
            .map(form -> form.split(" ", -1))
            .map(form -> Entrant.PLAIN
                    .onMariaDb()
                    .named("plain sql, " + form[0] + " x " + form[1])
                    .with("loops=" + form[0], "batch=" + form[1]))
            .toList();

    private static final Entrant THREADS_64 =
            Entrant.BATON.named("baton, 64 threads").with(LimitedDrain.THREADS);
    private static final Entrant LIMITED = new Entrant(
                    "baton, limited, 64", Entrant.Kind.BATON, LIMITED_SHARE, THREADS_64.settings())
            .with("job=limited", LimitedDrain.PERMITS);

    private final String name;
    private final Place place;

    /** Where it runs; there may be no such server. */
    @FunctionalInterface
    interface Place {
        Optional<Server> server(Bench bench) throws Exception;
    }

    MariaDbWorkload(String name, Place place) {
        this.name = name;
        this.place = place;
    }

    @Override
    public void run(Bench bench) throws Exception {
        Optional<Server> server = place.server(bench);
        if (server.isEmpty()) {
            bench.report().note(name + " is SKIPPED: BATON_TEST_MYSQL_URL names no server");
            return;
        }
        enqueue(bench, server.get());
        drain(bench, server.get());
        if (!name.equals("m1")) {
            UniqueWorkload.measure(bench, server.get(), "_" + name);
        }
        InsertingClients.measure(bench, server.get(), name, Entrant.BATON, name + ".insert_p99_ratio");
        if (bench.size().full()) {
            InsertingClients.measure(bench, server.get(), name, PLAIN.get(0), name + ".insert_p99_ratio_beside_plain");
        }
    }

    private void drain(Bench bench, Server server) throws Exception {
        List<Entrant> entrants = Stream.concat(PLAIN.stream(), Stream.of(Entrant.BATON, THREADS_64, LIMITED))
                .toList();
        Drain drain = new Drain(bench, name, server, entrants, 1);
        drain.run(bench.size().backlog() / 4, Drain.Surroundings.NONE);
        Report report = bench.report();
        Entrant best = drain.fastest(PLAIN);
        report.ratio(name + ".ratio_to_plain", drain.rate(), Entrant.BATON, PLAIN.get(0));
        report.ratio(name + ".ratio_to_best_plain", drain.rate(), Entrant.BATON, best);
        report.ratio(name + ".limits_drain_ratio", drain.rate(), LIMITED, THREADS_64);
        report.figure(name + ".cpu_ratio_to_best_plain", drain.cpu(best) / drain.cpu(Entrant.BATON));
    }

    private void enqueue(Bench bench, Server server) throws Exception {
        Entrant plain = PLAIN.get(0);
        String single = name + " one by one, jobs/s";
        String bulk = name + " bulk, jobs/s";
        int singles = bench.size().singles() / 2;
        int many = bench.size().bulk();
        bench.withTeams(server, List.of(plain, Entrant.BATON), 1, teams -> {
            for (int round = -1; round < bench.size().rounds(); round++) {
                for (Team team : teams) {
                    double one = singles / (team.first().number("enqueue", singles, THREADS) / 1e9);
                    double all = many / (team.first().number("fill", many) / 1e9);
                    // the first round warms up
                    if (round >= 0) {
                        bench.report().add(single, team.entrant, one);
                        bench.report().add(bulk, team.entrant, all);
                    }
                }
            }
        });
        bench.report().ratio(name + ".single_ratio_to_plain", single, Entrant.BATON, plain);
        bench.report().ratio(name + ".bulk_ratio_to_plain", bulk, Entrant.BATON, plain);
    }
}
