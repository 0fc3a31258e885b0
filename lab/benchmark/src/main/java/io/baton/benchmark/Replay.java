package io.baton.benchmark;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Plays one scene with each entrant in turn, on the terms of the eight-queue benchmark; leaves their time series and a picture. */
record Replay(Bench bench, String name) {

    static final int RATE = 800;
    static final int WORKERS = 32;
    static final int FILLER = 256;
    private static final int CLAIM_SECONDS = 10;
    static final String LOCK_WAIT = "10ms";

    /** Tables with settings of their own keep them. */
    private static final List<String> SETTINGS = List.of(
            "autovacuum_naptime = '60s'",
            "autovacuum_vacuum_scale_factor = 0.2",
            "autovacuum_vacuum_cost_limit = 200",
            "log_lock_waits = on",
            "deadlock_timeout = '" + LOCK_WAIT + "'");

    /** What is done with a team, and looked at. */
    @FunctionalInterface
    interface Scene {
        void play(Observation observation) throws Exception;
    }

    /** Baton and the peers that this machine can run, with so many workers and payloads of 256 bytes. */
    List<Entrant> entrants(int workers) {
        Stream<Entrant> peers = NodePeers.missing(bench)
                .map(why -> Stream.<Entrant>empty())
                .orElseGet(() -> Stream.of(Entrant.GRAPHILE_WORKER, Entrant.PG_BOSS));
        return Stream.concat(Stream.of(Entrant.BATON, Entrant.DB_SCHEDULER), peers)
                .map(entrant -> entrant.workers(workers).filler(FILLER))
                .toList();
    }

    /** Returns what was seen of each; one that fails is reported, and not in the way of others. */
    Map<String, List<Moment>> play(List<Entrant> entrants, Scene scene) throws Exception {
        Server server = bench.postgres();
        server.configure(SETTINGS.toArray(String[]::new));
        Map<String, List<Moment>> seen = new LinkedHashMap<>();
        try {
            for (Entrant entrant : entrants) {
                try (Observation observation = new Observation(bench.team(server, entrant, 1), server)) {
                    seen.put(entrant.name(), observation.moments());
                    try {
                        scene.play(observation);
                    } finally {
                        observation.write(file(entrant.name().replaceAll("\\W+", "-") + ".csv"));
                    }
                } catch (Exception e) {
                    bench.report().failed(name + ", " + entrant.name(), e);
                }
            }
        } finally {
            server.restoreConfiguration();
        }
        return seen;
    }

    /** Draws the courses of all entrants into one picture. */
    void draw(Map<String, List<Moment>> seen) throws Exception {
        Map<String, Double> phases = new LinkedHashMap<>();
        for (List<Moment> moments : seen.values()) {
            double before = 0;
            for (Moment moment : moments) {
                phases.putIfAbsent(moment.phase(), before);
                before = moment.second();
            }
        }
        Chart chart = new Chart(name, "s", phases);
        List<Chart.Panel> panels = List.of(
                chart.panel("wait p99, ms (log)", true, seen, moment -> moment.waits()
                        .percentile(99)),
                chart.panel("backlog, jobs", false, seen, Moment::backlog),
                chart.panel("dead rows", false, seen, Moment::deadRows),
                chart.panel("tables and indexes, MB", false, seen, Moment::megabytes),
                chart.panel("heap after collection, MB", false, seen, Moment::heap));
        Files.writeString(file("svg"), chart.svg(panels));
    }

    /** Jobs come and run from now on. */
    void traffic(Observation observation) throws Exception {
        observation.team.askAll("on");
        observation.traffic("work", 1);
        observation.traffic("rate", RATE);
    }

    Phase phase(Observation observation, String phase, int seconds) throws Exception {
        return observation.phase(phase, seconds, 1, CLAIM_SECONDS);
    }

    /** Baton must not lose a job; others may be far behind. */
    void end(Observation observation) throws Exception {
        if (observation.team.entrant.kind() == Entrant.Kind.BATON) {
            observation.finish();
        }
    }

    void addExactlyDead(Observation observation) {
        try {
            add("dead rows, counted", observation, observation.exactlyDead());
        } catch (SQLException e) {
            bench.report().note("dead rows are not counted one by one: " + e.getMessage());
        }
    }

    void add(String measure, Observation observation, Number value) {
        bench.report().add(measure(measure), observation.team.entrant, value.doubleValue());
    }

    private String measure(String measure) {
        return name + " " + measure;
    }

    void figure(String figure, String measure, Entrant entrant) {
        bench.report().median(figure, measure(measure), entrant);
    }

    /** An entrant in one measure against the same in another. */
    void ratio(String figure, String measure, String other, Entrant entrant) {
        Report report = bench.report();
        double ratio = report.spread(measure(measure), entrant).median()
                / report.spread(measure(other), entrant).median();
        report.figure(figure, ratio);
    }

    private Path file(String end) {
        return bench.directory().resolve(name + (end.equals("svg") ? "." : "-") + end);
    }
}
