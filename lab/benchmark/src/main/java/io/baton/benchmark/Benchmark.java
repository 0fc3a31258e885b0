package io.baton.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The main class: {@code short|long [workload..]}; {@code horizon}, {@code soak}, {@code ratios}, {@code million} and {@code load} run only when they are named. */
public final class Benchmark {

    private static final List<String> HORIZON = List.of("mixed", "pinned", "depth");

    private Benchmark() {}

    /** Those that run only when they are named. */
    private static Map<String, Workload> onlyNamed(int minutes) {
        Map<String, Workload> workloads = new LinkedHashMap<>();
        workloads.put("mixed", new HorizonMixedWorkload());
        workloads.put("pinned", new HorizonPinnedWorkload());
        workloads.put("depth", new HorizonDepthWorkload());
        workloads.put("soak", new SoakWorkload(minutes));
        workloads.put("ratios", new RatiosWorkload());
        workloads.put("million", new MillionWorkload());
        workloads.put("load", new LoadWorkload());
        return workloads;
    }

    private static Map<String, Workload> workloads() {
        Map<String, Workload> workloads = new LinkedHashMap<>();
        workloads.put("w1", new EnqueueWorkload());
        workloads.put("w2", new DrainWorkload());
        workloads.put("w2x4", new FourJvmsWorkload());
        workloads.put("w2t", new TransactionalWorkload());
        workloads.put("jpa", new JpaWorkload());
        workloads.put("large", new LargeWorkload());
        workloads.put("threads", new ThreadsWorkload());
        workloads.put("flood", new FloodWorkload());
        workloads.put("w3", new LatencyWorkload());
        workloads.put("w4", new DepthWorkload());
        workloads.put("w4x", new PinnedWorkload());
        workloads.put("w5", new CrashWorkload());
        workloads.put("unlock", new UnlockWorkload());
        workloads.put("w6", new IdleWorkload());
        workloads.put("limits", new LimitsWorkload());
        workloads.put("sequences", new SequencesWorkload());
        workloads.put("steps", new StepsWorkload());
        workloads.put("fair", new FairWorkload());
        workloads.put("batches", new BatchesWorkload());
        workloads.put("unique", new UniqueWorkload());
        workloads.put("watch", new WatchWorkload());
        workloads.put("search", new SearchWorkload());
        workloads.put("m1", new MariaDbWorkload("m1", bench -> Optional.of(bench.mariaDb())));
        workloads.put(
                "m9", new MariaDbWorkload("m9", bench -> RunningMySql.find().map(Server::mySql)));
        return workloads;
    }

    /** Ends with status 1 if something failed or a job did not run exactly once. */
    public static void main(String[] arguments) throws IOException {
        List<String> asked = new ArrayList<>(List.of(arguments));
        String size = asked.isEmpty() ? "" : asked.remove(0);
        Map<String, Workload> all = workloads();
        Map<String, Workload> onlyNamed = onlyNamed(minutes(asked));
        if (asked.remove("horizon") && Collections.disjoint(asked, HORIZON)) {
            asked.addAll(HORIZON);
        }
        if (!asked.isEmpty()) {
            all.putAll(onlyNamed);
        }
        if (size.isEmpty() || !all.keySet().containsAll(asked)) {
            System.err.println("lab/benchmark/run short|long [" + String.join("|", all.keySet()) + "|horizon ["
                    + String.join("|", HORIZON) + "..]|soak [minutes]|ratios|million|load..]");
            System.exit(2);
        }
        all.keySet().removeIf(name -> !asked.isEmpty() && !asked.contains(name));
        System.exit(run(Size.named(size), all) ? 0 : 1);
    }

    /** Takes the number out of the words; returns 0 if there is none. */
    private static int minutes(List<String> words) {
        List<String> numbers =
                words.stream().filter(word -> word.matches("\\d+")).toList();
        words.removeAll(numbers);
        return numbers.stream().mapToInt(Integer::parseInt).findFirst().orElse(0);
    }

    private static boolean run(Size size, Map<String, Workload> workloads) throws IOException {
        Report report = new Report(System.out);
        Path directory = Bench.freshDirectory(Path.of("lab/benchmark/target/run"));
        try (Bench bench = new Bench(size, directory, report)) {
            workloads.forEach((name, workload) -> {
                report.note(name + ", load average " + load());
                long start = System.nanoTime();
                try {
                    bench.useArchive(!workload.measuresMemory());
                    workload.run(bench);
                } catch (Exception e) {
                    report.failed(name, e);
                }
                report.note(name + " took " + (System.nanoTime() - start) / 1_000_000_000 + " s");
            });
        }
        return report.print();
    }

    private static String load() {
        try {
            return Files.readString(Path.of("/proc/loadavg")).trim();
        } catch (IOException e) {
            return "unknown";
        }
    }
}
