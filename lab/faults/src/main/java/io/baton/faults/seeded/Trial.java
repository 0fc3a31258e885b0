package io.baton.faults.seeded;

import io.baton.faults.Await;
import io.baton.faults.Report;
import io.baton.faults.cluster.ClusterApp;
import io.baton.faults.cluster.ClusterKind;
import io.baton.faults.cluster.ClusterWork.Kind;
import io.baton.faults.cluster.Workload;
import io.baton.faults.server.Server;
import io.baton.history.HistoryWriter;
import io.baton.history.Word;
import io.baton.testing.server.Workplace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcOperations;

/** Short runs of clients and two nodes in this JVM, each on a database of its own. */
record Trial(Server server, Path directory, long seed) {

    private static final int NODES = 2;
    private static final Duration LASTS = Duration.ofSeconds(8);
    private static final Duration BETWEEN_FAULTS = Duration.ofMillis(200);
    private static final Duration LONGEST_DRAIN = Duration.ofSeconds(30);

    /**
     * Runs jobs of some kinds. Where all are of a kind whose effects commit with them, claims are lost meanwhile, as they are when a database crashes.
     *
     * @param bug in the data sources of all; null if there is none
     * @return the directory of the histories
     */
    Path run(String name, List<Kind> kinds, Report report, @Nullable Seed bug) {
        server.process().createDatabase(name);
        Path histories = Workplace.make(directory.resolve(name));
        List<String> settings =
                new ArrayList<>(Workload.settings(server.process().url(name), server.user()));
        settings.add("--logging.file.name=" + histories.resolve("log"));
        settings.add("--logging.threshold.console=off");
        try (HistoryWriter history = new HistoryWriter(histories, "driver");
                ConfigurableApplicationContext client = start(bug, settings, "--baton.worker.enabled=false")) {
            Workload workload = new Workload(client, history, ClusterKind.PATRONI, kinds, seed);
            List<ConfigurableApplicationContext> nodes = new ArrayList<>();
            try {
                for (int i = 1; i <= NODES; i++) {
                    nodes.add(start(bug, settings, "--histories=" + histories, "--baton.worker.name=node-" + i));
                }
                workload.start();
                if (kinds.equals(List.of(Kind.WRITTEN))) {
                    loseClaims(client.getBean(JdbcOperations.class), history);
                } else {
                    Await.pause(LASTS);
                }
                report.check(workload.stop(), "clients of " + name + " have not ended");
                report.check(workload.drain(LONGEST_DRAIN), "jobs of " + name + " have not ended");
            } finally {
                nodes.forEach(ConfigurableApplicationContext::close);
            }
            workload.end(report);
        }
        return histories;
    }

    private static ConfigurableApplicationContext start(@Nullable Seed bug, List<String> settings, String... others) {
        SpringApplicationBuilder application = new SpringApplicationBuilder(ClusterApp.class).logStartupInfo(false);
        if (bug != null) {
            application.initializers(context -> context.getBeanFactory().addBeanPostProcessor(bug));
        }
        return application.run(
                Stream.concat(settings.stream(), Stream.of(others)).toArray(String[]::new));
    }

    /** Releases all claims of plain jobs, again and again, as a crash of the database does with those that are not on disk. */
    private static void loseClaims(JdbcOperations jdbc, HistoryWriter history) {
        for (int i = 0; i < LASTS.dividedBy(BETWEEN_FAULTS); i++) {
            Await.pause(BETWEEN_FAULTS);
            String id = "crash-" + i;
            history.write(
                    Word.FAULT, Map.of("id", id, "kind", "crash", "target", "*", "forgets", LONGEST_DRAIN.toMillis()));
            jdbc.update("UPDATE baton_job SET state = 1, lock_id = NULL, worker_id = NULL"
                    + " WHERE state = 2 AND ties IS NULL");
            history.write(Word.HEALED, Map.of("id", id));
        }
    }
}
