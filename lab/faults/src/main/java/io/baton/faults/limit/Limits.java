package io.baton.faults.limit;

import io.baton.Jobs;
import io.baton.faults.Report;
import io.baton.faults.scenario.Cluster;
import io.baton.faults.server.Server;
import io.baton.testing.server.Reaper;
import io.baton.testing.server.Workplace;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcOperations;

/** The scenarios of limits, one after the other on one database. */
public final class Limits {

    private Limits() {}

    /** Runs the scenarios that are named, {@code semaphores} or {@code rates}, or both; returns the result. What the processes wrote is kept if something is wrong. */
    public static Report run(List<String> names, Server.Kind kind, long seed) {
        long start = System.nanoTime();
        Report all = Report.of("limits");
        try (Workplace place = new Workplace();
                Reaper reaper = new Reaper(place.directory());
                Cluster cluster = new Cluster(place.directory(), reaper, kind, LimitApp.class);
                ConfigurableApplicationContext context = cluster.withoutWorker()) {
            System.out.println("seed " + seed + ", " + kind + ", in " + place.directory());
            Objects.requireNonNull(context.getBean(Jobs.class));
            Tables tables = new Tables(kind, context.getBean(JdbcOperations.class));
            tables.make();
            if (names.isEmpty() || names.contains("semaphores")) {
                attempt("limits", all, report -> new Permits(cluster, context, tables, seed, report).run());
            }
            if (names.isEmpty() || names.contains("rates")) {
                attempt("rates", all, report -> new Rates(cluster, context, tables, report).run());
            }
            if (!all.violations().isEmpty()) {
                System.out.println("What the nodes wrote is in " + place.directory());
                place.keep();
            }
        }
        all.figures().put("failed", all.violations().size());
        all.figures().put("seconds", (System.nanoTime() - start) / 1_000_000_000);
        return all;
    }

    private static void attempt(String name, Report all, Consumer<Report> what) {
        Report report = Report.of(name);
        try {
            what.accept(report);
        } catch (RuntimeException e) {
            report.check(false, name + " could not be tried: " + e);
        }
        report.print();
        all.violations().addAll(report.violations());
    }
}
