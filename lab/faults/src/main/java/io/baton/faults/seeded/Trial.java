package io.baton.faults.seeded;

import io.baton.faults.Await;
import io.baton.faults.Report;
import io.baton.faults.chaos.ApplicationProperties;
import io.baton.faults.cluster.ClusterApp;
import io.baton.faults.cluster.ClusterKind;
import io.baton.faults.cluster.ClusterWork.Kind;
import io.baton.faults.cluster.Workload;
import io.baton.faults.server.Server;
import io.baton.faults.step.StepApp;
import io.baton.faults.step.StepWorkload;
import io.baton.history.HistoryWriter;
import io.baton.history.Word;
import io.baton.testing.server.Workplace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntConsumer;
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
    /** If no job with steps ends for so long, those that are left are stuck. */
    private static final Duration STALLED = Duration.ofSeconds(6);

    private static final int MOST_JOBS = 100_000;

    /** Clients, and what is checked when they have ended. */
    private interface Load {

        /** Runs clients until their jobs have ended. */
        void run();

        /** Judges what they left; no node runs any more. */
        void end();
    }

    /**
     * Runs jobs of some kinds. Where all are of a kind whose effects commit with them, claims are lost meanwhile, as they are when a database crashes.
     *
     * @param bug in the data sources of all; null if there is none
     * @return the directory of the histories
     */
    Path run(String name, List<Kind> kinds, Report report, @Nullable Seed bug) {
        Path histories = Workplace.make(directory.resolve(name));
        try (HistoryWriter history = new HistoryWriter(histories, "driver")) {
            run(name, ClusterApp.class, Workload.settings(url(name), server.user()), bug, client -> {
                Workload workload = new Workload(client, history, ClusterKind.PATRONI, kinds, seed);
                return new Load() {
                    @Override
                    public void run() {
                        workload.start();
                        if (kinds.equals(List.of(Kind.WRITTEN))) {
                            loseClaims(client, history);
                        } else {
                            Await.pause(LASTS);
                        }
                        report.check(workload.stop(), "clients of " + name + " have not ended");
                        report.check(workload.drain(LONGEST_DRAIN), "jobs of " + name + " have not ended");
                    }

                    @Override
                    public void end() {
                        workload.end(report);
                    }
                };
            });
        }
        return histories;
    }

    /**
     * Runs jobs with steps, whose claims are lost meanwhile.
     *
     * @param lasts for how long they are enqueued
     * @param bug in the data sources of all; null if there is none
     */
    void runSteps(String name, Duration lasts, Report report, @Nullable Seed bug) {
        Workplace.make(directory.resolve(name));
        List<String> settings = new ArrayList<>(ApplicationProperties.common(url(name), server.user()));
        settings.add("--baton.queues." + StepWorkload.QUEUE + ".concurrency=8");
        settings.add("--kind=" + server.kind());
        settings.add("--spring.datasource.hikari.maximum-pool-size=24");
        settings.add("--spring.datasource.hikari.minimum-idle=2");
        run(name, StepApp.class, settings, bug, client -> {
            StepWorkload workload = new StepWorkload(client, server.kind(), MOST_JOBS, false, seed);
            return new Load() {
                @Override
                public void run() {
                    workload.start();
                    again(lasts, fault -> release(client, "TRUE"));
                    workload.stop();
                    report.check(
                            Await.until(() -> workload.isOver(STALLED), LONGEST_DRAIN),
                            "jobs of " + name + " have not ended");
                }

                @Override
                public void end() {
                    workload.judge(report);
                }
            };
        });
    }

    private String url(String name) {
        return server.process().url(name);
    }

    private void run(
            String name,
            Class<?> application,
            List<String> settings,
            @Nullable Seed bug,
            Function<ConfigurableApplicationContext, Load> loads) {
        server.process().createDatabase(name);
        Path place = directory.resolve(name);
        List<String> all = new ArrayList<>(settings);
        all.add("--logging.file.name=" + place.resolve("log"));
        all.add("--logging.threshold.console=off");
        try (ConfigurableApplicationContext client = start(application, bug, all, "--baton.worker.enabled=false")) {
            Load load = loads.apply(client);
            List<ConfigurableApplicationContext> nodes = new ArrayList<>();
            try {
                for (int i = 1; i <= NODES; i++) {
                    nodes.add(start(
                            application,
                            bug,
                            all,
                            "--histories=" + place,
                            "--notes=" + place.resolve("notes-" + i),
                            "--baton.worker.name=node-" + i));
                }
                load.run();
            } finally {
                nodes.forEach(ConfigurableApplicationContext::close);
            }
            load.end();
        }
    }

    private static ConfigurableApplicationContext start(
            Class<?> type, @Nullable Seed bug, List<String> settings, String... others) {
        SpringApplicationBuilder application = new SpringApplicationBuilder(type).logStartupInfo(false);
        if (bug != null) {
            application.initializers(context -> context.getBeanFactory().addBeanPostProcessor(bug));
        }
        return application.run(
                Stream.concat(settings.stream(), Stream.of(others)).toArray(String[]::new));
    }

    /** Releases all claims of plain jobs, again and again, as a crash of the database does with those that are not on disk. */
    private static void loseClaims(ConfigurableApplicationContext client, HistoryWriter history) {
        again(LASTS, fault -> {
            String id = "crash-" + fault;
            history.write(
                    Word.FAULT, Map.of("id", id, "kind", "crash", "target", "*", "forgets", LONGEST_DRAIN.toMillis()));
            release(client, "ties IS NULL");
            history.write(Word.HEALED, Map.of("id", id));
        });
    }

    private static void again(Duration lasts, IntConsumer fault) {
        for (int i = 0; i < lasts.dividedBy(BETWEEN_FAULTS); i++) {
            Await.pause(BETWEEN_FAULTS);
            fault.accept(i);
        }
    }

    private static void release(ConfigurableApplicationContext client, String which) {
        client.getBean(JdbcOperations.class)
                .update("UPDATE baton_job SET state = 1, lock_id = NULL, worker_id = NULL WHERE state = 2 AND "
                        + which);
    }
}
