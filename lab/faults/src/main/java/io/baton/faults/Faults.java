package io.baton.faults;

import io.baton.faults.batch.BatchFaults;
import io.baton.faults.chaos.Chaos;
import io.baton.faults.chaos.Scale;
import io.baton.faults.cluster.ClusterServer;
import io.baton.faults.cluster.Clusters;
import io.baton.faults.cluster.Unavailable;
import io.baton.faults.crash.CrashPoints;
import io.baton.faults.hostile.Hostile;
import io.baton.faults.limit.Limits;
import io.baton.faults.mutant.Mutants;
import io.baton.faults.once.OnceFaults;
import io.baton.faults.order.OrderFaults;
import io.baton.faults.push.PushFaults;
import io.baton.faults.scenario.Scenarios;
import io.baton.faults.seeded.Checker;
import io.baton.faults.server.Server;
import io.baton.faults.step.StepFaults;
import io.baton.faults.strict.Strict;
import io.baton.faults.upgrade.Upgrade;
import io.baton.testing.server.Reaper;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** The commands: one argument says what to do, {@code --database} and {@code --seed} say on what and how. */
public final class Faults {

    /** Not 1, which is what a JVM says that fails for another reason. */
    public static final int VIOLATED = 3;

    /** As other test programs say that they could not run. */
    public static final int SKIPPED = 77;

    private Faults() {}

    /** Ends with {@link #VIOLATED} if an invariant did not hold, with {@link #SKIPPED} if nothing could be tried here. */
    public static void main(String[] arguments) throws Exception {
        List<String> all = List.of(arguments);
        long seed = Long.parseLong(option(
                all, "--seed", Integer.toString(RandomGenerator.getDefault().nextInt(1, 1_000_000))));
        Server.Kind kind =
                Server.Kind.valueOf(option(all, "--database", all.contains("--pooler") ? "pooled" : "postgres")
                        .toUpperCase(Locale.ROOT));
        Optional<String> missing = kind.missing();
        if (missing.isPresent()) {
            System.out.println("SKIPPED: " + missing.get());
            System.exit(SKIPPED);
        }
        boolean well =
                switch (all.isEmpty() ? "" : all.get(0)) {
                    case "smoke" -> new Chaos(Scale.SMOKE, kind, seed, "").run().print();
                    case "full" -> new Chaos(Scale.FULL, kind, seed, "").run().print();
                    case "crashes" -> CrashPoints.run(true).print();
                    case "scenes" -> CrashPoints.run(false).print();
                    case "stories" ->
                        all.contains("--without-faults")
                                ? Scenarios.runWithoutFaults(named(all), kind).print()
                                : Scenarios.run(named(all), kind).print();
                    case "limits" -> Limits.run(named(all), kind, seed).print();
                    case "batches" -> BatchFaults.run(named(all), kind, seed).print();
                    case "once" -> OnceFaults.run(named(all), kind, seed).print();
                    case "order" -> onCluster(() -> OrderFaults.run(database(all, kind), jobs(all, 1_000), seed));
                    case "steps" -> onCluster(() -> StepFaults.run(database(all, kind), jobs(all, 10_000), seed));
                    case "push" -> PushFaults.run(kind, seed).print();
                    case "upgrade" ->
                        Upgrade.run(
                                        all.contains("--database")
                                                ? List.of(kind)
                                                : List.of(Server.Kind.POSTGRES, Server.Kind.MARIADB),
                                        seed)
                                .print();
                    case "strict" -> Strict.run(kind, seed).print();
                    case "mutants" ->
                        new Mutants(Path.of(option(all, "--sources", "core/src/main/java")), seed)
                                .run()
                                .print();
                    case "checker" -> Checker.run(named(all), seed).print();
                    case "cluster" -> cluster(all, seed);
                    case "hostile" -> new Hostile(kind, seed).run().print();
                    default ->
                        throw new IllegalArgumentException(
                                "smoke | full | crashes | scenes | stories [NAME..] [--without-faults] | limits [semaphores|rates] | batches [folds|traps|turmoil|flows|smoke] | once [nightly|recurring|unique|once|underlock|smoke] | order [--jobs N] [--cluster patroni|galera] | steps [--jobs N] [--cluster patroni|galera] | push | upgrade | strict | mutants | checker [clusters|steps [BUG..]] | hostile [--database postgres|mariadb | --pooler] [--seed N], or cluster patroni|galera|group [--minutes N] [--seed N], not "
                                        + all);
                };
        System.exit(well ? 0 : VIOLATED);
    }

    /** Returns what starts the cluster that is named, or else a server of this kind. */
    private static BiFunction<Path, Reaper, Server> database(List<String> arguments, Server.Kind kind) {
        String cluster = option(arguments, "--cluster", "");
        return cluster.isEmpty() ? kind::start : (directory, reaper) -> ClusterServer.start(cluster, directory);
    }

    private static int jobs(List<String> arguments, int usual) {
        return Integer.parseInt(option(arguments, "--jobs", Integer.toString(usual)));
    }

    private static boolean cluster(List<String> arguments, long seed) {
        Duration lasts = Duration.ofMinutes(Long.parseLong(option(arguments, "--minutes", "10")));
        return onCluster(() -> Clusters.run(named(arguments), lasts, seed));
    }

    private static boolean onCluster(Supplier<Report> run) {
        try {
            return run.get().print();
        } catch (Unavailable e) {
            System.out.println("SKIPPED: " + e.getMessage());
            System.exit(SKIPPED);
            return false;
        }
    }

    private static List<String> named(List<String> arguments) {
        return arguments.stream()
                .skip(1)
                .takeWhile(argument -> !argument.startsWith("--"))
                .toList();
    }

    private static String option(List<String> arguments, String name, String otherwise) {
        int at = arguments.indexOf(name);
        return at < 0 ? otherwise : arguments.get(at + 1);
    }
}
