package io.baton.faults.crash;

import io.baton.faults.Report;
import io.baton.testing.server.Reaper;
import io.baton.testing.server.Workplace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/** The scenarios first, then the sweep, on a few databases at once since it is mostly waiting. */
public final class CrashPoints {

    private static final int DATABASES = 3;

    private final Report report = Report.of("crashes");
    private final boolean sweep;

    private CrashPoints(boolean sweep) {
        this.sweep = sweep;
    }

    /** Runs the scenarios and, if so, the sweep. */
    public static Report run(boolean sweep) throws SQLException, InterruptedException {
        return new CrashPoints(sweep).run();
    }

    private Report run() throws SQLException, InterruptedException {
        long start = System.nanoTime();
        try (Workplace place = new Workplace();
                Reaper reaper = new Reaper(place.directory())) {
            try (CrashSetup setup = new CrashSetup(place.directory(), subdirectory(place, "scenarios"), reaper)) {
                new CrashScenarios(setup, report).run();
            }
            if (sweep) {
                sweep(place, reaper);
            }
        }
        report.figures().put("failed", report.violations().size());
        report.figures().put("seconds", (System.nanoTime() - start) / 1_000_000_000);
        return report;
    }

    private void sweep(Workplace place, Reaper reaper) throws InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(DATABASES);
        List<Future<Integer>> shares = new ArrayList<>();
        for (int i = 0; i < DATABASES; i++) {
            int share = i;
            shares.add(threads.submit(() -> sweep(place, reaper, share)));
        }
        threads.shutdown();
        int all = 0;
        for (Future<Integer> some : shares) {
            try {
                all += some.get();
            } catch (ExecutionException e) {
                throw new IllegalStateException("The sweep broke off", e.getCause());
            }
        }
        report.figures().put("scenes", all);
    }

    private int sweep(Workplace place, Reaper reaper, int share) {
        List<Point> all = Point.all();
        List<Point> points = IntStream.range(0, all.size())
                .filter(i -> i % DATABASES == share)
                .mapToObj(all::get)
                .toList();
        try (CrashSetup setup = new CrashSetup(place.directory(), subdirectory(place, "sweep-" + share), reaper)) {
            return new Sweep(setup, report).run(points);
        }
    }

    private static Path subdirectory(Workplace place, String name) {
        try {
            return Files.createDirectory(place.directory().resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
