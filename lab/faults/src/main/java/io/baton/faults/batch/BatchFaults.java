package io.baton.faults.batch;

import io.baton.Flows;
import io.baton.Jobs;
import io.baton.faults.Report;
import io.baton.faults.scenario.Cluster;
import io.baton.faults.server.Server;
import io.baton.testing.server.Reaper;
import io.baton.testing.server.Workplace;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcOperations;

/** The scenarios of batches, one after the other on one database. */
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

    /** Runs the scenarios that are named, {@code folds}, {@code traps}, {@code turmoil} or {@code flows}, or all, or {@code smoke}; returns the result. */
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
                Cluster cluster = new Cluster(place.directory(), reaper, kind, BatchApp.class);
                ConfigurableApplicationContext context = cluster.withoutWorker()) {
            System.out.println("seed " + seed + ", " + kind + ", in " + place.directory());
            Objects.requireNonNull(context.getBean(Jobs.class));
            execute(cluster, context, new BatchTables(kind, context.getBean(JdbcOperations.class)), seed);
            if (!report.violations().isEmpty()) {
                System.out.println("What the nodes wrote is in " + place.directory());
                place.keep();
            }
        }
        report.figures().put("failed", report.violations().size());
        report.figures().put("seconds", (System.nanoTime() - start) / 1_000_000_000);
        return report;
    }

    private void execute(Cluster cluster, ConfigurableApplicationContext context, BatchTables tables, long seed) {
        tables.make();
        BatchChecker checker = new BatchChecker(tables);
        BatchClient client = new BatchClient(context, tables, checker, seed);
        BatchNodes nodes = new BatchNodes(cluster, seed);
        nodes.train();
        attempt("folds", () -> {
            folds(nodes, client, tables);
            return null;
        });
        attempt("traps", () -> {
            new Traps(nodes, client, tables, scale, report).run();
            return null;
        });
        attempt("turmoil", () -> {
            new Turmoil(nodes, client, tables, report).run(scale.turmoil());
            return null;
        });
        attempt("flows", () -> {
            flows(cluster, context, tables, seed);
            return null;
        });
        checker.check(report);
    }

    /** Many processes run the jobs of one batch, and each folds what it settled. */
    private void folds(BatchNodes nodes, BatchClient client, BatchTables tables) {
        for (int i = 0; i < scale.nodes(); i++) {
            nodes.start();
        }
        // a slow machine may leave one batch to one process
        for (int i = 0; i < scale.batches() || (i < 10 * scale.batches() && tables.nodes() < scale.nodes()); i++) {
            client.simple(scale.jobs(), 0);
            report.check(
                    Cluster.await(() -> tables.unfinished() == 0), "a batch that all processes fold is not complete");
        }
        report.figures().put("folding_nodes", tables.nodes());
        report.check(tables.nodes() == scale.nodes(), "only " + tables.nodes() + " processes took part");
        nodes.killAll();
    }

    private void flows(Cluster cluster, ConfigurableApplicationContext context, BatchTables tables, long seed) {
        Report ofFlows = Report.of("flows");
        try {
            new FlowFaults(
                            () -> new BatchNodes(cluster, seed),
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
