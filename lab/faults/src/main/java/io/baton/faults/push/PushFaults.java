package io.baton.faults.push;

import io.baton.faults.Await;
import io.baton.faults.Report;
import io.baton.faults.server.Server;
import io.baton.testing.mail.PostOffice;
import io.baton.testing.server.Commands;
import io.baton.testing.server.Reaper;
import io.baton.testing.server.Workplace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Both scenarios of the sample in full: a push to 25,000 users and 500 files, three instances, three of which are killed in the middle. */
public final class PushFaults {

    private static final Duration PATIENCE = Duration.ofMinutes(20);
    private static final int USERS = 25_000;
    private static final int SAMPLE = 1_000;
    private static final int FILES = 500;
    private static final int PERMITS = 16;
    private static final int KILLS = 3;

    private final Report push = Report.of("push");
    private final Report files = Report.of("files");
    private final Instances instances;
    private final PostOffice mails;
    private final Path directory;
    private final JdbcTemplate jdbc;

    private PushFaults(Instances instances, PostOffice mails, Path directory, JdbcTemplate jdbc) {
        this.instances = instances;
        this.mails = mails;
        this.directory = directory;
        this.jdbc = jdbc;
    }

    /** Runs both scenarios. */
    public static Report run(Server.Kind kind, long seed) {
        int smtp = Commands.freePort();
        try (Workplace place = new Workplace();
                Reaper reaper = new Reaper(place.directory());
                Server server = kind.start(Workplace.make(place.directory().resolve("database")), reaper);
                PostOffice mails = new PostOffice(smtp);
                Instances instances = new Instances(
                        server,
                        reaper,
                        place.directory(),
                        seed,
                        "--spring.mail.port=" + smtp,
                        "--sample.push.mail-server=false",
                        "--sample.push.users=" + USERS,
                        "--sample.push.sample-size=" + SAMPLE,
                        "--sample.push.reading-time=5s",
                        "--sample.pace=100ms")) {
            System.out.println("seed " + seed + ", " + kind + ", in " + place.directory());
            JdbcTemplate jdbc =
                    new JdbcTemplate(new DriverManagerDataSource(server.url(server.port()), server.user(), ""));
            Report report = new PushFaults(instances, mails, place.directory(), jdbc).run();
            if (!report.violations().isEmpty()) {
                System.out.println("What the instances wrote is in " + place.directory());
                place.keep();
            }
            return report;
        }
    }

    private Report run() {
        long start = System.nanoTime();
        for (int i = 0; i < KILLS; i++) {
            instances.start();
        }
        await(() -> count("SELECT COUNT(*) FROM member") == USERS, "there are no users");
        instances.post(
                "/pushes",
                "{\"kilometres\": 20000, \"subjectA\": \"A\", \"textA\": \"\", \"subjectB\": \"B\", \"textB\": \"\"}");
        await(() -> reached() > SAMPLE / 2, "no mails arrive");
        dropFiles();
        await(() -> processed() > FILES / 10, "no files are processed");
        kill(2 * SAMPLE, "the sample was sent");
        await(() -> reached() > USERS / 3, "the rest is not sent");
        kill(USERS, "all mails were sent");
        await(() -> reached() > USERS * 2 / 3, "the rest is not sent on");
        kill(USERS, "all mails were sent");
        await(() -> reached() == USERS && processed() == FILES && unfinished() == 0, "not all is done");
        instances.post("/files/run-now", "");
        await(() -> unfinished() == 0, "the night does not end");
        checkMails();
        checkFiles();
        push.figures().put("seconds", (System.nanoTime() - start) / 1_000_000_000);
        files.print();
        push.violations().addAll(files.violations());
        return push;
    }

    private void kill(int before, String otherwise) {
        push.check(reached() < before, "An instance was killed too late: " + otherwise);
        instances.replaceAny();
    }

    /** Each has a user of its own, so that one that was added twice, or not, is seen. */
    private void dropFiles() {
        try {
            for (int file = 0; file < FILES; file++) {
                Files.writeString(
                        directory.resolve("inbox").resolve("file-" + file + ".csv"),
                        "user-" + file + ",1\neverybody,1\n");
            }
        } catch (IOException e) {
            throw new UncheckedIOException("The files cannot be written", e);
        }
    }

    private void checkMails() {
        Collection<List<PostOffice.Delivery>> all = mails.deliveries().values();
        long accepted = all.stream().mapToInt(List::size).sum();
        expect(push, "recipients", USERS, count("SELECT COUNT(*) FROM recipient"));
        expect(push, "missing", 0, USERS - reached());
        expect(push, "twice", 0, all.stream().filter(PushFaults::differ).count());
        push.figures().put("kills", KILLS);
        push.figures().put("repeated", accepted - reached());
        push.check(
                accepted - reached() <= (long) KILLS * PERMITS,
                "More mails were handed over again than can have been on their way at the kills: "
                        + (accepted - reached()));
        expect(push, "dead", 0, count("SELECT COUNT(*) FROM baton_job WHERE type <> 'process-file'"));
    }

    /** Those of one Message-ID are one mail, which was sent again since it was not known whether the server had it. */
    private static boolean differ(List<PostOffice.Delivery> delivered) {
        return delivered.stream().map(PostOffice.Delivery::messageId).distinct().count() > 1;
    }

    private void checkFiles() {
        String ofUser = "SELECT COUNT(*) FROM (SELECT user_name, SUM(amount) AS total FROM booking"
                + " WHERE user_name LIKE 'user-%' GROUP BY user_name) AS totals WHERE total ";
        expect(files, "processed", FILES, count(ofUser + ">= 1"));
        expect(files, "twice", 0, count(ofUser + "> 1"));
        expect(files, "total", FILES, count("SELECT SUM(amount) FROM booking WHERE user_name = 'everybody'"));
        expect(files, "dead", 0, count("SELECT COUNT(*) FROM baton_job WHERE type = 'process-file'"));
    }

    private static void expect(Report report, String name, long expected, long count) {
        report.figures().put(name, count);
        report.check(count == expected, name + " is " + count + ", not " + expected);
    }

    private int reached() {
        return mails.deliveries().size();
    }

    private long processed() {
        return count("SELECT COUNT(*) FROM file_info WHERE booked_on IS NOT NULL");
    }

    /** Jobs that have died have ended too. */
    private long unfinished() {
        return count("SELECT COUNT(*) FROM baton_job WHERE state <> 5");
    }

    private long count(String question) {
        Long answer = jdbc.queryForObject(question, Long.class);
        return answer == null ? 0 : answer;
    }

    private static void await(BooleanSupplier condition, String otherwise) {
        if (!Await.until(condition, PATIENCE)) {
            throw new IllegalStateException(otherwise);
        }
    }
}
