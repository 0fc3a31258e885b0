package io.baton.faults.once;

import io.baton.faults.Report;
import io.baton.faults.scenario.Cluster;
import io.baton.faults.scenario.NodeProcess;
import io.baton.faults.server.Server;
import io.baton.testing.server.Reaper;
import io.baton.testing.server.Workplace;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcOperations;

/** The scenarios of what is to happen once, one after the other on one database. */
public final class OnceFaults {

    private static final Map<String, Consumer<OnceSetup>> ALL = new LinkedHashMap<>();

    static {
        ALL.put("nightly", setup -> new NightlyFiles(setup).run());
        ALL.put("recurring", setup -> new MonthOfTicks(setup).run());
        ALL.put("unique", setup -> new LostRequests(setup).run());
        ALL.put("once", setup -> new EffectsOnce(setup).run());
        ALL.put("underlock", setup -> new RecordsUnderLock(setup).run());
    }

    private final OnceScale scale;
    private final Report all = Report.of("stories");

    private OnceFaults(OnceScale scale) {
        this.scale = scale;
    }

    /** Runs the scenarios that are named, {@code nightly}, {@code recurring}, {@code unique}, {@code once} or {@code underlock}, or all, or {@code smoke}. */
    public static Report run(List<String> names, Server.Kind kind, long seed) {
        return names.contains("smoke")
                ? smoke(kind, seed)
                : new OnceFaults(OnceScale.FULL)
                        .runAll(names.isEmpty() ? List.copyOf(ALL.keySet()) : names, kind, seed);
    }

    /** Runs what every build does. */
    public static Report smoke(Server.Kind kind, long seed) {
        return new OnceFaults(OnceScale.SMOKE).runAll(List.of("unique", "once"), kind, seed);
    }

    /** What the processes wrote is kept if something is wrong. */
    private Report runAll(List<String> names, Server.Kind kind, long seed) {
        long start = System.nanoTime();
        try (Workplace place = new Workplace();
                Reaper reaper = new Reaper(place.directory());
                Cluster cluster = new Cluster(place.directory(), reaper, kind, OnceApp.class);
                ConfigurableApplicationContext context =
                        cluster.withoutWorker("--spring.datasource.hikari.maximum-pool-size=24")) {
            System.out.println("seed " + seed + ", " + kind + ", in " + place.directory());
            OnceTables tables = new OnceTables(kind, context.getBean(JdbcOperations.class));
            tables.make();
            train(cluster);
            names.forEach(name -> run(name, cluster, context, tables, seed));
            if (!all.violations().isEmpty()) {
                System.out.println("What the nodes wrote is in " + place.directory());
                place.keep();
            }
        }
        all.figures().put("failed", all.violations().size());
        all.figures().put("seconds", (System.nanoTime() - start) / 1_000_000_000);
        return all;
    }

    /** Leaves an archive of classes, by which the others start faster. */
    private static void train(Cluster cluster) {
        NodeProcess first = cluster.node("--knows.requests=true");
        first.stop();
        first.awaitEnd();
        first.close();
    }

    private void run(
            String name, Cluster cluster, ConfigurableApplicationContext context, OnceTables tables, long seed) {
        Report report = Report.of(name);
        Consumer<OnceSetup> scenario = ALL.get(name);
        if (scenario == null) {
            throw new IllegalArgumentException("There is no " + name + ", only " + ALL.keySet());
        }
        try {
            scenario.accept(new OnceSetup(cluster, context, tables, scale, seed, report));
        } catch (RuntimeException e) {
            report.check(false, name + " could not be run: " + e);
        }
        tables.forgetJobs();
        report.print();
        all.violations().addAll(report.violations());
    }
}
