package io.baton.faults.mutant;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * One place of the engine, and how to break it.
 *
 * @param source the file, below the sources of the engine
 * @param sound the text that is replaced; it must stand there exactly once
 * @param checker what is expected to find it
 */
record Mutant(String name, String source, String sound, String broken, Checker checker) {

    /** What has to find it. */
    enum Checker {
        SCENARIOS,
        CHAOS,
        /** Where some clocks are wrong. */
        CLOCKS
    }

    /** All mutants. */
    static final List<Mutant> ALL = List.of(
            new Mutant(
                    "no-fence",
                    "io/baton/worker/call/TransactionalExecution.java",
                    "case FENCED -> throw new FencedException(settlement.fence().id());",
                    "case FENCED -> {}",
                    Checker.SCENARIOS),
            new Mutant(
                    "jvm-clock",
                    "io/baton/sweep/UnlockDeadWorkers.java",
                    ".filter(seen -> seen.getValue() >= deadAfter(seen.getKey()).toNanos())",
                    ".filter(seen -> java.time.Instant.now().minus(deadAfter(seen.getKey())).isAfter(seen.getKey().heartbeat()))",
                    Checker.CLOCKS),
            new Mutant(
                    "heartbeat-stops-first",
                    "io/baton/worker/life/WorkerSession.java",
                    "        claiming.stop(LAST_CLAIM);\n",
                    "        beating.stop(LAST_CLAIM);\n        claiming.stop(LAST_CLAIM);\n",
                    Checker.SCENARIOS),
            new Mutant(
                    "crashes-not-counted",
                    "io/baton/job/jdbc/JdbcJobSettlements.java",
                    "\"crashes = LEAST(crashes, 999) + 1\"",
                    "\"crashes = crashes\"",
                    Checker.SCENARIOS),
            new Mutant(
                    "claim-in-subquery",
                    "io/baton/job/jdbc/PostgresClaim.java",
                    "WHERE ctid = ANY (ARRAY (%s))",
                    "WHERE ctid IN (%s)",
                    Checker.SCENARIOS),
            new Mutant(
                    "commit-repeated-blindly",
                    "io/baton/enqueue/CallersTransaction.java",
                    "return isNothingUnderWay() ? ownOfOneStatement.execute(status -> insert.get()) : join(\"an INSERT\", insert);",
                    "for (int i = 0; ; i++) { try { return isNothingUnderWay()"
                            + " ? ownOfOneStatement.execute(status -> insert.get()) : join(\"an INSERT\", insert); }"
                            + " catch (org.springframework.dao.DataAccessException e) { if (i == 5) { throw e; } } }",
                    Checker.SCENARIOS));

    /** Compiles the broken file; returns the directory of its classes. */
    Path compile(Path sources, Path directory) {
        Path file = directory.resolve(name).resolve("source").resolve(source);
        Path classes = directory.resolve(name).resolve("classes");
        try {
            Files.createDirectories(file.getParent());
            Files.createDirectories(classes);
            Files.writeString(file, mutated(Files.readString(sources.resolve(source))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        int status = compiler.run(
                null,
                null,
                null,
                "-proc:none",
                "-nowarn",
                "-parameters",
                "--release",
                "17",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                classes.toString(),
                file.toString());
        if (status != 0) {
            throw new IllegalStateException("The mutant " + name + " does not compile any more: mend it");
        }
        return classes;
    }

    private String mutated(String text) {
        int at = text.indexOf(sound);
        if (at < 0 || text.indexOf(sound, at + 1) >= 0) {
            throw new IllegalStateException(
                    "The mutant " + name + " no longer finds its place in " + source + ": give it another");
        }
        return text.replace(sound, broken);
    }
}
