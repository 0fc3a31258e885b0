package io.baton.faults.mutant;

import io.baton.faults.Faults;
import io.baton.faults.Report;
import io.baton.faults.chaos.Chaos;
import io.baton.faults.chaos.Scale;
import io.baton.faults.server.Server;
import io.baton.testing.server.Workplace;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Runs each mutant and checks that it is caught; the sound engine runs first, and must pass. */
public final class Mutants {

    private static final int MINUTES = 5;

    private final Path sources;
    private final long seed;
    private final Report report = Report.of("mutants");

    /** Of the engine whose sources are here. */
    public Mutants(Path sources, long seed) {
        this.sources = sources;
        this.seed = seed;
    }

    public Report run() throws IOException, InterruptedException {
        long start = System.nanoTime();
        try (Workplace place = new Workplace()) {
            report.check(!caughtByScenarios(""), "the sound engine does not pass the scenarios, so nothing is proved");
            report.check(!caughtByChaos(""), "the sound engine does not pass the chaos, so nothing is proved");
            int caught = 0;
            List<Mutant> all = catchable();
            for (Mutant mutant : all) {
                caught += caught(mutant, place.directory()) ? 1 : 0;
            }
            report.figures().put("tried", all.size());
            report.figures().put("survived", all.size() - caught);
        }
        report.figures().put("seconds", (System.nanoTime() - start) / 1_000_000_000);
        return report;
    }

    private static List<Mutant> catchable() {
        if (Chaos.clocksCanBeOff()) {
            return Mutant.ALL;
        }
        System.out.println("SKIPPED: mutants of the clock, since libfaketime is not installed");
        return Mutant.ALL.stream()
                .filter(mutant -> mutant.checker() != Mutant.Checker.CLOCKS)
                .toList();
    }

    private boolean caught(Mutant mutant, Path directory) throws IOException, InterruptedException {
        String classPath = mutant.compile(sources, directory) + File.pathSeparator;
        boolean caught = (mutant.checker() == Mutant.Checker.SCENARIOS && caughtByScenarios(classPath))
                || caughtByChaos(classPath);
        System.out.println("mutant " + mutant.name() + (caught ? " is caught" : " SURVIVES"));
        report.check(caught, "the mutant " + mutant.name() + " survives");
        return caught;
    }

    /** In a JVM of its own, whose engine is the broken one. */
    private static boolean caughtByScenarios(String classPath) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-Xmx512m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath + System.getProperty("java.class.path"),
                Faults.class.getName(),
                "scenes"));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        CompletableFuture<List<String>> output = CompletableFuture.supplyAsync(
                () -> process.inputReader().lines().toList());
        boolean ended = process.waitFor(MINUTES, TimeUnit.MINUTES);
        if (!ended) {
            process.destroyForcibly();
            System.out.println("  undecided after " + MINUTES + " minutes");
        }
        List<String> lines = output.join();
        lines.stream().filter(line -> line.startsWith("VIOLATION")).forEach(line -> System.out.println("  " + line));
        if (ended && process.exitValue() != 0 && process.exitValue() != Faults.VIOLATED) {
            lines.forEach(System.out::println);
            throw new IllegalStateException("The scenarios ended with " + process.exitValue());
        }
        return ended && process.exitValue() == Faults.VIOLATED;
    }

    private boolean caughtByChaos(String classPath) throws InterruptedException {
        Report chaos = new Chaos(Scale.MUTANT, Server.Kind.POSTGRES, seed, classPath).run();
        chaos.violations().forEach(line -> System.out.println("  VIOLATION " + line));
        System.out.println("  " + chaos.figures());
        return !chaos.violations().isEmpty();
    }
}
