package io.baton.faults.hostile;

import io.baton.BatonException;
import io.baton.JobDetails;
import io.baton.JobFilter;
import io.baton.JobState;
import io.baton.Jobs;
import io.baton.faults.Report;
import io.baton.faults.chaos.ApplicationProperties;
import io.baton.faults.server.Server;
import io.baton.testing.server.Reaper;
import io.baton.testing.server.Workplace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Slice;
import org.springframework.jdbc.core.JdbcTemplate;

/** Ten thousand inputs: half through the interface, half straight into the table. */
public final class Hostile {

    private static final int INPUTS = 10_000;
    /** Out of reach of the numbers in the rows that are written past Baton. */
    private static final long FIRST_ITEM = 5_000_000_000L;

    private static final int SECRETS = 500;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Server.Kind kind;
    private final HostileInputs inputs;
    private final Random random;
    private final String canary;
    private final Report report = Report.of("hostile");
    private final Map<Long, HostileApp.Anything> accepted = new HashMap<>();

    public Hostile(Server.Kind kind, long seed) {
        this.kind = kind;
        this.random = new Random(seed);
        this.inputs = new HostileInputs(random);
        this.canary =
                "canary" + seed + "x" + Long.toString(random.nextLong(), 36).replace("-", "");
        System.out.println("seed " + seed + ", " + kind);
    }

    public Report run() throws IOException, InterruptedException {
        long start = System.nanoTime();
        try (Workplace place = new Workplace();
                Reaper reaper = new Reaper(place.directory());
                Server server = kind.start(place.directory(), reaper)) {
            Path log = place.directory().resolve("application.log");
            try (ConfigurableApplicationContext application = application(server, log)) {
                execute(application);
            }
            canaries(log);
        }
        report.figures().put("inputs", INPUTS);
        report.figures().put("failed", report.violations().size());
        report.figures().put("seconds", (System.nanoTime() - start) / 1_000_000_000);
        return report;
    }

    private static ConfigurableApplicationContext application(Server server, Path log) {
        List<String> settings = new ArrayList<>(ApplicationProperties.common(server, server.port()));
        settings.removeIf(setting -> setting.startsWith("--baton.worker") || setting.startsWith("--logging.level"));
        settings.addAll(List.of(
                "--logging.file.name=" + log,
                "--logging.level.io.baton=trace",
                "--logging.level.root=info",
                "--logging.threshold.console=off",
                "--logging.level.io.baton.worker.FailureLog.messages=off",
                "--baton.retry.delay=20ms",
                "--baton.retry.max-delay=50ms"));
        return new SpringApplicationBuilder(HostileApp.class)
                .logStartupInfo(false)
                .run(settings.toArray(String[]::new));
    }

    private void execute(ConfigurableApplicationContext application) throws InterruptedException {
        Jobs jobs = application.getBean(Jobs.class);
        HostileApp.Handlers handlers = application.getBean(HostileApp.Handlers.class);
        JdbcTemplate jdbc = new JdbcTemplate(application.getBean(javax.sql.DataSource.class));
        through(jobs);
        secrets(jobs);
        int inserted = intoTheTable(jdbc);
        long known = jobs.enqueue(new HostileApp.Anything(-1, "the last one", null, null, 0))
                .id()
                .value();
        boolean done = jobs.awaitDrained(JobFilter.all().queue("default").type("anything"), PATIENCE)
                && jobs.awaitDrained(JobFilter.all().queue("default").type("leaking"), PATIENCE);
        report.check(
                done,
                "jobs of known types are left over: "
                        + jdbc.queryForList(
                                "SELECT id, type, state, attempt, crashes, max_attempts, lock_id, due_at, claimed_at"
                                        + " FROM baton_job WHERE queue = 'default' AND type IN ('anything', 'leaking')"
                                        + " AND state IN (0, 1, 2) ORDER BY id LIMIT 5"));
        report.check(handlers.got.containsKey(-1L), "the worker no longer runs job " + known);
        roundTrips(handlers.got);
        rows(jobs, inserted);
    }

    private void through(Jobs jobs) {
        int refused = 0;
        for (long item = FIRST_ITEM; item < FIRST_ITEM + INPUTS / 2; item++) {
            HostileApp.Anything input = new HostileApp.Anything(
                    item,
                    inputs.text(),
                    Arrays.asList(inputs.text(), null, inputs.text()),
                    Map.of(inputs.text(), inputs.text()),
                    random.nextInt(20) == 0 ? Double.NaN : random.nextDouble());
            try {
                enqueue(jobs, input, random.nextInt(6));
            } catch (BatonException e) {
                refused++;
            } catch (RuntimeException | StackOverflowError e) {
                report.check(false, "input " + item + " is refused without a name: " + e.getClass());
            }
        }
        report.figures().put("refused", refused);
        report.figures().put("accepted", accepted.size());
    }

    /** What names another type or queue is accepted at most, and not run here. */
    private void enqueue(Jobs jobs, HostileApp.Anything input, int option) {
        switch (option) {
            case 0 -> jobs.enqueue(input, options -> options.queue(inputs.text()));
            case 1 -> jobs.enqueueNamed(inputs.text());
            case 2 -> {
                jobs.enqueue(input, options -> options.label(inputs.text(), inputs.text()));
                accepted.put(input.item(), input);
            }
            case 3 -> {
                jobs.enqueue(input, options -> options.priority(random.nextInt()));
                accepted.put(input.item(), input);
            }
            default -> {
                jobs.enqueue(input);
                accepted.put(input.item(), input);
            }
        }
    }

    private void secrets(Jobs jobs) {
        for (int i = 0; i < SECRETS; i++) {
            jobs.enqueue(new HostileApp.Leaking(canary + i), options -> options.maxAttempts(1));
        }
    }

    /** Rows of a user who may write to the table and nothing else. */
    private int intoTheTable(JdbcTemplate jdbc) {
        String now = kind == Server.Kind.POSTGRES ? "clock_timestamp()" : "UTC_TIMESTAMP(6)";
        String insert = "INSERT INTO baton_job (type, queue, job_rank, due_at, state, attempt, crashes, max_attempts,"
                + " created_at, labels, payload, checkpoint, error) VALUES (?, 'default', ?, " + now + ", ?, ?, ?, ?, "
                + now
                + ", ?, ?, ?, ?)";
        int inserted = 0;
        for (int i = 0; i < INPUTS / 2; i++) {
            List<String> types = List.of("anything", "anything", "leaking", storable(inputs.text(), 200));
            Object[] row = {
                types.get(random.nextInt(types.size())),
                random.nextInt(),
                random.nextInt(4) == 0 ? 0 : 1,
                random.nextInt(12) - 1,
                // each of two or more runs alone
                random.nextInt(50) == 0 ? random.nextInt(6) : random.nextInt(2),
                random.nextBoolean() ? null : random.nextInt(4) - 1,
                random.nextBoolean() ? null : storable(inputs.json(), 2_000),
                random.nextInt(10) == 0 ? null : storable(inputs.json(), 100_000),
                random.nextBoolean() ? null : storable(inputs.json(), 2_000),
                random.nextBoolean() ? null : storable(inputs.text(), 2_000)
            };
            try {
                inserted += jdbc.update(insert, row);
            } catch (org.springframework.dao.DataAccessException e) {
                // the database refuses it
            }
        }
        report.figures().put("rows", inserted);
        return inserted;
    }

    private static String storable(String text, int length) {
        String clean = text.replace("\0", "").replaceAll("[\\ud800-\\udfff]", "");
        return clean.substring(0, Math.min(length, clean.length()));
    }

    private void roundTrips(Map<Long, HostileApp.Anything> got) {
        long different = accepted.values().stream()
                .filter(sent -> !Objects.equals(sent, got.get(sent.item())))
                .peek(sent -> {
                    if (report.violations().size() < 5) {
                        report.check(
                                false,
                                "input " + sent.item() + " came back as "
                                        + (got.containsKey(sent.item()) ? "another" : "nothing"));
                    }
                })
                .count();
        report.figures().put("changed_on_the_way", different);
        report.check(different == 0, different + " accepted inputs came back changed, or not at all");
    }

    /** Every row can be looked at, and none is stuck with the worker. */
    private void rows(Jobs jobs, int inserted) {
        long seen = 0;
        JobFilter left = JobFilter.all().state(JobState.READY, JobState.values());
        Slice<JobDetails> slice;
        try {
            do {
                slice = jobs.search(left, PageRequest.of(0, 500));
                for (JobDetails job : slice) {
                    jobs.find(job.id());
                    left = left.before(job.id());
                    seen++;
                }
            } while (slice.hasNext());
        } catch (RuntimeException e) {
            report.check(false, "rows cannot be looked at: " + e);
        }
        report.figures().put("looked_at", seen);
        report.check(seen >= inserted, "only " + seen + " of at least " + inserted + " rows can be looked at");
    }

    private void canaries(Path log) throws IOException {
        long leaks = Files.readString(log)
                .lines()
                .filter(line -> line.contains(canary))
                .count();
        long overflows = Files.readString(log)
                .lines()
                .filter(line -> line.contains("StackOverflowError") || line.contains("OutOfMemoryError"))
                .count();
        report.figures().put("canaries_in_the_log", leaks);
        report.figures().put("stack_overflows", overflows);
        report.check(leaks == 0, "secrets stand in the log, " + leaks + " times");
        report.check(overflows == 0, "stack overflows: " + overflows);
    }
}
