package io.baton.faults.scenario;

import io.baton.faults.Await;
import io.baton.faults.Report;
import io.baton.faults.Sample;
import io.baton.testing.server.ApplicationProcess;
import io.baton.testing.server.Workplace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Two instances of the sample share a file of H2, and the one that serves it is killed in the middle of uploads. */
final class HolderOfH2 implements Scenario {

    private static final int KILLS = 2;
    private static final String PASSWORD = "for this scenario alone";
    private static final int USERS = 4;
    private static final int AT_ONCE = 16;
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final Duration JUST_BEFORE = Duration.ofMillis(200);
    private static final Duration BEFORE_KILL = Duration.ofSeconds(3);
    /** A survivor that keeps connections which do not work any more answers with errors until it is restarted. */
    private static final Duration LONGEST = Duration.ofSeconds(30);

    @Override
    public String name() {
        return "h2";
    }

    @Override
    public void run(Cluster cluster, Report report) {
        Path directory = Workplace.make(cluster.directory().resolve("h2"));
        try (Uploads uploads = new Uploads()) {
            run(cluster, report, directory, uploads);
        }
    }

    private static void run(Cluster cluster, Report report, Path directory, Uploads uploads) {
        ApplicationProcess holder = start(cluster, directory);
        ApplicationProcess survivor = start(cluster, directory);
        long justBefore = 0;
        double errors = 0;
        try {
            for (int i = 0; i < KILLS; i++) {
                String server = server(directory);
                long killed = killWhileUploading(cluster, uploads, holder, survivor);
                justBefore += uploads.acknowledgedWithin(JUST_BEFORE, killed);
                errors = Math.max(errors, errors(cluster, uploads, survivor, killed));
                Cluster.require(
                        () -> !server.equals(server(directory)), SOON, "the instance that served the file goes on");
                holder.close();
                holder = survivor;
                survivor = i + 1 < KILLS ? start(cluster, directory) : survivor;
            }
            look(report, directory, uploads);
        } finally {
            holder.close();
            survivor.close();
        }
        report.figures().put("acknowledged", uploads.acknowledged().size());
        report.figures().put("acknowledged_just_before", justBefore);
        report.figures().put("errors_after_s", errors);
        report.check(justBefore > 0, "nothing is proved: no upload was acknowledged just before a kill");
    }

    private static ApplicationProcess start(Cluster cluster, Path directory) {
        return ApplicationProcess.start(
                cluster.reaper(),
                directory,
                Sample.classPath(),
                Sample.APPLICATION,
                List.of(
                        "--sample.directory=" + directory,
                        "--sample.database-password=" + PASSWORD,
                        "--sample.pace=0ms",
                        "--sample.push.mail-server=false",
                        "--sample.push.users=0",
                        "--baton.worker.heartbeat=500ms",
                        "--baton.worker.dead-after=5s",
                        "--baton.queues.notices.concurrency=1"));
    }

    /** Where the instance listens that serves the file. */
    private static String server(Path directory) {
        try {
            return Files.readAllLines(directory.resolve("sample.lock.db")).stream()
                    .filter(line -> line.startsWith("server="))
                    .findFirst()
                    .orElse("");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns when it was killed. */
    private static long killWhileUploading(
            Cluster cluster, Uploads uploads, ApplicationProcess holder, ApplicationProcess survivor) {
        List<Runnable> users = List.of(uploads.start(holder, USERS), uploads.start(survivor, USERS));
        Cluster.pause(BEFORE_KILL);
        int acknowledged = uploads.acknowledged().size();
        Cluster.require(() -> uploads.acknowledged().size() > acknowledged, "no upload is acknowledged");
        long killed = System.nanoTime();
        cluster.fault(holder::kill);
        users.forEach(Runnable::run);
        return killed;
    }

    /** For how many seconds there were errors. */
    private static double errors(Cluster cluster, Uploads uploads, ApplicationProcess survivor, long killed) {
        long[] last = {killed};
        Cluster.require(
                () -> {
                    boolean well = uploads.several(survivor, AT_ONCE);
                    last[0] = well ? last[0] : System.nanoTime();
                    return well;
                },
                cluster.patience(LONGEST),
                "the survivor answers with errors until it is restarted");
        return (last[0] - killed) / 1e9;
    }

    private static void look(Report report, Path directory, Uploads uploads) {
        JdbcTemplate jdbc = new JdbcTemplate(new DriverManagerDataSource(
                "jdbc:h2:" + directory.resolve("sample") + ";AUTO_SERVER=TRUE", "sa", PASSWORD));
        Set<String> lost = new HashSet<>(uploads.acknowledged());
        boolean booked = Await.until(
                () -> jdbc.queryForList("SELECT id FROM file_info WHERE booked_on IS NULL LIMIT 1")
                        .isEmpty(),
                Duration.ofMinutes(3));
        lost.removeAll(jdbc.queryForList("SELECT name FROM file_info", String.class));
        report.figures().put("lost", lost.size());
        report.check(lost.isEmpty(), "uploads were acknowledged and are not there: " + lost);
        report.check(booked, "files are there whose jobs do not run");
    }
}
