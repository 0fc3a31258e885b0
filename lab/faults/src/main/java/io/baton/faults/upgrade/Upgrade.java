package io.baton.faults.upgrade;

import io.baton.faults.Await;
import io.baton.faults.Report;
import io.baton.faults.chaos.SharedClasses;
import io.baton.faults.scenario.Cluster;
import io.baton.faults.server.Server;
import io.baton.faults.upgrade.UpgradeNodes.Release;
import io.baton.testing.server.Reaper;
import io.baton.testing.server.Workplace;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** From the old release to the new one, back, and again to the new one, process by process, while all of them enqueue and run jobs and some are killed. */
public final class Upgrade {

    /** Has the class path of the older release, without the classes of this package. */
    private static final String OLDER = "baton.old.class-path";

    private static final int EACH = 2;
    private static final Duration CALM = Duration.ofSeconds(3);
    /** Longer than a process may be silent. */
    private static final Duration FROZEN = Duration.ofSeconds(5);

    private static final Duration BETWEEN = Duration.ofMillis(200);
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final UpgradeNodes nodes;
    private final UpgradeTables tables;
    private final Path quiet;
    private final Report report;
    private int kills;
    private long mostPermits;

    private Upgrade(UpgradeNodes nodes, UpgradeTables tables, Path quiet, Report report) {
        this.nodes = nodes;
        this.tables = tables;
        this.quiet = quiet;
        this.report = report;
    }

    /** Runs it on one database after the other; what the processes wrote is kept if something is wrong. */
    public static Report run(List<Server.Kind> kinds, long seed) {
        long start = System.nanoTime();
        Report all = Report.of("upgrade");
        long jobs = 0;
        for (Server.Kind kind : kinds) {
            if (kind.missing().isPresent()) {
                System.out.println(
                        "SKIPPED: " + kind + ", since " + kind.missing().get());
            } else {
                jobs += run(kind, seed, all);
            }
        }
        all.check(jobs > 0, "no job was enqueued, so nothing is proved");
        all.figures().put("jobs", jobs);
        all.figures().put("violations", all.violations().size());
        all.figures().put("seconds", (System.nanoTime() - start) / 1_000_000_000);
        return all;
    }

    private static long run(Server.Kind kind, long seed, Report all) {
        Report report = Report.of("upgrade_" + kind.name().toLowerCase(Locale.ROOT));
        long jobs = 0;
        try (Workplace place = new Workplace();
                Reaper reaper = new Reaper(place.directory());
                Cluster cluster = new Cluster(place.directory(), reaper, kind, UpgradeApp.class)) {
            System.out.println("seed " + seed + ", " + kind + ", in " + place.directory());
            jobs = upgrade(cluster, new UpgradeTables(kind, cluster.jdbc), place.directory(), seed, report);
            if (!report.violations().isEmpty()) {
                System.out.println("What the processes wrote is in " + place.directory());
                place.keep();
            }
        }
        report.print();
        all.violations().addAll(report.violations());
        return jobs;
    }

    private static long upgrade(Cluster cluster, UpgradeTables tables, Path directory, long seed, Report report) {
        Path quiet = directory.resolve("quiet");
        String classes = classes() + File.pathSeparator + Objects.requireNonNull(System.getProperty(OLDER), OLDER);
        String newer = NextMigration.jar(directory) + File.pathSeparator + System.getProperty("java.class.path");
        UpgradeNodes nodes = new UpgradeNodes(
                cluster, shared(classes, directory, "old"), shared(newer, directory, "new"), quiet, seed);
        try {
            new Upgrade(nodes, tables, quiet, report).run();
            return new UpgradeChecker(nodes, tables, report).check();
        } catch (RuntimeException e) {
            report.check(false, "it could not be run: " + e);
            return 0;
        }
    }

    /** Returns where the classes of this package are. */
    private static Path classes() {
        return Path.of(Upgrade.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath());
    }

    private static SharedClasses shared(String classPath, Path directory, String name) {
        return SharedClasses.of(classPath, Workplace.make(directory.resolve(name)));
    }

    private void run() {
        tables.make();
        nodes.startFirst(Release.OLD);
        Await.require(() -> !tables.isMigrated(), CALM, "the old release has the migration of the new one");
        start(Release.OLD);
        replace(Release.OLD);
        // its migration is run beside the load of the old ones
        start(Release.NEW);
        tables.addStranger();
        mixed();
        nodes.end(Release.OLD);
        watch(CALM);
        // back, on the tables of the new release
        start(Release.OLD);
        mixed();
        nodes.end(Release.NEW);
        watch(CALM);
        replace(Release.OLD);
        start(Release.NEW);
        mixed();
        nodes.end(Release.OLD);
        drain();
        report.figures().put("kills", kills);
        report.figures().put("most_permits", mostPermits);
        report.check(mostPermits <= UpgradeNodes.PERMITS, mostPermits + " jobs held a permit at once");
        nodes.killAll();
    }

    private void start(Release release) {
        for (int i = 0; i < EACH; i++) {
            nodes.start(release);
        }
        watch(CALM);
    }

    /** Kills and freezes processes of both releases. */
    private void mixed() {
        for (Release release : Release.values()) {
            replace(release);
            freeze(release);
        }
    }

    private void replace(Release release) {
        kills++;
        nodes.kill(nodes.any(release));
        nodes.start(release);
        watch(CALM);
    }

    private void freeze(Release release) {
        UpgradeNodes.Node node = nodes.any(release);
        node.process().freeze();
        watch(FROZEN);
        node.process().thaw();
        watch(CALM);
    }

    /** Lets this time pass, in which no more permits are held than there are. */
    private void watch(Duration time) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < time.toNanos()) {
            mostPermits = Math.max(mostPermits, tables.permits());
            Await.pause(BETWEEN);
        }
    }

    private void drain() {
        try {
            Files.createFile(quiet);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Await.require(nodes::quiet, PATIENCE, "processes enqueue without an end");
        boolean ended = Await.until(() -> tables.unfinished() == 0 && tables.left() == 0, PATIENCE);
        report.check(ended, tables.unfinished() + " jobs and " + tables.left() + " rows of groups and limits are left");
    }
}
