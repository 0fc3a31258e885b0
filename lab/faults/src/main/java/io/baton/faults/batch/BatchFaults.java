package io.baton.faults.batch;

import io.baton.Flows;
import io.baton.Jobs;
import io.baton.faults.Report;
import io.baton.faults.server.Server;
import io.baton.faults.story.Scene;
import io.baton.testing.server.Reaper;
import io.baton.testing.server.Workplace;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcOperations;

/** All that is tried with batches, one after the other on one database. */
public final class BatchFaults {

    private final List<String> names;
    private final BatchScale scale;
    private final FlowScale flowScale;
    private final Report report = Report.of("batches");

    private BatchFaults(List<String> names, BatchScale scale, FlowScale flowScale) {
        this.names = names;
        this.scale = scale;
        this.flowScale = flowScale;
    }

    /** Runs what is named, {@code folds}, {@code traps}, {@code turmoil} or {@code flows}, or all, or {@code smoke}; returns what it came to. */
    public static Report run(List<String> names, Server.Kind kind, long seed) {
        return names.contains("smoke")
                ? smoke(kind, seed)
                : new BatchFaults(names, BatchScale.FULL, FlowScale.FULL).run(kind, seed);
    }

    /** Runs what every build does. */
    public static Report smoke(Server.Kind kind, long seed) {
        return new BatchFaults(List.of("folds", "traps", "flows"), BatchScale.SMOKE, FlowScale.SMOKE).run(kind, seed);
    }

    /** What the processes wrote is kept if something is wrong. */
    private Report run(Server.Kind kind, long seed) {
        long start = System.nanoTime();
        try (Workplace place = new Workplace();
                Reaper reaper = new Reaper(place.directory());
                Scene scene = new Scene(place.directory(), reaper, kind, BatchApp.class);
                ConfigurableApplicationContext context = scene.withoutWorker()) {
            System.out.println("seed " + seed + ", " + kind + ", in " + place.directory());
            Objects.requireNonNull(context.getBean(Jobs.class));
            play(scene, context, new BatchTables(kind, context.getBean(JdbcOperations.class)), seed);
            if (!report.violations().isEmpty()) {
                System.out.println("What the nodes wrote is in " + place.directory());
                place.keep();
            }
        }
        report.figures().put("failed", report.violations().size());
        report.figures().put("seconds", (System.nanoTime() - start) / 1_000_000_000);
        return report;
    }

    private void play(Scene scene, ConfigurableApplicationContext context, BatchTables tables, long seed) {
        tables.make();
        Ledger ledger = new Ledger(tables);
        Opener opener = new Opener(context, tables, ledger, seed);
        Crew crew = new Crew(scene, seed);
        crew.train();
        attempt("folds", () -> {
            new Folds(crew, opener, tables, scale, report).run();
            return null;
        });
        attempt("traps", () -> {
            new Traps(crew, opener, tables, scale, report).run();
            return null;
        });
        attempt("turmoil", () -> {
            new Turmoil(crew, opener, tables, report).run(scale.turmoil());
            return null;
        });
        attempt("flows", () -> {
            flows(scene, context, tables, seed);
            return null;
        });
        ledger.check(report);
    }

    private void flows(Scene scene, ConfigurableApplicationContext context, BatchTables tables, long seed) {
        Report ofFlows = Report.of("flows");
        try {
            new FlowFaults(
                            () -> new Crew(scene, seed),
                            context.getBean(Flows.class),
                            new FlowTables(tables.kind(), tables.jdbc()),
                            flowScale,
                            ofFlows)
                    .run();
        } finally {
            ofFlows.print();
            report.violations().addAll(ofFlows.violations());
        }
    }

    private void attempt(String name, Callable<?> what) {
        if (names.isEmpty() || names.contains(name)) {
            try {
                what.call();
            } catch (Exception e) {
                report.check(false, name + ": " + e);
            }
        }
    }
}
