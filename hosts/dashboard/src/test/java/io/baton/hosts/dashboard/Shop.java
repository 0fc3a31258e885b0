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
import io.baton.hosts.dashboard.ShopJobs.ImportStock;
import io.baton.hosts.dashboard.ShopJobs.Newsletter;
import io.baton.hosts.dashboard.ShopJobs.OrderMail;
import io.baton.hosts.dashboard.ShopJobs.PrintLabel;
import io.baton.hosts.dashboard.ShopJobs.ResizeImage;
import io.baton.hosts.dashboard.ShopJobs.SendInvoice;
import io.baton.hosts.dashboard.ShopJobs.YearlyReport;
import io.baton.operator.Operations;
import io.baton.operator.Shown;
import io.baton.testing.server.PostgresServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.domain.PageRequest;
import org.springframework.jdbc.core.JdbcTemplate;

/** The running application, with jobs of each kind. */
record Shop(ConfigurableApplicationContext context) implements AutoCloseable {

    private static final String MONTH_END = "month-end-2026-10";
    private static final int WAITING = 60_000;
    private static final int LATER = 40_000;

    /** Starts it on a database in memory. */
    static Shop onH2(String... properties) {
        return open(
                new SpringApplicationBuilder(DashboardHost.class),
                "jdbc:h2:mem:" + UUID.randomUUID(),
                "sa",
                properties);
    }

    /** Starts it on a database in memory, with jobs that carry markup. */
    static Shop underAttack(String... properties) {
        return open(
                new SpringApplicationBuilder(DashboardHost.class, Attacks.class),
                "jdbc:h2:mem:" + UUID.randomUUID(),
                "sa",
                properties);
    }

    /** Starts another node on the database of this one. */
    Shop another(String name) {
        return open(
                new SpringApplicationBuilder(DashboardHost.class),
                property("spring.datasource.url"),
                property("spring.datasource.username"),
                "baton.worker.name=" + name);
    }

    /** Starts it on a new database of a server. */
    static Shop on(PostgresServer server, String... properties) {
        String name = "shop_" + UUID.randomUUID().toString().replace('-', '_');
        server.createDatabase(name);
        return open(
                new SpringApplicationBuilder(DashboardHost.class),
                server.url(server.port(), name),
                server.user(),
                properties);
    }

    private static Shop open(SpringApplicationBuilder application, String url, String user, String... properties) {
        List<String> arguments = new ArrayList<>(List.of(
                "--spring.datasource.url=" + url,
                "--spring.datasource.username=" + user,
                "--server.port=0",
                "--baton.worker.poll-interval=100ms"));
        for (String property : properties) {
            arguments.add("--" + property);
        }
        return new Shop(application.registerShutdownHook(false).run(arguments.toArray(String[]::new)));
    }

    Jobs jobs() {
        return context.getBean(Jobs.class);
    }

    String origin() {
        return "http://localhost:" + property("local.server.port");
    }

    private String property(String name) {
        return context.getEnvironment().getRequiredProperty(name);
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
        operatorsHaveChanged();
        awaitHeartbeats();
        jobs.enqueueAll(IntStream.range(0, WAITING).mapToObj(Newsletter::new));
        jobs.enqueueAll(
                IntStream.range(WAITING, WAITING + LATER).mapToObj(Newsletter::new),
                options -> options.delay(Duration.ofDays(1)));
        jobs.enqueueAll(IntStream.range(0, 500).mapToObj(image -> new ResizeImage("image-" + image)));
        jobs.enqueueAll(IntStream.range(0, 6).mapToObj(PrintLabel::new));
        jobs.enqueue(new YearlyReport(2025));
        for (int order = 4201; order < 4260; order++) {
            jobs.enqueue(new OrderMail(order, "customer-" + order + "@example.com"));
            jobs.enqueue(new SendInvoice(order, (order % 90 + 9) + ".90"));
        }
        List.of("Nordwind", "Alpina", "Bergmann").forEach(supplier -> jobs.enqueue(new ImportStock(supplier)));
        FlowGraph monthEnd = new FlowGraph()
                .step("close-orders", new OrderMail(4199, "accounts@example.com"))
                .step("invoices", new SendInvoice(4199, "1,204.50"), "close-orders")
                .step("charges", new Charge("4711"), "close-orders")
                .step("labels", new PrintLabel(7), "invoices")
                .step("report", new YearlyReport(2026), "charges", "labels");
        context.getBean(Flows.class).start(MONTH_END, monthEnd.flow());
        var batch = context.getBean(Batches.class).open("spring-sale");
        batch.addJobs(List.of(new ResizeImage("a"), new ResizeImage("b"), new PrintLabel(8)));
        aDayBefore();
        await().atMost(Duration.ofMinutes(5)).until(() -> dead().size() == 1);
    }

    private void operatorsHaveChanged() {
        Operations operations = context.getBean(Operations.class);
        operations.change("rate-limits", "labels", "change", "30/1m", Shown.ALL, "karl");
        operations.change("recurring", "stock-import", "pause", null, Shown.ALL, "olga");
        operations.change("recurring", "stock-import", "resume", null, Shown.ALL, "olga");
        operations.change("rate-limits", "labels", "change", "20/1m", Shown.ALL, "olga");
        operations.change("queues", "newsletters", "pause", null, Shown.ALL, "olga");
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

    /** Inserts the rows that nodes would have written in the last 24 hours: little at night, as if it were five in the afternoon now, and a provider that was down. */
    private void aDayBefore() {
        JdbcTemplate sql = context.getBean(JdbcTemplate.class);
        Random random = new Random(17);
        for (int minute = 1; minute < 24 * 60; minute++) {
            double hour = (41 - minute / 60.0) % 24;
            double crowd = 0.15 + 0.85 * Math.pow(Math.sin(Math.PI * (hour - 3) / 24), 2) + 0.1 * random.nextDouble();
            boolean down = minute > 30 && minute < 42;
            ran(sql, minute, "newsletters", "newsletter", (int) (900 * crowd), 0, 240_000L);
            ran(
                    sql,
                    minute,
                    "payments",
                    "charge-card",
                    (int) (120 * crowd),
                    down ? (int) (40 * crowd) : 1,
                    down ? 24_000_000L : 240_000L);
            depth(sql, minute, "newsletters", (int) (40 * crowd));
            depth(sql, minute, "payments", down ? 260 - 30 * Math.abs(36 - minute) : (int) (4 * crowd));
        }
    }

    private static void ran(
            JdbcTemplate sql, int minute, String queue, String type, int started, int failed, long longest) {
        sql.update(
                "INSERT INTO baton_activity (noted_at, queue, type, started, completed, cancelled, failed, died, waited, longest_wait)"
                        + " VALUES (now() - ? * INTERVAL '1 minute', ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                minute,
                queue,
                type,
                started,
                started - failed,
                started / 400,
                failed,
                failed / 10,
                started * 40_000L,
                longest);
    }

    private static void depth(JdbcTemplate sql, int minute, String queue, int depth) {
        sql.update(
                "INSERT INTO baton_activity (noted_at, queue, depth, started, completed, cancelled, failed, died, waited, longest_wait)"
                        + " VALUES (now() - ? * INTERVAL '1 minute', ?, ?, 0, 0, 0, 0, 0, 0, 0)",
                minute,
                queue,
                depth);
    }

    /** Enqueues jobs that die; returns them. */
    List<JobId> die(int count) {
        List<JobId> made = IntStream.range(0, count)
                .mapToObj(
                        card -> jobs().enqueue(new Charge("card-" + card), options -> options.label("customer", "4711"))
                                .id())
                .toList();
        await().until(() -> made.stream().allMatch(id -> state(id) == JobState.DEAD));
        return made;
    }

    /** Returns the id of the flow of the month's end. */
    String flow() {
        return context.getBean(Flows.class).find(MONTH_END).orElseThrow().id().toString();
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
