package io.baton.sample.orders;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.baton.JobDetails;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.Jobs;
import io.baton.RecurringJobs;
import io.baton.StepDetails;
import io.baton.Steps;
import io.baton.sample.Instance;
import io.baton.sample.SampleApplication;
import io.baton.sample.approvals.Approvals;
import io.baton.sample.approvals.Choice;
import io.baton.sample.orders.OrderMails.Mail;
import io.baton.sample.push.PushProperties;
import io.baton.testing.server.DatabaseProcess;
import io.baton.testing.server.MariaDbServer;
import io.baton.testing.server.PostgresServer;
import io.baton.testing.server.Reaper;
import io.baton.testing.server.Workplace;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The links of a mail, from the order to its shipment. */
@ParameterizedClass
@ValueSource(strings = {"h2", "postgres", "mariadb"})
class ApprovalLinksTests {

    private static final Duration SOON = Duration.ofMinutes(3);
    private static final String CONFIRM = "<form method=\"post\">";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path directory;

    @SuppressWarnings("NullAway.Init")
    private static Workplace place;

    private static @Nullable DatabaseProcess server;

    @SuppressWarnings("NullAway.Init")
    private static ConfigurableApplicationContext application;

    @SuppressWarnings("NullAway.Init")
    private static JdbcClient jdbc;

    /** The tests are the same on each. */
    @Parameter
    @SuppressWarnings({"NullAway.Init", "unused"})
    private String database;

    private final HttpClient http = HttpClient.newHttpClient();

    @BeforeParameterizedClassInvocation
    static void open(String database) {
        place = new Workplace();
        List<String> options = new ArrayList<>(List.of(
                "--server.port=0",
                "--sample.push.users=0",
                "--sample.push.mail-server=false",
                "--sample.directory=" + directory.resolve(database)));
        server = server(database);
        if (server == null) {
            options.add("--spring.datasource.url=jdbc:h2:mem:links;DB_CLOSE_DELAY=-1");
        } else {
            server.createDatabase("sample");
            options.addAll(List.of(
                    "--spring.profiles.active=" + database,
                    "--spring.datasource.url=" + server.url("sample"),
                    "--spring.datasource.username=" + server.user(),
                    "--spring.datasource.password="));
        }
        application = new SpringApplicationBuilder(SampleApplication.class, CaughtMails.class)
                .run(options.toArray(String[]::new));
        jdbc = application.getBean(JdbcClient.class);
    }

    private static @Nullable DatabaseProcess server(String database) {
        return switch (database) {
            case "postgres" -> PostgresServer.start(place.directory(), Map.of(), Reaper.ofThisJvm());
            case "mariadb" -> MariaDbServer.start(place.directory(), Map.of(), Reaper.ofThisJvm());
            default -> null;
        };
    }

    @AfterParameterizedClassInvocation
    static void close() {
        application.close();
        if (server != null) {
            server.close();
        }
        place.close();
    }

    @Test
    void only_a_post_decides_and_only_the_first() throws Exception {
        JobId order = place();
        Mail mail = mail(order);
        for (int i = 0; i < 2; i++) {
            assertPage(get(mail.approve()), 200, "Please confirm", "order " + order, CONFIRM, "Approve");
        }
        assertPage(get(mail.refuse()), 200, CONFIRM, "Refuse");
        assertThat(decision(order)).containsEntry("decision", null);
        waits(order);

        assertPage(post(mail.approve()), 200, "This request was approved", "order " + order);
        ends(order, "shipped, receipt ", "approved by " + OrderJobs.APPROVER);
        Map<String, Object> decided = decision(order);
        assertThat(decided).containsEntry("decision", "APPROVE").containsEntry("decided_by", OrderJobs.APPROVER);
        assertThat(decided.get("decided_at")).isNotNull();

        for (String token : List.of(mail.approve(), mail.refuse())) {
            assertPage(post(token), 200, "This request was approved");
            assertThat(get(token).body()).contains("This request was approved").doesNotContain(CONFIRM);
        }
        assertThat(decision(order)).isEqualTo(decided);
    }

    @Test
    void a_refusal_refunds() throws Exception {
        JobId order = place();
        Mail mail = mail(order);

        assertPage(post(mail.refuse()), 200, "This request was refused");
        ends(order, "refunded, refused by " + OrderJobs.APPROVER);
        assertPage(post(mail.approve()), 200, "This request was refused");
    }

    @Test
    void the_button_of_the_page_and_a_link_are_one_decision() throws Exception {
        JobId order = place();
        Mail mail = mail(order);

        assertThat(send("POST", "/orders/" + order + "/approve").body()).contains("1");
        assertPage(post(mail.refuse()), 200, "This request was approved");
        ends(order, "approved by port ");
    }

    @Test
    void an_expired_link_decides_nothing() throws Exception {
        JobId order = place();
        Mail mail = mail(order);
        expire(order, "'1' second");

        for (HttpResponse<String> page : List.of(get(mail.approve()), post(mail.approve()), post(mail.refuse()))) {
            assertPage(page, 410, "This link has expired");
            assertThat(page.body()).doesNotContain(CONFIRM);
        }
        assertThat(decision(order)).containsEntry("decision", null);
        waits(order);
    }

    @Test
    void an_unknown_link_says_no_more() throws Exception {
        JobId order = place();
        String token = mail(order).approve();

        for (String unknown : List.of("A" + token, token.substring(1), "none", "%27%20or%201=1", token + "%0A")) {
            for (HttpResponse<String> page : List.of(get(unknown), post(unknown))) {
                assertPage(page, 404, "There is no such page");
                assertThat(page.body()).doesNotContain("expired", "order", CONFIRM, unknown);
            }
        }
        waits(order);
    }

    @Test
    void it_is_too_late_once_the_job_has_ended() throws Exception {
        JobId order = place();
        Mail mail = mail(order);
        waits(order);
        assertThat(application.getBean(Jobs.class).cancel(order)).isTrue();

        assertPage(post(mail.approve()), 409, "It is too late");
        assertPage(post(mail.refuse()), 409, "It is too late");
        assertThat(decision(order)).containsEntry("decision", null).containsEntry("decided_by", null);
    }

    @Test
    void it_is_too_late_once_the_wait_has_ended() throws Exception {
        JobId order = place();
        Mail mail = mail(order);
        waits(order);
        assertThat(application.getBean(Steps.class).endWait(order, OrderJobs.DECISION))
                .isTrue();

        assertPage(post(mail.approve()), 409, "It is too late");
        ends(order, "refunded, not approved in time");
        assertPage(post(mail.approve()), 409, "It is too late");
        assertThat(decision(order)).containsEntry("decision", null);
    }

    @Test
    void both_links_at_once_are_one_decision() throws Exception {
        List<JobId> orders = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            orders.add(place());
        }
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            for (JobId order : orders) {
                Mail mail = mail(order);
                CyclicBarrier start = new CyclicBarrier(4);
                List<Future<HttpResponse<String>>> pages = new ArrayList<>();
                for (String token : List.of(mail.approve(), mail.refuse(), mail.approve(), mail.refuse())) {
                    pages.add(threads.submit(() -> {
                        start.await(1, TimeUnit.MINUTES);
                        return post(token);
                    }));
                }
                String said = pages.get(0).get().body();
                for (Future<HttpResponse<String>> page : pages) {
                    assertPage(page.get(), 200, "This request was ");
                    assertThat(page.get().body()).isEqualTo(said);
                }
                boolean approved = said.contains("approved");
                assertThat(decision(order)).containsEntry("decision", approved ? "APPROVE" : "REFUSE");
                ends(order, approved ? "shipped" : "refunded, refused");
                assertThat(signals(order)).isOne();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** As when the instance dies after the mail and before its record. */
    @Test
    void a_mail_that_is_sent_again_has_links_to_the_same_request() throws Exception {
        CaughtMails.failures.add("sent, and not recorded");
        JobId order = place();
        List<Mail> both = await().atMost(SOON).until(() -> mails(order), mails -> mails.size() == 2);
        waits(order);
        assertThat(both).extracting(Mail::messageId).containsOnly(both.get(0).messageId());
        assertThat(both).extracting(Mail::approve).doesNotHaveDuplicates();

        assertPage(get(both.get(1).refuse()), 200, CONFIRM);
        assertPage(post(both.get(0).approve()), 200, "This request was approved");
        assertPage(post(both.get(1).refuse()), 200, "This request was approved");
        ends(order, "shipped");
    }

    @Test
    void no_token_is_stored() throws Exception {
        JobId order = place();
        Mail mail = mail(order);
        waits(order);

        assertThat(mail.approve()).matches("[\\w-]{43}").isNotEqualTo(mail.refuse());
        assertThat(application.getBean(Steps.class).list(order))
                .extracting(StepDetails::name)
                .containsExactly("reserve", "charge", "request", "mail", "decision");
        assertThat(jdbc.sql("select result from baton_step where job_id = ?")
                        .param(order.value())
                        .query((row, number) -> String.valueOf(row.getString(1)))
                        .list())
                .noneMatch(result -> result.contains(mail.approve()) || result.contains(mail.refuse()));
        assertThat(jdbc.sql("select token_hash from approval_link where job_id = ?")
                        .param(order.value())
                        .query(String.class)
                        .list())
                .hasSize(2)
                .allMatch(hash -> hash.matches("[0-9a-f]{64}"));
    }

    @Test
    void the_question_is_escaped() throws Exception {
        JobId order = place();
        mail(order);
        Approvals approvals = application.getBean(Approvals.class);
        approvals.request(order, "other", "<script>alert('1')</script> & \"more\"");
        String token = approvals.link(order, "other", "<b>ann</b>", Choice.APPROVE);

        assertPage(get(token), 200, "&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; &amp; &quot;more&quot;", CONFIRM);
        assertPage(post(token), 200, "&lt;script&gt;", "This request was approved");
    }

    @Test
    void links_are_deleted_a_month_after_they_have_expired() throws Exception {
        JobId old = place();
        JobId younger = place();
        String gone = mail(old).approve();
        String expired = mail(younger).approve();
        Approvals approvals = application.getBean(Approvals.class);
        IntStream.range(0, 1_100).forEach(i -> approvals.link(old, OrderJobs.DECISION, "many", Choice.REFUSE));
        expire(old, "'31' day");
        expire(younger, "'29' day");

        application.getBean(RecurringJobs.class).trigger("expired-links");

        await().atMost(SOON).until(() -> links(old) == 0);
        assertPage(get(gone), 404, "There is no such page");
        assertPage(get(expired), 410, "This link has expired");
        assertThat(decision(old)).containsEntry("decision", null);
    }

    private void expire(JobId order, String ago) {
        jdbc.sql("update approval_link set expires_at = current_timestamp(6) - interval " + ago + " where job_id = ?")
                .param(order.value())
                .update();
    }

    private Map<String, Object> decision(JobId order) {
        return jdbc.sql("select decision, decided_by, decided_at from approval where job_id = ?")
                .param(order.value())
                .query()
                .singleRow();
    }

    private long links(JobId order) {
        return jdbc.sql("select count(*) from approval_link where job_id = ?")
                .param(order.value())
                .query(Long.class)
                .single();
    }

    private long signals(JobId order) {
        return jdbc.sql("select count(*) from baton_signal where job_id = ?")
                .param(order.value())
                .query(Long.class)
                .single();
    }

    private JobId place() throws Exception {
        long before = newest();
        assertThat(send("POST", "/orders").statusCode()).isEqualTo(200);
        long order = newest();
        assertThat(order).isGreaterThan(before);
        return new JobId(order);
    }

    private long newest() {
        return jdbc.sql("select coalesce(max(job_id), 0) from article_order")
                .query(Long.class)
                .single();
    }

    private static Mail mail(JobId order) {
        return await().atMost(SOON)
                .until(() -> mails(order), mails -> !mails.isEmpty())
                .get(0);
    }

    private static List<Mail> mails(JobId order) {
        return CaughtMails.CAUGHT.stream()
                .filter(mail -> mail.question().contains("order " + order + " "))
                .toList();
    }

    private void waits(JobId order) {
        await().atMost(SOON).until(() -> job(order).state() == JobState.WAITING);
    }

    private void ends(JobId order, String... progress) {
        await().atMost(SOON).until(() -> job(order).state() == JobState.COMPLETED);
        assertThat(application.getBean(Orders.class).of(order.value()).progress())
                .contains(progress);
    }

    private JobDetails job(JobId order) {
        return application.getBean(Jobs.class).find(order).orElseThrow();
    }

    private HttpResponse<String> get(String token) throws Exception {
        return send("GET", "/approvals/" + token);
    }

    private HttpResponse<String> post(String token) throws Exception {
        return send("POST", "/approvals/" + token);
    }

    private HttpResponse<String> send(String method, String path) throws Exception {
        String port = requireNonNull(application.getEnvironment().getProperty("local.server.port"));
        return http.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                        .method(method, HttpRequest.BodyPublishers.noBody())
                        .timeout(SOON)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static void assertPage(HttpResponse<String> page, int status, String... texts) {
        assertThat(page.body()).contains(texts).doesNotContain("<script", "<b>");
        assertThat(page.statusCode()).isEqualTo(status);
        Map<String, String> headers = new ConcurrentHashMap<>();
        page.headers().map().forEach((name, values) -> headers.put(name, String.join(", ", values)));
        assertThat(headers)
                .containsEntry("content-type", "text/html;charset=UTF-8")
                .containsEntry("cache-control", "no-store")
                .containsEntry("referrer-policy", "no-referrer")
                .containsEntry("x-frame-options", "DENY")
                .hasEntrySatisfying("content-security-policy", policy -> assertThat(policy)
                        .contains("default-src 'self'", "form-action 'self'", "frame-ancestors 'none'"));
    }

    /** The mails are caught instead of logged. */
    @Configuration(proxyBeanMethods = false)
    static class CaughtMails {

        static final List<Mail> CAUGHT = new CopyOnWriteArrayList<>();

        /** Why the next mails fail, after they were sent. */
        static final List<String> failures = new CopyOnWriteArrayList<>();

        @Bean
        @Primary
        OrderMails caughtMails(Instance instance, PushProperties properties) {
            CAUGHT.clear();
            return new OrderMails(instance, properties) {

                @Override
                void send(Mail mail) {
                    CAUGHT.add(mail);
                    if (!failures.isEmpty()) {
                        throw new IllegalStateException(failures.remove(0));
                    }
                }
            };
        }
    }
}
