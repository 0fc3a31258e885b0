package io.baton.hosts.dashboard;

import static org.awaitility.Awaitility.await;

import io.baton.Batches;
import io.baton.FlowGraph;
import io.baton.Flows;
import io.baton.JobFilter;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.Jobs;
import io.baton.hosts.dashboard.ShopJobs.Charge;
import io.baton.hosts.dashboard.ShopJobs.Newsletter;
import io.baton.hosts.dashboard.ShopJobs.PrintLabel;
import io.baton.hosts.dashboard.ShopJobs.ResizeImage;
import io.baton.hosts.dashboard.ShopJobs.YearlyReport;
import io.baton.testing.server.PostgresServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.domain.PageRequest;
import org.springframework.jdbc.core.JdbcTemplate;

/** The running application, with jobs of each kind. */
record Shop(ConfigurableApplicationContext context) implements AutoCloseable {

    private static final int WAITING = 60_000;
    private static final int LATER = 40_000;

    /** Starts it on a database in memory. */
    static Shop onH2(String... properties) {
        return open("jdbc:h2:mem:" + UUID.randomUUID(), "sa", properties);
    }

    /** Starts it on a new database of a server. */
    static Shop on(PostgresServer server, String... properties) {
        String name = "shop_" + UUID.randomUUID().toString().replace('-', '_');
        server.createDatabase(name);
        return open(server.url(server.port(), name), server.user(), properties);
    }

    private static Shop open(String url, String user, String... properties) {
        List<String> arguments = new ArrayList<>(List.of(
                "--spring.datasource.url=" + url,
                "--spring.datasource.username=" + user,
                "--server.port=0",
                "--baton.worker.poll-interval=100ms"));
        for (String property : properties) {
            arguments.add("--" + property);
        }
        return new Shop(new SpringApplicationBuilder(DashboardHost.class)
                .registerShutdownHook(false)
                .run(arguments.toArray(String[]::new)));
    }

    Jobs jobs() {
        return context.getBean(Jobs.class);
    }

    String origin() {
        return "http://localhost:" + context.getEnvironment().getProperty("local.server.port");
    }

    String dashboard() {
        return origin() + "/baton/dashboard/";
    }

    static String basic(String user) {
        return "Basic " + Base64.getEncoder().encodeToString((user + ":secret").getBytes(StandardCharsets.UTF_8));
    }

    /** Enqueues 100,000 jobs that wait, and some of each kind that run, wait for permits, or die. */
    void fill() {
        Jobs jobs = jobs();
        jobs.pause("newsletters");
        awaitHeartbeats();
        jobs.enqueueAll(IntStream.range(0, WAITING).mapToObj(Newsletter::new));
        jobs.enqueueAll(
                IntStream.range(WAITING, WAITING + LATER).mapToObj(Newsletter::new),
                options -> options.delay(Duration.ofDays(1)));
        jobs.enqueueAll(IntStream.range(0, 500).mapToObj(image -> new ResizeImage("image-" + image)));
        jobs.enqueueAll(IntStream.range(0, 6).mapToObj(PrintLabel::new));
        jobs.enqueue(new YearlyReport(2025));
        FlowGraph graph = new FlowGraph()
                .step("import", new ResizeImage("one"))
                .step("thumbnails", new ResizeImage("two"), "import")
                .step("payment", new Charge("4711"), "import")
                .step("labels", new PrintLabel(7), "thumbnails")
                .step("report", new YearlyReport(2026), "payment", "labels");
        context.getBean(Flows.class).start(graph.flow());
        var batch = context.getBean(Batches.class).open("spring-sale");
        batch.addJobs(List.of(new ResizeImage("a"), new ResizeImage("b"), new PrintLabel(8)));
        anHourBefore();
        await().atMost(Duration.ofMinutes(5)).until(() -> dead().size() == 1);
    }

    /** Waits for three heartbeats: a worker learns of pauses with a heartbeat, of which one may be under way and the next not yet evaluated. */
    private void awaitHeartbeats() {
        JdbcTemplate sql = context.getBean(JdbcTemplate.class);
        for (int heartbeat = 0; heartbeat < 3; heartbeat++) {
            List<String> before = seen(sql);
            await().until(() -> !seen(sql).equals(before));
        }
    }

    private static List<String> seen(JdbcTemplate sql) {
        return sql.queryForList("SELECT CAST(seen_at AS varchar(100)) FROM baton_worker", String.class);
    }

    /** Inserts the rows that nodes would have written in the last hour. */
    private void anHourBefore() {
        JdbcTemplate sql = context.getBean(JdbcTemplate.class);
        for (int minute = 1; minute < 60; minute++) {
            int started = (int) (900 + 500 * Math.sin(minute / 7.0));
            int failed = minute % 13 == 0 ? 40 : 3;
            sql.update(
                    "INSERT INTO baton_activity (noted_at, started, completed, cancelled, failed, died, waited, longest_wait)"
                            + " VALUES (now() - ? * INTERVAL '1 minute', ?, ?, 2, ?, ?, ?, ?)",
                    minute,
                    started,
                    started - failed,
                    failed,
                    minute % 13 == 0 ? 4 : 0,
                    started * (20_000L + 500L * minute),
                    150_000L + 3_000L * minute);
        }
    }

    /** Enqueues jobs that die; returns them. */
    List<JobId> die(int count) {
        List<JobId> made = IntStream.range(0, count)
                .mapToObj(card -> jobs().enqueue(
                                new Charge("card-" + card), options -> options.label("customer", ShopJobs.SCRIPT))
                        .id())
                .toList();
        await().until(() -> made.stream().allMatch(id -> state(id) == JobState.DEAD));
        return made;
    }

    JobState state(JobId id) {
        return jobs().find(id).orElseThrow().state();
    }

    private List<?> dead() {
        return jobs().search(JobFilter.all().state(JobState.DEAD), PageRequest.of(0, 10))
                .getContent();
    }

    @Override
    public void close() {
        context.close();
    }
}
