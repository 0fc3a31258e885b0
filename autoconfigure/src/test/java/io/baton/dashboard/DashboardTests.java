package io.baton.dashboard;

import static io.baton.dashboard.DashboardHost.PATH;
import static io.baton.dashboard.DashboardHost.SCRIPT;
import static io.baton.dashboard.DashboardHost.change;
import static io.baton.dashboard.DashboardHost.get;
import static io.baton.dashboard.DashboardHost.origin;
import static io.baton.dashboard.DashboardHost.send;
import static io.baton.dashboard.DashboardHost.serve;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.BatchId;
import io.baton.BatchState;
import io.baton.Batches;
import io.baton.Flow;
import io.baton.FlowGraph;
import io.baton.Flows;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.Jobs;
import io.baton.Rate;
import io.baton.RateLimits;
import io.baton.dashboard.DashboardHost.Answer;
import io.baton.dashboard.DashboardHost.Application;
import io.baton.dashboard.DashboardHost.Bad;
import io.baton.dashboard.DashboardHost.Hiding;
import io.baton.dashboard.DashboardHost.Print;
import io.baton.dashboard.DashboardHost.Reading;
import io.baton.operator.Operations;
import io.baton.operator.RefusedException;
import io.baton.operator.Shown;
import io.baton.testing.DatabaseAccess;
import io.baton.testing.TestDatabase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;

/** The dashboard over HTTP, in an application with Spring MVC. */
@Timeout(180)
class DashboardTests {

    private static JobId dead(ConfigurableApplicationContext host) {
        Jobs jobs = host.getBean(Jobs.class);
        JobId id = jobs.enqueue(new Bad("password-1"), options -> options.label("customer", SCRIPT)
                        .sequence(SCRIPT))
                .id();
        await().until(() -> jobs.find(id).orElseThrow().state() == JobState.DEAD);
        return id;
    }

    @Test
    void without_being_asked_for_there_is_no_dashboard() {
        try (ConfigurableApplicationContext host = serve(TestDatabase.H2, "baton.dashboard.enabled=false")) {
            assertThat(host.containsBean("batonDashboardRoutes")).isFalse();
            assertThat(get(host, "/").status()).isEqualTo(404);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void everything_is_there_and_what_may_be_secret_is_masked(TestDatabase kind) throws Exception {
        try (ConfigurableApplicationContext host = serve(kind)) {
            JobId dead = dead(host);
            host.getBean(RateLimits.class).define("api", Rate.of(5, Duration.ofSeconds(1)));
            host.getBean(Batches.class).open("night");
            host.getBean(Jobs.class)
                    .enqueue(new Bad("aside"), options -> options.queue("aside").share(SCRIPT));
            Flow graph = new FlowGraph()
                    .step("a", new Print(1))
                    .step("b", new Print(2), "a")
                    .flow();
            long flow = host.getBean(Flows.class).start(graph).id().value();

            host.getBean(Operations.class).change("queues", "aside", "pause", null, Shown.MASKED, "ann");

            JsonNode info = get(host, "/api").body();
            assertThat(info.get("writes").booleanValue()).isFalse();
            for (String resource : info.get("resources").propertyNames()) {
                Answer list = get(
                        host,
                        "/api/" + resource + (Set.of("diagnosis", "steps").contains(resource) ? "?job=" + dead : ""));
                assertThat(list.status()).as(resource).isEqualTo(200);
                assertThat(list.body().get("items").size()).as(resource).isPositive();
            }
            Answer job = get(host, "/api/jobs/" + dead);
            assertThat(job.body().get("payload").stringValue()).isEqualTo("******");
            assertThat(job.whole().body()).doesNotContain("password-1", "token-4711");
            assertThat(job.body().get("labels").get("customer").stringValue()).isEqualTo(SCRIPT);
            assertThat(job.whole().headers().firstValue("Content-Type")).hasValue("application/json");
            assertThat(get(host, "/api/jobs?state=dead").whole().body()).doesNotContain("password-1", "token-4711");
            assertThat(info.get("resources").get("jobs")).as("what may be done").isEmpty();
            assertThat(get(host, "/api/sequences").whole().body())
                    .contains("JobRejectedException: ******")
                    .doesNotContain("token-4711");
            assertThat(get(host, "/api/flows/" + flow).body().get("steps").size())
                    .isEqualTo(2);
            JsonNode step =
                    get(host, "/api/jobs?queue=prints").body().get("items").get(0);
            assertThat(step.get("type").stringValue()).isEqualTo(SCRIPT);
            JsonNode sample = get(host, "/api/live").body();
            assertThat(sample.get("totals").get("dead").longValue()).isEqualTo(1);
            assertThat(sample.get("workers").longValue()).isEqualTo(1);
        }
    }

    @Test
    void values_are_shown_where_the_application_says_so() {
        try (ConfigurableApplicationContext host = serve(TestDatabase.H2, "baton.dashboard.show-values=true")) {
            JsonNode job = get(host, "/api/jobs/" + dead(host)).body();
            assertThat(job.get("payload").stringValue()).contains("password-1");
            assertThat(job.get("error").stringValue()).contains("token-4711");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/,text/html",
        "/index.html,text/html",
        "/app.css,text/css",
        "/app.js,text/javascript",
        "/flows.js,text/javascript",
        "/icon.svg,image/svg+xml",
        "/api,application/json",
        "/api/nothing,application/problem+json",
        "/nothing.js,application/problem+json",
        "/no/where/at/all,application/problem+json"
    })
    void every_answer_is_kept_to_itself(String path, String type) {
        var headers = get(Reading.HOST, path).whole().headers();
        assertThat(headers.firstValue("Content-Type").orElseThrow()).startsWith(type);
        assertThat(headers.firstValue("Content-Security-Policy").orElseThrow())
                .startsWith("default-src 'none'; script-src 'self';")
                .contains("frame-ancestors 'none'")
                .doesNotContain("unsafe");
        assertThat(headers.firstValue("X-Content-Type-Options")).hasValue("nosniff");
        assertThat(headers.firstValue("Referrer-Policy")).hasValue("no-referrer");
        assertThat(headers.firstValue("Cache-Control")).hasValue("no-store");
    }

    /** Otherwise each is requested only when one that imports it has arrived. */
    @Test
    void the_page_requests_all_of_its_scripts_at_once() {
        String page = get(Reading.HOST, "/").whole().body();
        Set<String> found = new HashSet<>();
        Deque<String> unread = new ArrayDeque<>(List.of("app.js"));
        while (!unread.isEmpty()) {
            String script = unread.pop();
            if (found.add(script)) {
                assertThat(page).contains("\"" + script + "\"");
                Matcher imports = Pattern.compile("from '\\./([\\w.]+)'")
                        .matcher(get(Reading.HOST, "/" + script).whole().body());
                imports.results().forEach(each -> unread.push(each.group(1)));
            }
        }
        assertThat(found).hasSizeGreaterThan(15);
    }

    @Test
    void the_page_is_found_without_its_slash() {
        Answer answer = get(Reading.HOST, "");
        assertThat(answer.status()).isEqualTo(302);
        assertThat(answer.whole().headers().firstValue("Location")).hasValue("./dashboard/");
    }

    @ParameterizedTest
    @CsvSource({
        "/api/nothing,404",
        "/api/jobs/7000000,404",
        "/api/jobs/x,400",
        "/api/jobs?limit=0,400",
        "/api/jobs?state=odd,400",
        "/api/flows/1,404",
        "/nothing.html,404",
        "/DashboardRoutes.class,404",
        "/..%2f..%2fapplication.properties,400",
        "/%2e%2e/app.js,404"
    })
    void what_is_not_there_is_refused(String path, int status) {
        assertThat(get(Reading.HOST, path).status()).isEqualTo(status);
    }

    @Test
    void a_change_is_answered_although_the_audit_fails() {
        try (ConfigurableApplicationContext host = serve(TestDatabase.H2, "baton.dashboard.writes=true")) {
            assertThat(send(
                                    host,
                                    "/api/queues/bads",
                                    change(host, "{\"action\":\"pause\"}").header("Test-User", "unloved"))
                            .status())
                    .isEqualTo(200);
            assertThat(host.getBean(Application.class).audited).hasSize(1);
        }
    }

    @Test
    void a_database_that_cannot_be_reached_is_of_the_moment() {
        try (ConfigurableApplicationContext host = serve(TestDatabase.H2, "baton.worker.enabled=false")) {
            host.getBean(HikariDataSource.class).close();
            Answer answer = get(host, "/api/jobs");
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.body().get("detail").stringValue()).contains("the log of the application says why");
        }
    }

    @Test
    void a_rate_is_changed_with_its_burst() {
        try (ConfigurableApplicationContext host = serve(TestDatabase.H2, "baton.dashboard.writes=true")) {
            RateLimits rates = host.getBean(RateLimits.class);
            rates.define("api", Rate.of(5, Duration.ofSeconds(1)));
            assertThat(send(
                                    host,
                                    "/api/rate-limits/api",
                                    change(host, "{\"action\":\"change\",\"value\":\"7/PT1M burst 9\"}"))
                            .status())
                    .isEqualTo(200);
            assertThat(rates.inspect("api").orElseThrow().rate())
                    .isEqualTo(Rate.of(7, Duration.ofMinutes(1)).withBurst(9));
            assertThat(send(
                                    host,
                                    "/api/rate-limits/api",
                                    change(host, "{\"action\":\"change\",\"value\":\"7/1s burst\"}"))
                            .status())
                    .isEqualTo(400);
        }
    }

    @Test
    void changes_are_made_and_audited() {
        DatabaseAccess access = TestDatabase.H2.freshAccess();
        JobId dead;
        try (ConfigurableApplicationContext worker = serve(access)) {
            dead = dead(worker);
        }
        try (ConfigurableApplicationContext host =
                serve(access, "baton.dashboard.writes=true", "baton.worker.enabled=false")) {
            Jobs jobs = host.getBean(Jobs.class);
            assertThat(send(host, "/api/queues/bads", change(host, "{\"action\":\"pause\",\"value\":null}"))
                            .status())
                    .isEqualTo(200);
            assertThat(send(
                                    host,
                                    "/api/jobs/" + dead,
                                    change(host, "{\"action\":\"revive\"}").header("Test-User", "ada"))
                            .status())
                    .isEqualTo(200);
            assertThat(jobs.find(dead).orElseThrow().state()).isEqualTo(JobState.READY);
            assertThat(send(host, "/api/jobs/" + dead, change(host, "{\"action\":\"revive\"}"))
                            .status())
                    .isEqualTo(409);
            assertThat(host.getBean(Application.class).audited)
                    .extracting(event -> event.getAuditEvent().getPrincipal() + " "
                            + event.getAuditEvent().getData().get("action"))
                    .containsExactly("anonymous pause", "ada revive");
            for (String body : List.of("", "[]", "{", "{\"action\":1}", "{\"odd\":1}", "{\"action\":\"explode\"}")) {
                assertThat(send(host, "/api/jobs/1", change(host, body)).status())
                        .as(body)
                        .isEqualTo(400);
            }
            assertThat(send(host, "/api/jobs/1", change(host, " ".repeat(5000))).status())
                    .isEqualTo(413);
            assertThat(send(host, "/api/jobs", change(host, "{}")).status()).isEqualTo(404);
        }
    }

    @Test
    void where_it_only_reads_changes_are_refused() {
        assertThat(send(Reading.HOST, "/api/queues/x", change(Reading.HOST, "{\"action\":\"pause\"}"))
                        .status())
                .isEqualTo(403);
    }

    @Test
    void a_change_that_another_page_could_have_sent_is_refused() {
        try (ConfigurableApplicationContext host = serve(TestDatabase.H2, "baton.dashboard.writes=true")) {
            HttpRequest.BodyPublisher pause = HttpRequest.BodyPublishers.ofString("{\"action\":\"pause\"}");
            String path = "/api/queues/prints";
            HttpRequest.Builder own = HttpRequest.newBuilder().POST(pause).header("Origin", origin(host));
            assertThat(send(host, path, own.copy().header("Content-Type", "application/json"))
                            .status())
                    .isEqualTo(403);
            HttpRequest.Builder named = own.copy().header("X-Baton-Request", "1");
            assertThat(send(host, path, named.copy().header("Content-Type", "text/plain"))
                            .status())
                    .isEqualTo(415);
            named.header("Content-Type", "application/json");
            for (String origin : List.of("https://evil.example", "null", "http://localhost:1", "%")) {
                assertThat(send(host, path, named.copy().setHeader("Origin", origin))
                                .status())
                        .as(origin)
                        .isEqualTo(403);
            }
            assertThat(send(
                                    host,
                                    path,
                                    HttpRequest.newBuilder()
                                            .POST(pause)
                                            .header("X-Baton-Request", "1")
                                            .header("Content-Type", "application/json"))
                            .status())
                    .isEqualTo(403);
            assertThat(send(host, path, named.copy().header("Sec-Fetch-Site", "cross-site"))
                            .status())
                    .isEqualTo(403);
            assertThat(host.getBean(Application.class).audited).isEmpty();
            assertThat(send(host, path, named).status()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/app.js", "/api", "/api/jobs", "/api/live", "/nothing"})
    void only_this_machine_is_answered(String path) {
        assertThat(get(Reading.HOST, path, "Test-Address", "203.0.113.7").status())
                .isEqualTo(403);
        assertThat(get(Reading.HOST, path, "X-Forwarded-For", "203.0.113.7").status())
                .isEqualTo(403);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-Forwarded-For",
                "X-Forwarded-Proto",
                "X-Forwarded-Port",
                "Forwarded",
                "Via",
                "X-Real-IP",
                "X-Client-IP",
                "CF-Connecting-IP",
                "True-Client-IP"
            })
    void what_came_past_a_proxy_is_refused_whatever_that_says(String header) {
        assertThat(get(Reading.HOST, "/api", header, "127.0.0.1").status()).isEqualTo(403);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "server.forward-headers-strategy=framework",
                "server.forward-headers-strategy=native",
                "spring.main.cloud-platform=kubernetes",
                "server.tomcat.remoteip.remote-ip-header=x-forwarded-for",
                "test.forwarded=true"
            })
    void nobody_says_of_himself_that_he_is_here(String property) {
        try (ConfigurableApplicationContext host = serve(TestDatabase.H2, property)) {
            assertThat(get(host, "/api", "X-Forwarded-For", "127.0.0.1").status())
                    .isEqualTo(403);
        }
    }

    @Test
    void an_error_that_does_not_begin_with_its_class_is_hidden() {
        try (ConfigurableApplicationContext host = serve(TestDatabase.H2)) {
            Jobs jobs = host.getBean(Jobs.class);
            JobId id = jobs.enqueue(new Hiding(), options -> options.maxAttempts(1))
                    .id();
            await().until(() -> jobs.find(id).orElseThrow().state() == JobState.DEAD);
            assertThat(get(host, "/api/jobs/" + id.value()).body().get("error").stringValue())
                    .isEqualTo("******");
            assertThat(get(host, "/api/jobs").whole().body()).doesNotContain("token4712");
        }
    }

    @Test
    void a_flow_that_has_ended_cannot_be_cancelled() {
        try (ConfigurableApplicationContext host = serve(TestDatabase.H2)) {
            Flows flows = host.getBean(Flows.class);
            BatchId id = flows.start(Flow.of(new Print(1))).id();
            await().until(() -> flows.find(id).orElseThrow().state() == BatchState.COMPLETE);
            assertThatThrownBy(() -> host.getBean(Operations.class)
                            .change("flows", Long.toString(id.value()), "cancel", null, Shown.MASKED, "somebody"))
                    .isInstanceOfSatisfying(RefusedException.class, refused -> assertThat(refused.status())
                            .isEqualTo(409));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/app.js", "/api", "/api/jobs", "/api/live", "/api/jobs/0", "/api/other"})
    void head_is_answered_like_get_without_a_body(String path) {
        Answer head =
                send(Reading.HOST, path, HttpRequest.newBuilder().method("HEAD", HttpRequest.BodyPublishers.noBody()));
        assertThat(head.whole().body()).isEmpty();
        assertThat(head.whole().headers().firstValue("Content-Security-Policy")).isPresent();
        assertThat(head.status()).isEqualTo(get(Reading.HOST, path).status());
    }

    @Test
    void parameters_that_are_no_text_are_refused() {
        assertThat(get(Reading.HOST, "/api/jobs?state=%ff").status()).isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource({
        "localhost,200",
        "LOCALHOST:80,200",
        "127.0.0.1,200",
        "[::1]:8080,200",
        "evil.example,403",
        "localhost.evil.example,403",
        "127.0.0.1.evil.example:8080,403"
    })
    void another_name_that_leads_here_is_refused(String name, int status) throws IOException {
        int port = URI.create(origin(Reading.HOST)).getPort();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream()
                    .write(("GET " + PATH + "/api HTTP/1.1\r\nHost: " + name + "\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(answer).startsWith("HTTP/1.1 " + status);
        }
    }

    @Test
    void who_is_authenticated_is_answered_wherever_they_are() {
        assertThat(get(Reading.HOST, "/api", "Test-Address", "203.0.113.7", "Test-User", "ada")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void a_role_is_needed_by_everybody() {
        try (ConfigurableApplicationContext host = serve(TestDatabase.H2, "baton.dashboard.role=OPERATOR")) {
            assertThat(get(host, "/").status()).isEqualTo(403);
            assertThat(get(host, "/api", "Test-User", "ada").status()).isEqualTo(403);
            assertThat(get(host, "/api", "Test-User", "ada", "Test-Role", "OPERATOR")
                            .status())
                    .isEqualTo(200);
        }
    }

    @ParameterizedTest
    @CsvSource({"Sec-Fetch-Site,cross-site", "Sec-Fetch-Site,same-site", "Origin,https://evil.example"})
    void what_another_site_requests_is_refused(String header, String value) {
        for (String path : List.of("/api", "/api/jobs", "/api/jobs/1", "/api/live")) {
            assertThat(get(Reading.HOST, path, header, value).status()).as(path).isEqualTo(403);
        }
    }
}
