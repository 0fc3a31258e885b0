package io.baton.faults.once;

import io.baton.faults.Report;
import io.baton.faults.server.Server;
import io.baton.faults.story.NodeProcess;
import io.baton.faults.story.Scene;
import io.baton.testing.server.Reaper;
import io.baton.testing.server.Workplace;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcOperations;

/** All that is tried with what is to happen once, one after the other on one database. */
public final class OnceFaults {

    private static final Map<String, Consumer<Stage>> ALL = new LinkedHashMap<>();

    static {
        ALL.put("nightly", stage -> new NightlyFiles(stage).run());
        ALL.put("recurring", stage -> new MonthOfTicks(stage).run());
        ALL.put("unique", stage -> new LostRequests(stage).run());
        ALL.put("once", stage -> new EffectsOnce(stage).run());
        ALL.put("underlock", stage -> new RecordsUnderLock(stage).run());
    }

    private final OnceScale scale;
    private final Report all = Report.of("stories");

    private OnceFaults(OnceScale scale) {
        this.scale = scale;
    }

    /** Runs what is named, {@code nightly}, {@code recurring}, {@code unique}, {@code once} or {@code underlock}, or all, or {@code smoke}. */
    public static Report run(List<String> names, Server.Kind kind, long seed) {
        return names.contains("smoke")
                ? smoke(kind, seed)
                : new OnceFaults(OnceScale.FULL)
                        .tellAll(names.isEmpty() ? List.copyOf(ALL.keySet()) : names, kind, seed);
    }

    /** Runs what every build does. */
    public static Report smoke(Server.Kind kind, long seed) {
        return new OnceFaults(OnceScale.SMOKE).tellAll(List.of("unique", "once"), kind, seed);
    }

    /** What the processes wrote is kept if something is wrong. */
    private Report tellAll(List<String> names, Server.Kind kind, long seed) {
        long start = System.nanoTime();
        try (Workplace place = new Workplace();
                Reaper reaper = new Reaper(place.directory());
                Scene scene = new Scene(place.directory(), reaper, kind, OnceApp.class);
                ConfigurableApplicationContext context =
                        scene.withoutWorker("--spring.datasource.hikari.maximum-pool-size=24")) {
            System.out.println("seed " + seed + ", " + kind + ", in " + place.directory());
            OnceTables tables = new OnceTables(kind, context.getBean(JdbcOperations.class));
            tables.make();
            train(scene);
            names.forEach(name -> tell(name, scene, context, tables, seed));
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
    private static void train(Scene scene) {
        NodeProcess first = scene.node("--knows.requests=true");
        first.stop();
        first.awaitEnd();
        first.close();
    }

    private void tell(String name, Scene scene, ConfigurableApplicationContext context, OnceTables tables, long seed) {
        Report report = Report.of(name);
        Consumer<Stage> story = ALL.get(name);
        if (story == null) {
            throw new IllegalArgumentException("There is no " + name + ", only " + ALL.keySet());
        }
        try {
            story.accept(new Stage(scene, context, tables, scale, seed, report));
        } catch (RuntimeException e) {
            report.check(false, name + " could not be told: " + e);
        }
        tables.forgetJobs();
        report.print();
        all.violations().addAll(report.violations());
    }
}
