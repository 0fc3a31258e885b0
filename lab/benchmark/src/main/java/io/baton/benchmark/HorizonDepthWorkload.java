package io.baton.benchmark;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A backlog that is kept at 4,000 jobs of a millisecond, by more and more workers, as the eight-queue benchmark measures it. */
final class HorizonDepthWorkload implements Workload {

    private static final int DEPTH = 4_000;
    private static final List<Integer> WORKERS = List.of(4, 16, 64, 256);

    @Override
    public void run(Bench bench) throws Exception {
        Replay replay = new Replay(bench, "horizon-depth");
        Spans spans = bench.size().spans();
        Map<String, List<Chart.Point>> rates = new LinkedHashMap<>();
        Map<String, List<Chart.Point>> costs = new LinkedHashMap<>();
        List<Entrant> entrants = replay.entrants(Replay.WORKERS);
        for (int workers : WORKERS) {
            replay.play(
                    entrants.stream()
                            .map(entrant -> entrant.workers(workers).named(entrant.name() + ", " + workers))
                            .toList(),
                    observation -> {
                        observation.traffic("work", 1);
                        observation.traffic("depth", DEPTH);
                        observation.team.askAll("on");
                        observation.phase("warm-up", spans.depth(), 1, 0);
                        Phase phase = observation.phase("full", spans.depth(), 1, 0);
                        replay.add("jobs/s", observation, phase.perSecond(phase.completed()));
                        replay.add("CPU, s/1,000 jobs", observation, phase.cpuPerThousand());
                        replay.end(observation);
                        String name = observation.team.entrant.name().replaceAll(", .*", "");
                        add(rates, name, workers, phase.perSecond(phase.completed()));
                        add(costs, name, workers, phase.cpuPerThousand() * 1_000);
                    });
            replay.figure(
                    "horizon.depth_" + workers + "_jobs_per_s",
                    "jobs/s",
                    entrants.get(0).named("baton, " + workers));
        }
        Chart chart = new Chart("horizon-depth", "workers", Map.of());
        List<Chart.Panel> panels = List.of(
                new Chart.Panel("jobs/s", false, rates),
                new Chart.Panel("CPU of contestant and server, us per job", false, costs));
        Files.writeString(bench.directory().resolve("horizon-depth.svg"), chart.svg(panels));
    }

    private static void add(Map<String, List<Chart.Point>> lines, String name, int workers, double value) {
        lines.computeIfAbsent(name, key -> new ArrayList<>()).add(new Chart.Point(workers, value));
    }
}
