package io.baton.faults.chaos;

import io.baton.Jobs;
import io.baton.faults.Await;
import io.baton.faults.Report;
import io.baton.faults.proxy.FaultProxy;
import io.baton.faults.server.Server;
import io.baton.testing.server.Commands;
import io.baton.testing.server.Reaper;
import io.baton.testing.server.Workplace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleSupplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** One run: a seed, a scale, a database; enqueue, inject faults, drain, wait for zombies, check. */
public final class Chaos {

    private static final Pattern DECLARED_DEAD = Pattern.compile("Worker \\d+ \\((w\\d+-\\d+)\\) is dead");
    private static final Duration START = Duration.ofMinutes(3);
    private static final double USUAL_START_SECONDS = 4;
    private static final double SLOWEST = 4;
    private static final Duration LONGEST = Duration.ofMinutes(8);
    private static final Duration DRAIN = Duration.ofSeconds(100);
    private static final Duration ZOMBIES_WAKE = Duration.ofSeconds(4);
    /** Deaths by nothing but a machine that is too busy. */
    private static final int EXCUSED_DEATHS = 10;

    private final Scale scale;
    private final Server.Kind kind;
    private final long seed;
    private final String classPath;
    private final Report report = Report.of("chaos");

    /**
     * Creates a run.
     *
     * @param classPath what stands before the workers' class path, with a separator at its end; empty for the engine as it is
     */
    public Chaos(Scale scale, Server.Kind kind, long seed, String classPath) {
        this.scale = scale;
        this.kind = kind;
        this.seed = seed;
        this.classPath = classPath;
    }

    /** Whether workers can be given wrong clocks here. */
    public static boolean clocksCanBeOff() {
        return WorkerCommand.clocksCanBeOff();
    }

    /** Runs it and returns the result. What the processes wrote is kept if something is wrong. */
    public Report run() throws InterruptedException {
        long start = System.nanoTime();
        try (Workplace place = new Workplace()) {
            run(place.directory());
            if ((classPath.isEmpty() && !report.violations().isEmpty()) || Boolean.getBoolean("baton.faults.keep")) {
                place.keep();
            }
        }
        report.figures().put("failed", report.violations().size());
        report.figures().put("seconds", (System.nanoTime() - start) / 1_000_000_000);
        return report;
    }

    private void run(Path directory) throws InterruptedException {
        System.out.println("seed " + seed + ", " + kind + ", " + scale + ", in " + directory);
        if (!clocksCanBeOff()) {
            System.out.println("SKIPPED: wrong clocks, since libfaketime is not installed");
        }
        try (Reaper reaper = new Reaper(directory);
                Server server = kind.start(directory, reaper);
                FaultProxy proxy = new FaultProxy(server.port());
                ConfigurableApplicationContext application = enqueuing(server, proxy, directory)) {
            JdbcTemplate direct =
                    new JdbcTemplate(new DriverManagerDataSource(server.url(server.port()), server.user(), ""));
            application.getBean(Jobs.class);
            AuditTables.prepare(server.kind(), direct);
            run(directory, reaper, server, proxy, application, direct);
        }
    }

    private static ConfigurableApplicationContext enqueuing(Server server, FaultProxy proxy, Path directory) {
        List<String> settings = new ArrayList<>(ApplicationProperties.common(server, proxy.port()));
        settings.add("--baton.worker.enabled=false");
        settings.add("--logging.file.name=" + directory.resolve("enqueuing.log"));
        settings.add("--logging.threshold.console=off");
        settings.add("--spring.datasource.hikari.connection-timeout=2000");
        settings.add("--spring.datasource.hikari.data-source-properties.socketTimeout=" + socketTimeout(server, 8));
        return new SpringApplicationBuilder(ClientApp.class)
                .logStartupInfo(false)
                .run(settings.toArray(String[]::new));
    }

    private static int socketTimeout(Server server, int seconds) {
        return server.kind() == Server.Kind.POSTGRES ? seconds : seconds * 1000;
    }

    private void run(
            Path directory,
            Reaper reaper,
            Server server,
            FaultProxy proxy,
            ConfigurableApplicationContext application,
            JdbcTemplate direct)
            throws InterruptedException {
        EnqueueHistory history = new EnqueueHistory();
        List<String> options =
                List.of("--spring.datasource.hikari.data-source-properties.socketTimeout=" + socketTimeout(server, 20));
        SharedClasses classes = SharedClasses.of(classPath + System.getProperty("java.class.path"), directory);
        train(new WorkerCommand(server, classes, "", options), server, reaper, directory);
        try (TableWatch progress = new TableWatch(server.url(server.port()), server.user());
                Fleet fleet = new Fleet(
                        scale.workers(),
                        server.port(),
                        directory,
                        reaper,
                        slot -> new WorkerCommand(server, classes, clock(slot), options))) {
            double pace = pace(fleet, directory);
            report.figures().put("pace", pace);
            DoubleSupplier share = share(history, progress, pace);
            EnqueueClients clients = new EnqueueClients(application, history, progress, share, scale, seed);
            FaultInjector injector = new FaultInjector(server, fleet, proxy, share);
            try (injector) {
                clients.start();
                injector.inject(FaultPlan.of(scale, new Random(seed)));
                clients.stop();
            }
            System.out.println(String.join("\n", injector.log()));
            drain(fleet, direct, pace);
            double stopped = fleet.stop();
            report.figures().put("stop_s", stopped);
            report.check(stopped < 30 * pace, "a worker did not end within " + 30 * pace + " s of a request to stop");
            check(directory, server, direct, history, progress, fleet, injector);
        }
        if (scale.takeovers() > 0) {
            List<String> usual = joined(options, Takeover.USUAL);
            new Takeover(directory, reaper, server, slot -> new WorkerCommand(server, classes, "", usual))
                    .measure(scale.takeovers(), application.getBean(Jobs.class), direct, report.figures());
        }
    }

    private static List<String> joined(List<String> one, List<String> other) {
        return Stream.concat(one.stream(), other.stream()).toList();
    }

    /** Workers 1 and 3 live ten minutes ahead of the database and ten behind it. */
    private static String clock(int slot) {
        return slot == 1 ? "+10m" : slot == 3 ? "-10m" : "";
    }

    /** One worker starts and ends in good order, which leaves an archive of its classes to the others. */
    private static void train(WorkerCommand command, Server server, Reaper reaper, Path directory)
            throws InterruptedException {
        Path trace = directory.resolve("training.trace");
        Process process = command.start("training", server.port(), trace, directory.resolve("training.log"));
        reaper.watch(process.pid());
        Await.require(() -> Traces.ready(trace), START, "no worker starts; see " + directory);
        Commands.signal("TERM", process.pid());
        if (!process.waitFor(START.toSeconds(), TimeUnit.SECONDS)) {
            process.destroyForcibly().onExit().join();
        }
        reaper.forget(process.pid());
    }

    /** How many times slower this machine is than one with two cores for itself, by how long the workers take to start. */
    private static double pace(Fleet fleet, Path directory) throws InterruptedException {
        long start = System.nanoTime();
        if (!Await.until(() -> fleet.ready() || fleet.broken(), START) || fleet.broken()) {
            throw new IllegalStateException("The workers do not start; see " + directory);
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        return Math.max(1, Math.min(SLOWEST, seconds / USUAL_START_SECONDS));
    }

    private DoubleSupplier share(EnqueueHistory history, TableWatch progress, double pace) {
        long start = System.nanoTime();
        double budget = Math.min(scale.budget().toNanos() * pace, (double)
                Math.max(scale.budget().toNanos(), LONGEST.toNanos()));
        return () -> Math.max(
                (double) (history.acknowledged() - progress.unfinished()) / scale.jobs(),
                (System.nanoTime() - start) / budget);
    }

    private void drain(Fleet fleet, JdbcTemplate direct, double pace) throws InterruptedException {
        long start = System.nanoTime();
        int enough = 8 * (scale.poison() + scale.exits()) + 20;
        BooleanSupplier over = () -> fleet.broken()
                || fleet.suicides() > enough
                || direct.queryForList("SELECT id FROM baton_job WHERE state <> 5 LIMIT 1")
                        .isEmpty();
        report.check(
                Await.until(over, Duration.ofNanos((long) (DRAIN.toNanos() * pace))), "jobs are left over at the end");
        report.figures().put("drain_s", (System.nanoTime() - start) / 1e9);
        Await.pause(ZOMBIES_WAKE);
    }

    private void check(
            Path directory,
            Server server,
            JdbcTemplate direct,
            EnqueueHistory history,
            TableWatch progress,
            Fleet fleet,
            FaultInjector injector) {
        report.figures().put("enqueued", history.acknowledged());
        report.figures().put("faults", injector.made());
        injector.failures().forEach(failure -> report.check(false, "a fault did not end as planned: " + failure));
        Set<Fault.Kind> planned = EnumSet.noneOf(Fault.Kind.class);
        FaultPlan.of(scale, new Random(seed)).forEach(fault -> planned.add(fault.kind()));
        report.check(
                history.acknowledged() > 0 && injector.kinds().equals(planned),
                "nothing is proved: of the faults " + planned + " only " + injector.kinds() + " were made");
        List<Traces.Line> traces = fleet.all().stream()
                .flatMap(worker -> Traces.read(worker.name, fleet.trace(worker.name)).stream())
                .toList();
        new HistoryChecker(direct, history, traces, report).check();
        new Recovery("", direct, fleet.all(), injector.outages(), report.figures()).measure();
        report.figures().put("worker_starts", fleet.all().size());
        report.figures().put("held_max", progress.mostHeld());
        deaths(directory, fleet);
        if (server.kind() == Server.Kind.POSTGRES) {
            hygiene(direct);
        }
    }

    /** Who was declared dead though nothing was done to it. */
    private void deaths(Path directory, Fleet fleet) {
        List<String> disturbed = fleet.all().stream()
                .filter(worker -> worker.disturbed)
                .map(worker -> worker.name)
                .toList();
        List<String> declared = fleet.all().stream()
                .flatMap(worker -> declaredDead(directory.resolve(worker.name + ".log")).stream())
                .toList();
        long wrongly =
                declared.stream().filter(name -> !disturbed.contains(name)).count();
        report.figures().put("declared_dead", declared.size());
        report.figures().put("declared_dead_wrongly", wrongly);
        int right = scale.kills() + scale.freezes() + 2 * scale.cuts() + 8 * (scale.poison() + scale.exits());
        report.check(
                wrongly <= EXCUSED_DEATHS && declared.size() <= right + EXCUSED_DEATHS,
                "R14: " + declared.size() + " workers were declared dead, " + wrongly + " of them undisturbed");
    }

    private static List<String> declaredDead(Path log) {
        try {
            return DECLARED_DEAD
                    .matcher(Files.readString(log))
                    .results()
                    .map(match -> match.group(1))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** I14: nothing is left open. */
    private void hygiene(JdbcTemplate direct) {
        Long idle = direct.queryForObject(
                "SELECT COUNT(*) FROM pg_stat_activity WHERE state LIKE 'idle in transaction%'", Long.class);
        Long advisory = direct.queryForObject("SELECT COUNT(*) FROM pg_locks WHERE locktype = 'advisory'", Long.class);
        report.check(idle != null && idle == 0, "I14: transactions left open: " + idle);
        report.check(advisory != null && advisory == 0, "I14: advisory locks left: " + advisory);
    }
}
