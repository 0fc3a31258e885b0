package io.baton.faults.strict;

import io.baton.Jobs;
import io.baton.faults.Await;
import io.baton.faults.Report;
import io.baton.faults.chaos.ApplicationProperties;
import io.baton.faults.server.Server;
import io.baton.faults.worker.Trace;
import io.baton.testing.StrictDriver;
import io.baton.testing.StrictFaults;
import io.baton.testing.server.Reaper;
import io.baton.testing.server.Workplace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcOperations;

/** Drains a queue on a plain and on a strict database in turn, and then runs transactional jobs on the strict one. */
public final class Strict {

    private static final int PERCENT = 5;
    private static final int WARM_UP = 5_000;
    private static final int JOBS = 20_000;
    private static final int TRANSACTIONAL = 2_000;
    private static final int ROUNDS = 2;
    private static final double LEAST = 0.6;
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final Server server;
    private final Path log;
    private final ConfigurableApplicationContext client;
    private final Jobs jobs;
    private final JdbcOperations jdbc;
    private final Report report;

    private Strict(Server server, Path directory, Report report) {
        this.server = server;
        this.log = directory.resolve("applications.log");
        this.report = report;
        this.client = application("--baton.worker.enabled=false", "--spring.datasource.url=" + url());
        this.jobs = client.getBean(Jobs.class);
        this.jdbc = client.getBean(JdbcOperations.class);
    }

    /** Runs all of it; what the applications wrote is kept if something is wrong. */
    public static Report run(Server.Kind kind, long seed) {
        // read when the first strict connection is opened
        System.setProperty("baton.test.strict", Integer.toString(PERCENT));
        System.setProperty("baton.test.strict.seed", Long.toString(seed));
        Report report = Report.of("strict");
        try (Workplace place = new Workplace();
                Reaper reaper = new Reaper(place.directory());
                Server server = kind.start(place.directory(), reaper)) {
            System.out.println("seed " + seed + ", " + kind + ", in " + place.directory());
            Strict strict = new Strict(server, place.directory(), report);
            strict.compare();
            strict.writeEffects();
            strict.client.close();
            report.figures().put("refused", StrictFaults.CHOSEN.refused());
            if (!report.violations().isEmpty()) {
                System.out.println("What the applications wrote is in " + place.directory());
                place.keep();
            }
        }
        return report;
    }

    private void compare() {
        jdbc.execute("CREATE TABLE effect (item integer NOT NULL, job_id bigint NOT NULL)");
        drain(false, WARM_UP);
        drain(true, WARM_UP);
        double plain = 0;
        double strict = 0;
        for (int round = 0; round < ROUNDS; round++) {
            plain += drain(false, JOBS);
            strict += drain(true, JOBS);
        }
        report.figures().put("plain_per_s", Math.round(ROUNDS * JOBS / plain));
        report.figures().put("strict_per_s", Math.round(ROUNDS * JOBS / strict));
        report.figures().ratio("drain_ratio", plain / strict);
        report.check(plain / strict >= LEAST, "a drain on a strict database takes too long");
        report.check(StrictFaults.CHOSEN.refused() > 0, "nothing was refused, so nothing is proved");
    }

    /** Returns how many seconds a node needs; each job runs once, since what was refused had no effect. */
    private double drain(boolean strict, int count) {
        try (ConfigurableApplicationContext node = node(strict)) {
            StrictApp.Handlers handlers = node.getBean(StrictApp.Handlers.class);
            jobs.enqueueAll(IntStream.range(0, count).mapToObj(StrictApp.Counted::new));
            long start = System.nanoTime();
            Await.require(
                    () -> handlers.runs().sum() >= count && unfinished() == 0, PATIENCE, "a queue is not drained");
            double seconds = (System.nanoTime() - start) / 1e9;
            report.check(
                    handlers.runs().sum() == count,
                    handlers.runs() + " runs of " + count + " jobs, strict database: " + strict);
            return seconds;
        }
    }

    private void writeEffects() {
        try (ConfigurableApplicationContext node = node(true)) {
            Objects.requireNonNull(node.getBean(StrictApp.Handlers.class));
            jobs.enqueueAll(IntStream.range(0, TRANSACTIONAL).mapToObj(StrictApp.Written::new));
            boolean ended = Await.until(() -> unfinished() == 0, PATIENCE);
            report.check(ended, unfinished() + " transactional jobs have not completed");
        }
        long items = count("SELECT COUNT(DISTINCT item) FROM effect");
        zero("lost", TRANSACTIONAL - items);
        zero("double_effects", count("SELECT COUNT(*) FROM effect") - items);
    }

    private void zero(String name, long count) {
        report.figures().put(name, count);
        report.check(count == 0, name + " is " + count);
    }

    /** Dead jobs are among them. */
    private long unfinished() {
        return count("SELECT COUNT(*) FROM baton_job");
    }

    private long count(String query) {
        return Objects.requireNonNull(jdbc.queryForObject(query, Long.class));
    }

    private ConfigurableApplicationContext node(boolean strict) {
        List<String> options =
                new ArrayList<>(List.of("--baton.worker.concurrency=8", "--baton.worker.poll-interval=100ms"));
        if (!strict) {
            options.add("--spring.datasource.url=" + url());
            return application(options.toArray(String[]::new));
        }
        options.add("--spring.datasource.url=" + labelled(url()));
        options.add("--spring.datasource.driver-class-name=" + StrictDriver.class.getName());
        options.add("--baton.schema.migrate=false");
        return StrictFaults.CHOSEN.paused(() -> application(options.toArray(String[]::new)));
    }

    private String url() {
        return server.url(server.port());
    }

    /** Starts an application, on a strict database if the last digit of its worker's name is even, and notes that it is ready. */
    public static void startEachSecond(Class<?> application, String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        if (all.stream().anyMatch(argument -> argument.matches("--baton\\.worker\\.name=.*[02468]"))) {
            // read when the first strict connection is opened
            System.setProperty("baton.test.strict", Integer.toString(PERCENT));
            all.replaceAll(argument -> argument.startsWith("--spring.datasource.url=") ? labelled(argument) : argument);
            all.add("--spring.datasource.driver-class-name=" + StrictDriver.class.getName());
            all.add("--baton.schema.migrate=false");
        }
        StrictFaults.CHOSEN
                .paused(() -> SpringApplication.run(application, all.toArray(String[]::new)))
                .getBean(Trace.class)
                .note("ready", 0);
    }

    /** Returns a URL with the label of the engine's connections, so that those of the handlers are strict too. */
    public static String labelled(String url) {
        return url
                + (url.contains("?") ? "&" : "?")
                + (url.contains("jdbc:mariadb:")
                        ? "connectionAttributes=program_name:baton-strict"
                        : "ApplicationName=baton-strict");
    }

    private ConfigurableApplicationContext application(String... options) {
        List<String> settings = new ArrayList<>(ApplicationProperties.common(server, server.port()));
        settings.removeIf(
                setting -> setting.startsWith("--baton.worker") || setting.startsWith("--spring.datasource.url"));
        settings.add("--logging.file.name=" + log);
        settings.add("--logging.threshold.console=off");
        settings.addAll(List.of(options));
        return new SpringApplicationBuilder(StrictApp.class)
                .logStartupInfo(false)
                .run(settings.toArray(String[]::new));
    }
}
