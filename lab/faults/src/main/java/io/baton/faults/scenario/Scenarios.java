package io.baton.faults.scenario;

import io.baton.faults.Report;
import io.baton.faults.server.Server;
import io.baton.testing.server.Reaper;
import io.baton.testing.server.Workplace;
import java.util.List;
import java.util.function.BiConsumer;

/** All scenarios, one after the other on one database. */
public final class Scenarios {

    private static final List<Scenario> ALL = List.of(
            new RollingDeployment(),
            new ManyUnknownTypes(),
            new ManyHeldJobs(),
            new SuspectsBesideOthers(),
            new ExitInHandler(),
            new PeriodicCuts(),
            new ResumedWorker(),
            new DeletedRow(),
            new LongRowLock(),
            new RepeatedIds(),
            new SeveralHosts(),
            new OldFlows(),
            new AcksBesideImport(),
            new ReviveBeforeFold(),
            new AddersWithoutPause(),
            new ClaimsWithoutAnswer(),
            new KillsBesideReceiver(),
            new HolderOfH2());

    private Scenarios() {}

    /** Runs those whose names are given, or all if none is. */
    public static Report run(List<String> names, Server.Kind kind) {
        Report all = Report.of("stories");
        runAll(names, kind, true, all, (scenario, report) -> {
            report.print();
            all.violations().addAll(report.violations());
        });
        all.figures().put("failed", all.violations().size());
        return all;
    }

    /** Runs them without faults: each has to notice that nothing was proved. */
    public static Report runWithoutFaults(List<String> names, Server.Kind kind) {
        Report all = Report.of("stories_without_faults");
        runAll(names, kind, false, all, (scenario, report) -> {
            report.violations().forEach(violation -> System.out.println("  " + scenario.name() + ": " + violation));
            all.check(!report.violations().isEmpty(), scenario.name() + " passes though nothing was broken");
        });
        all.figures().put("unnoticed", all.violations().size());
        return all;
    }

    private static void runAll(
            List<String> names, Server.Kind kind, boolean breaks, Report all, BiConsumer<Scenario, Report> listener) {
        long start = System.nanoTime();
        List<Scenario> chosen = chosen(names, kind);
        try (Workplace place = new Workplace();
                Reaper reaper = new Reaper(place.directory());
                Cluster cluster = Cluster.ofScenarios(place.directory(), reaper, kind, breaks)) {
            chosen.forEach(scenario -> listener.accept(scenario, report(scenario, cluster)));
            if (!all.violations().isEmpty()) {
                System.out.println("What the nodes wrote is in " + place.directory());
                place.keep();
            }
        }
        all.figures().put("told", chosen.size());
        all.figures().put("seconds", (System.nanoTime() - start) / 1_000_000_000);
    }

    private static List<Scenario> chosen(List<String> names, Server.Kind kind) {
        List<Scenario> chosen = ALL.stream()
                .filter(scenario -> names.isEmpty() || names.contains(scenario.name()))
                .filter(scenario -> kind != Server.Kind.MARIADB || scenario.onMariaDb())
                .toList();
        if (chosen.isEmpty()) {
            throw new IllegalArgumentException("There is no such scenario on " + kind + ": " + names);
        }
        return chosen;
    }

    private static Report report(Scenario scenario, Cluster cluster) {
        Report report = Report.of(scenario.name());
        try {
            scenario.run(cluster, report);
        } catch (RuntimeException e) {
            report.check(false, scenario.name() + " could not be run: " + e);
        }
        cluster.clear();
        return report;
    }
}
