package io.baton.actuate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.baton.Batch;
import io.baton.BatchState;
import io.baton.Batches;
import io.baton.Flow;
import io.baton.FlowGraph;
import io.baton.Flows;
import io.baton.JobContext;
import io.baton.JobFilter;
import io.baton.JobHandler;
import io.baton.JobId;
import io.baton.JobRejectedException;
import io.baton.JobState;
import io.baton.JobType;
import io.baton.Jobs;
import io.baton.Rate;
import io.baton.RateLimits;
import io.baton.Recurrence;
import io.baton.Recurring;
import io.baton.RecurringJobs;
import io.baton.RequiresPermit;
import io.baton.batch.web.WebHost;
import io.baton.testing.TestDatabase;
import io.baton.worker.life.Worker;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.data.domain.PageRequest;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The endpoint over HTTP, in an application with Spring MVC. */
@Timeout(600)
class EndpointTests {

    private static final JsonMapper JSON = new JsonMapper();

    @JobType(name = "bad", queue = "bads")
    record Bad(String secret) {}

    @JobType(name = "print", queue = "prints")
    record Print(int page) {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        final Queue<AuditApplicationEvent> audited = new ConcurrentLinkedQueue<>();

        @EventListener
        void audited(AuditApplicationEvent event) {
            audited.add(event);
        }

        @Bean
        RoleByHeader roles() {
            return new RoleByHeader();
        }

        @JobHandler
        void handle(Bad bad) {
            throw new JobRejectedException("token-4711 is wrong");
        }

        @JobHandler
        @RequiresPermit("printer")
        void print(Print page) {}

        @JobHandler("ask")
        void ask(Ask ask, JobContext job) {
            job.step("charge", String.class).call(key -> "card-" + ask.secret());
            job.sleep("cool-off", Duration.ofDays(3));
            job.await("approved", Boolean.class, Duration.ofDays(7));
        }

        @Recurring(cron = "0 0 3 * * *", name = "nightly")
        @JobHandler("nightly")
        void nightly(JobContext job) {}
    }

    private record Ask(String secret) {}

    private record Answer(int status, JsonNode body) {}

    private static ConfigurableApplicationContext serve(TestDatabase kind, String... properties) {
        List<String> all = new ArrayList<>(List.of(
                "baton.semaphores.printer=1",
                "baton.worker.name=one",
                "baton.worker.poll-interval=100ms",
                "baton.dashboard.writes=true",
                "baton.dashboard.role=OPERATOR",
                "management.endpoints.web.exposure.include=baton"));
        all.addAll(List.of(properties));
        return WebHost.serve(Application.class, kind.freshAccess(), all.toArray(String[]::new));
    }

    private static Answer get(ConfigurableApplicationContext host, String path) {
        return send(host, path, HttpRequest.newBuilder().GET());
    }

    private static Answer post(ConfigurableApplicationContext host, String path, String body) {
        return send(
                host,
                path,
                HttpRequest.newBuilder()
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    private static Answer send(ConfigurableApplicationContext host, String path, HttpRequest.Builder request) {
        try {
            String base = WebHost.address(host) + "/actuator/baton";
            HttpResponse<String> answer = HttpClient.newHttpClient()
                    .send(
                            request.uri(URI.create(base + path))
                                    .header(RoleByHeader.HEADER, "OPERATOR")
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            String body = answer.body();
            return new Answer(answer.statusCode(), JSON.readTree(body.isBlank() ? "null" : body));
        } catch (Exception e) {
            throw new IllegalStateException(path, e);
        }
    }

    private static JobId dead(ConfigurableApplicationContext host, String secret) {
        Jobs jobs = host.getBean(Jobs.class);
        JobId id = jobs.enqueue(new Bad(secret), options -> options.label("customer", "17")
                        .sequence("customer:17"))
                .id();
        await().until(() -> jobs.find(id).orElseThrow().state() == JobState.DEAD);
        return id;
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void everything_can_be_read_and_what_may_be_secret_is_masked(TestDatabase kind) {
        try (ConfigurableApplicationContext host = serve(kind)) {
            JobId dead = dead(host, "password-1");
            host.getBean(RateLimits.class).define("api", Rate.of(5, Duration.ofSeconds(1)));
            host.getBean(Batches.class).open("night");
            var flow = host.getBean(Flows.class).start(Flow.group(List.of(new Print(1))));

            post(host, "/queues/aside", "{\"action\": \"pause\"}");
            host.getBean(Jobs.class).enqueue(new Bad("share"), options -> options.queue("of-none")
                    .share("acme"));

            JobId asks = waiting(host, "4712");
            JsonNode resources = get(host, "").body();
            assertThat(resources.propertyNames())
                    .containsExactly(
                            "activity",
                            "queues",
                            "jobs",
                            "matching",
                            "steps",
                            "workers",
                            "semaphores",
                            "rate-limits",
                            "sequences",
                            "shares",
                            "batches",
                            "flows",
                            "recurring",
                            "changes",
                            "diagnosis");
            for (String resource : resources.propertyNames()) {
                Answer list = get(
                        host,
                        "/" + resource
                                + (resource.equals("diagnosis") ? "?type=print" : "")
                                + (resource.equals("steps") ? "?job=" + asks : ""));
                assertThat(list.status()).as(resource).isEqualTo(200);
                assertThat(list.body().get("items").size()).as(resource).isPositive();
            }

            Answer job = get(host, "/jobs/" + dead);
            assertThat(job.status()).isEqualTo(200);
            assertThat(job.body().get("payload").stringValue()).isEqualTo("******");
            assertThat(job.body().get("error").stringValue()).isEqualTo("io.baton.JobRejectedException: ******");
            assertThat(job.body().get("failedAttempts").size()).isEqualTo(1);
            assertThat(job.body().get("failedAttempts").get(0).get("error").stringValue())
                    .isEqualTo("io.baton.JobRejectedException: ******");
            assertThat(job.body().get("failedAttempts").get(0).get("worker").stringValue())
                    .isEqualTo("one");
            assertThat(job.body().get("state").stringValue()).isEqualTo("DEAD");
            assertThat(get(host, "/jobs?state=dead&label=customer%3D17").body().toString())
                    .contains("JobRejectedException")
                    .doesNotContain("password-1", "token-4711");
            assertThat(get(host, "/queues/bads").body().get("dead").longValue()).isEqualTo(1);
            JsonNode worker = get(host, "/workers").body().get("items").get(0);
            assertThat(worker.get("name").stringValue()).isEqualTo("one");
            assertThat(get(host, "/workers/" + worker.get("id").longValue())
                            .body()
                            .get("held")
                            .isArray())
                    .isTrue();
            assertThat(get(host, "/semaphores/printer")
                            .body()
                            .get("limit")
                            .get("capacity")
                            .intValue())
                    .isEqualTo(1);
            assertThat(get(host, "/rate-limits/api").status()).isEqualTo(200);
            assertThat(get(host, "/flows/" + flow.id()).body().get("steps").size())
                    .isEqualTo(1);
            JsonNode nightly = get(host, "/recurring/nightly").body();
            assertThat(nightly.get("recurring").get("nextTicks").size()).isEqualTo(10);
            assertThat(nightly.get("lastRuns").size()).isZero();
            assertThat(job.body().get("relations").get("workerId").longValue())
                    .isEqualTo(worker.get("id").longValue());
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void limits_and_recurring_jobs_tell_of_their_jobs(TestDatabase kind) {
        try (ConfigurableApplicationContext host = serve(kind)) {
            Jobs jobs = host.getBean(Jobs.class);
            Worker worker = host.getBean(Worker.class);
            // one that runs learns of a pause a moment later, and might run the first job
            worker.stop();
            jobs.pause("prints");
            worker.start();
            JobId first = jobs.enqueue(new Print(1)).id();
            JobId second = jobs.enqueue(new Print(2)).id();
            JsonNode why =
                    get(host, "/diagnosis?job=" + first).body().get("items").get(0);
            assertThat(why.get("cause").stringValue()).isEqualTo("QUEUE_PAUSED");
            assertThat(why.get("action").stringValue()).contains("\"prints\"");
            assertThat(why.get("jobs").isArray()).isTrue();
            assertThat(get(host, "/diagnosis?flow=4711").body().toString()).contains("UNKNOWN_OR_UNCOMMITTED");
            assertThat(get(host, "/diagnosis").status()).isEqualTo(400);
            assertThat(get(host, "/diagnosis?job=1&queue=prints").status()).isEqualTo(400);
            JsonNode printer = get(host, "/semaphores/printer").body();
            assertThat(printer.get("holders").size() + printer.get("waiters").size())
                    .isEqualTo(2);
            assertThat(printer.get("waiters").toString())
                    .contains("\"job\":" + second.value(), "\"type\":\"print\"", "\"since\":");
            assertThat(printer.toString()).contains("\"job\":" + first.value());

            await().until(() -> get(host, "/recurring/nightly").status() == 200);
            JobId run = host.getBean(RecurringJobs.class).trigger("nightly").id();
            JsonNode last =
                    get(host, "/recurring/nightly").body().get("lastRuns").get(0);
            assertThat(last.get("job").longValue()).isEqualTo(run.value());
            assertThat(Instant.parse(last.get("tick").stringValue()))
                    .isBefore(Instant.now().plusSeconds(60));

            var flow = host.getBean(Flows.class)
                    .start(new FlowGraph().step("print-it", new Print(3)).flow());
            JobId step = jobs.search(JobFilter.all().batch(flow.id()), PageRequest.of(0, 1))
                    .getContent()
                    .get(0)
                    .id();
            assertThat(get(host, "/jobs/" + step)
                            .body()
                            .get("relations")
                            .get("step")
                            .stringValue())
                    .isEqualTo("print-it");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void jobs_are_counted_and_changed_by_what_they_match(TestDatabase kind) {
        try (ConfigurableApplicationContext host = serve(kind, "baton.dashboard.show-values=true")) {
            JobId dead = dead(host, "password-1");
            Jobs jobs = host.getBean(Jobs.class);
            JobId later = jobs.enqueue(new Bad("2"), options -> options.delay(Duration.ofHours(1)))
                    .id();
            JsonNode found =
                    get(host, "/matching?type=bad&since=1h").body().get("items").get(0);
            assertThat(found.get("count").longValue()).isEqualTo(2);
            assertThat(found.get("more").booleanValue()).isFalse();
            assertThat(found.get("newest").longValue()).isEqualTo(later.value());
            assertThat(found.get("byState").get("DEAD").longValue()).isEqualTo(1);
            assertThat(found.get("byState").get("SCHEDULED").longValue()).isEqualTo(1);
            assertThat(allPages(
                            host,
                            "/jobs?error=token-4711&until=" + Instant.now().plusSeconds(60)))
                    .singleElement()
                    .satisfies(job -> assertThat(job.get("id").longValue()).isEqualTo(dead.value()));
            assertThat(allPages(host, "/jobs?error=token-4712")).isEmpty();
            assertThat(allPages(host, "/jobs?until=1h")).isEmpty();

            Answer cancelled =
                    post(host, "/matching/jobs", "{\"action\": \"cancel\", \"value\": \"error=token-4711&type=bad\"}");
            assertThat(cancelled.body().get("jobs").longValue()).isEqualTo(1);
            assertThat(cancelled.body().get("next").isNull()).isTrue();
            assertThat(jobs.find(dead).orElseThrow().state()).isEqualTo(JobState.CANCELLED);
            assertThat(jobs.find(later).orElseThrow().state()).isEqualTo(JobState.SCHEDULED);
            assertThat(post(host, "/matching/jobs", "{\"action\": \"cancel\"}").status())
                    .isEqualTo(400);
            assertThat(host.getBean(Application.class).audited)
                    .extracting(event -> event.getAuditEvent().getData().get("value"))
                    .as("what the audit learns")
                    .containsExactly("error=******&type=bad");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void a_blocked_sequence_is_shown_and_skipped(TestDatabase kind) {
        try (ConfigurableApplicationContext host = serve(kind)) {
            JobId dead = dead(host, "password-1");
            Jobs jobs = host.getBean(Jobs.class);
            JobId next = jobs.enqueue(new Print(1), options -> options.sequence("customer:17"))
                    .id();
            JsonNode blocked = get(host, "/sequences").body().get("items").get(0);
            assertThat(blocked.get("name").stringValue()).isEqualTo("customer:17");
            assertThat(blocked.get("head").longValue()).isEqualTo(dead.value());
            assertThat(blocked.get("headState").stringValue()).isEqualTo("DEAD");
            assertThat(blocked.get("error").stringValue()).isEqualTo("io.baton.JobRejectedException: ******");
            assertThat(blocked.get("waiting").longValue()).isEqualTo(1);
            assertThat(get(host, "/sequences/customer:17")
                            .body()
                            .get("waiters")
                            .get(0)
                            .longValue())
                    .isEqualTo(next.value());
            JsonNode why =
                    get(host, "/diagnosis?job=" + next).body().get("items").get(0);
            assertThat(why.get("cause").stringValue()).isEqualTo("WAITS_FOR_TURN");
            assertThat(why.get("jobs").get(0).longValue()).isEqualTo(dead.value());

            assertThat(post(host, "/sequences/customer:17", "{\"action\": \"skip\"}")
                            .status())
                    .isEqualTo(200);
            await().until(() -> jobs.find(next).orElseThrow().state() == JobState.COMPLETED);
            assertThat(get(host, "/sequences").body().get("items").isEmpty()).isTrue();
            JsonNode change = get(host, "/changes").body().get("items").get(0);
            assertThat(change.get("action").stringValue()).isEqualTo("skip");
            assertThat(change.get("was").stringValue()).isEqualTo("job " + dead + " DEAD");
        }
    }

    private static JobId waiting(ConfigurableApplicationContext host, String secret) {
        Jobs jobs = host.getBean(Jobs.class);
        JobId id = jobs.enqueueNamed("ask", new Ask(secret)).id();
        await().until(() -> jobs.find(id).orElseThrow().state() == JobState.WAITING);
        return id;
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void a_wait_is_shown_ended_and_answered_by_a_signal(TestDatabase kind) {
        try (ConfigurableApplicationContext host = serve(kind)) {
            JobId id = waiting(host, "4712");
            JsonNode steps = get(host, "/steps?job=" + id).body().get("items");
            assertThat(steps.get(0).get("name").stringValue()).isEqualTo("charge");
            assertThat(steps.get(0).get("kind").stringValue()).isEqualTo("CALL");
            assertThat(steps.get(0).get("result").stringValue()).isEqualTo("******");
            assertThat(steps.get(1).get("state").stringValue()).isEqualTo("WAITING");
            assertThat(Instant.parse(steps.get(1).get("waitsUntil").stringValue()))
                    .isAfter(Instant.now().plus(Duration.ofDays(2)));
            assertThat(get(host, "/steps").status()).isEqualTo(400);
            assertThat(get(host, "/steps/" + id + ":charge").body().get("state").stringValue())
                    .isEqualTo("DONE");
            assertThat(get(host, "/queues/default").body().get("suspended").longValue())
                    .isEqualTo(1);
            assertThat(get(host, "/jobs?state=waiting").body().get("items").size())
                    .isEqualTo(1);
            assertThat(why(host, id)).contains("SUSPENDED", "cool-off");
            assertThat(post(host, "/jobs/" + id, "{\"action\": \"reschedule\", \"value\": \"1h\"}")
                            .status())
                    .isEqualTo(409);

            assertThat(post(host, "/steps/" + id + ":charge", "{\"action\": \"end-wait\"}")
                            .status())
                    .isEqualTo(409);
            assertThat(post(host, "/steps/" + id + ":cool-off", "{\"action\": \"end-wait\"}")
                            .status())
                    .isEqualTo(200);
            await().until(() -> why(host, id).contains("approved"));
            assertThat(why(host, id)).contains("SUSPENDED");
            assertThat(post(host, "/steps/" + id + ":charge", "{\"action\": \"forget\"}")
                            .status())
                    .isEqualTo(200);

            String signal = "{\"action\": \"signal\", \"value\": \"approved=true\"}";
            assertThat(post(host, "/jobs/" + id, signal).status()).isEqualTo(200);
            await().until(() -> host.getBean(Jobs.class).find(id).orElseThrow().state() == JobState.COMPLETED);
            assertThat(post(host, "/jobs/" + id, signal).status()).isEqualTo(409);
            assertThat(post(host, "/jobs/4711000", signal).status()).isEqualTo(404);
            JsonNode changes = get(host, "/changes").body().get("items");
            assertThat(changes.get(0).get("action").stringValue()).isEqualTo("signal");
            assertThat(changes.get(0).get("value").stringValue())
                    .as("values of signals are not kept")
                    .isEqualTo("approved");
            assertThat(changes.get(1).get("target").stringValue()).isEqualTo(id + ":charge");
            assertThat(changes.get(2).get("was").stringValue()).isEqualTo("WAITING");
        }
    }

    private static String why(ConfigurableApplicationContext host, JobId job) {
        return get(host, "/diagnosis?job=" + job).body().toString();
    }

    @Test
    void masked_errors_are_not_found_by_their_text() {
        try (ConfigurableApplicationContext host = serve(TestDatabase.H2)) {
            JobId dead = dead(host, "password-1");
            for (String resource : List.of("jobs", "matching")) {
                assertThat(get(host, "/" + resource + "?error=token-4711").status())
                        .isEqualTo(400);
            }
            assertThat(post(host, "/matching/jobs", "{\"action\": \"cancel\", \"value\": \"error=token-4711\"}")
                            .status())
                    .isEqualTo(400);
            assertThat(host.getBean(Jobs.class).find(dead).orElseThrow().state())
                    .isEqualTo(JobState.DEAD);
        }
    }

    @Test
    void values_are_shown_to_whom_the_application_shows_them() {
        try (ConfigurableApplicationContext host = serve(TestDatabase.H2, "baton.dashboard.show-values=true")) {
            JobId dead = dead(host, "password-1");
            JsonNode job = get(host, "/jobs/" + dead).body();
            assertThat(job.get("payload").stringValue()).contains("password-1");
            assertThat(job.get("error").stringValue()).contains("token-4711");
            JsonNode listed = get(host, "/jobs?state=dead").body().get("items").get(0);
            assertThat(listed.get("error").stringValue()).contains("token-4711").doesNotContain("\n");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void a_batchs_dead_jobs_are_found_and_all_revived_or_cancelled(TestDatabase kind) {
        try (ConfigurableApplicationContext host = serve(kind)) {
            JobId other = dead(host, "other");
            Batch batch = host.getBean(Batches.class).open("night");
            batch.addJobs(IntStream.range(0, 3).mapToObj(number -> new Bad("b" + number)));
            batch.seal();
            await().until(() -> batch.status().state() == BatchState.STUCK);
            assertThat(allPages(host, "/jobs?limit=2&state=dead&batch=" + batch.id()))
                    .hasSize(3)
                    .noneMatch(job -> job.get("id").longValue() == other.value());

            Answer revived = post(host, "/batches/" + batch.id(), "{\"action\": \"revive-dead\"}");
            assertThat(revived.status()).isEqualTo(200);
            assertThat(revived.body().get("jobs").longValue()).isEqualTo(3);
            assertThat(revived.body().get("next").isNull()).isTrue();
            await().until(() -> batch.status().state() == BatchState.STUCK
                    && host.getBean(Jobs.class).drained(JobFilter.all().batch(batch.id())));

            Answer cancelled = post(host, "/batches/" + batch.id(), "{\"action\": \"cancel-dead\"}");
            assertThat(cancelled.body().get("jobs").longValue()).isEqualTo(3);
            await().until(() -> batch.status().state() == BatchState.COMPLETE);
            assertThat(host.getBean(Jobs.class).find(other).orElseThrow().state())
                    .isEqualTo(JobState.DEAD);
        }
    }

    @Test
    void more_dead_jobs_than_one_call_may_change_are_changed_in_portions() {
        try (ConfigurableApplicationContext host = serve(TestDatabase.H2, "logging.level.io.baton=error")) {
            Batch batch = host.getBean(Batches.class).open("many");
            batch.addJobs(IntStream.range(0, 2_003).mapToObj(number -> new Bad("b" + number)));
            batch.seal();
            await().atMost(Duration.ofMinutes(5)).until(() -> batch.status().state() == BatchState.STUCK);
            String path = "/batches/" + batch.id();

            JsonNode first = post(host, path, "{\"action\": \"cancel-dead\"}").body();
            assertThat(first.get("jobs").longValue()).isEqualTo(2_000);
            JsonNode rest = post(
                            host,
                            path,
                            "{\"action\": \"cancel-dead\", \"value\": \""
                                    + first.get("next").stringValue() + "\"}")
                    .body();
            assertThat(rest.get("jobs").longValue()).isEqualTo(3);
            assertThat(rest.get("next").isNull()).isTrue();
            await().until(() -> batch.status().state() == BatchState.COMPLETE);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void a_served_queue_is_listed_without_jobs_and_pausing_an_unknown_warns(TestDatabase kind) {
        try (ConfigurableApplicationContext host = serve(kind)) {
            await().until(() -> get(host, "/queues/prints").status() == 200);
            assertThat(allPages(host, "/queues?limit=2"))
                    .map(queue -> queue.get("queue").stringValue())
                    .containsExactly("bads", "default", "prints");
            assertThat(get(host, "/queues/prints").body().get("ready").longValue())
                    .isZero();
            Answer known = post(host, "/queues/prints", "{\"action\": \"pause\"}");
            assertThat(known.body().get("warning").isNull()).isTrue();

            Answer unknown = post(host, "/queues/pritns", "{\"action\": \"pause\"}");
            assertThat(unknown.status()).isEqualTo(200);
            assertThat(unknown.body().get("warning").stringValue())
                    .contains("No living node serves this queue", "Did you mean 'prints'?", "resumed");
            assertThat(get(host, "/queues/pritns").body().get("paused").booleanValue())
                    .isTrue();
        }
    }

    @Test
    void an_unknown_parameter_is_refused_with_the_one_that_was_meant() {
        ConfigurableApplicationContext host = Refusing.host();
        assertThat(get(host, "/jobs?qeue=prints").body().get("detail").stringValue())
                .contains("'qeue'", "Did you mean 'queue'?", "batch");
        assertThat(get(host, "/queues?state=dead").body().get("detail").stringValue())
                .contains("'state'", "[after, limit]");
        assertThat(post(host, "/semaphores/pritner", "{\"action\": \"resize\", \"value\": \"3\"}")
                        .body()
                        .get("detail")
                        .stringValue())
                .contains("There is no semaphore 'pritner'", "Did you mean 'printer'?");
    }

    private static List<JsonNode> allPages(ConfigurableApplicationContext host, String list) {
        List<JsonNode> items = new ArrayList<>();
        String after = "";
        do {
            JsonNode page = get(host, list + after).body();
            page.get("items").forEach(items::add);
            after = page.get("next").isNull()
                    ? ""
                    : "&after=" + URLEncoder.encode(page.get("next").stringValue(), StandardCharsets.UTF_8);
        } while (!after.isEmpty());
        return items;
    }

    @Test
    void a_list_goes_on_where_its_last_page_ended() {
        try (ConfigurableApplicationContext host = serve(TestDatabase.H2, "baton.worker.enabled=false")) {
            host.getBean(Jobs.class).enqueueAll(IntStream.range(0, 25).mapToObj(Print::new));
            List<Long> seen = allPages(host, "/jobs?limit=10").stream()
                    .map(job -> job.get("id").longValue())
                    .toList();
            assertThat(seen)
                    .hasSize(25)
                    .doesNotHaveDuplicates()
                    .isSortedAccordingTo((one, other) -> Long.compare(other, one));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void more_than_a_thousand_recurring_jobs_are_listed_to_the_end(TestDatabase kind) {
        try (ConfigurableApplicationContext host = serve(kind, "baton.worker.enabled=false")) {
            RecurringJobs recurring = host.getBean(RecurringJobs.class);
            List<String> names = new ArrayList<>(List.of("A", "a", "\u00e4", "\uff5e", "\ud83d\ude00"));
            IntStream.range(0, 1_001).forEach(number -> names.add("tenant:" + number));
            new TransactionTemplate(host.getBean(PlatformTransactionManager.class))
                    .executeWithoutResult(status ->
                            names.forEach(name -> recurring.addNamed(name, Recurrence.cron("-"), "elsewhere")));
            List<String> seen = allPages(host, "/recurring?limit=200").stream()
                    .map(job -> job.get("name").stringValue())
                    .toList();
            assertThat(seen).containsExactlyInAnyOrderElementsOf(names);
            assertThat(recurring.list()).hasSize(RecurringJobs.MOST);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void a_queue_is_paused_for_a_duration_or_until_a_time(TestDatabase kind) {
        try (ConfigurableApplicationContext host = serve(kind)) {
            Instant hour = Instant.now().plusSeconds(3600);
            for (String value : List.of("1h", hour.toString())) {
                assertThat(post(host, "/queues/prints", "{\"action\": \"pause\", \"value\": \"" + value + "\"}")
                                .status())
                        .isEqualTo(200);
                assertThat(Duration.parse(get(host, "/queues/prints")
                                .body()
                                .get("pausedFor")
                                .stringValue()))
                        .isBetween(Duration.ofMinutes(50), Duration.ofMinutes(61));
                assertThat(post(host, "/queues/prints", "{\"action\": \"resume\"}")
                                .status())
                        .isEqualTo(200);
            }
            assertThat(get(host, "/changes?limit=1")
                            .body()
                            .get("items")
                            .get(0)
                            .get("was")
                            .stringValue())
                    .as("the end of the pause that was resumed")
                    .startsWith(hour.toString().substring(0, 13));
            JsonNode page = get(host, "/changes?limit=3").body();
            assertThat(page.get("items")).hasSize(3);
            assertThat(get(host, "/changes?limit=3&after=" + page.get("next").stringValue())
                            .body()
                            .get("items"))
                    .as("the first of the four changes")
                    .hasSize(1);
            for (String value : List.of("banana", "-10m")) {
                assertThat(post(host, "/queues/prints", "{\"action\": \"pause\", \"value\": \"" + value + "\"}"))
                        .as(value)
                        .satisfies(answer -> assertThat(answer.status()).isEqualTo(400));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void changes_are_made_and_audited(TestDatabase kind) {
        try (ConfigurableApplicationContext host = serve(kind)) {
            Jobs jobs = host.getBean(Jobs.class);
            JobId dead = dead(host, "x");
            assertThat(post(host, "/queues/prints", "{\"action\": \"pause\"}").status())
                    .isEqualTo(200);
            // in a queue that no worker serves: the worker may learn of the pause a moment later
            JobId waiting = jobs.enqueue(new Print(1), options -> options.queue("shelf"))
                    .id();
            assertThat(get(host, "/queues/prints").body().get("paused").booleanValue())
                    .isTrue();
            assertThat(get(host, "/queues/prints").body().get("pausedFor").isNull())
                    .as("a pause without an end")
                    .isTrue();
            assertThat(post(host, "/jobs/" + waiting, "{\"action\": \"reschedule\", \"value\": \"2h\"}")
                            .status())
                    .isEqualTo(200);
            assertThat(jobs.find(waiting).orElseThrow().state()).isEqualTo(JobState.SCHEDULED);
            assertThat(post(host, "/jobs/" + waiting, "{\"action\": \"cancel\"}")
                            .status())
                    .isEqualTo(200);
            assertThat(jobs.find(waiting).orElseThrow().state()).isEqualTo(JobState.CANCELLED);
            assertThat(post(host, "/jobs/" + dead, "{\"action\": \"revive\"}").status())
                    .isEqualTo(200);
            assertThat(post(host, "/semaphores/printer", "{\"action\": \"resize\", \"value\": \"3\"}")
                            .status())
                    .isEqualTo(200);
            assertThat(get(host, "/semaphores/printer")
                            .body()
                            .get("limit")
                            .get("capacity")
                            .intValue())
                    .isEqualTo(3);
            assertThat(post(host, "/queues/prints", "{\"action\": \"resume\"}").status())
                    .isEqualTo(200);
            Answer triggered = post(host, "/recurring/nightly", "{\"action\": \"trigger\"}");
            assertThat(triggered.status()).isEqualTo(200);
            assertThat(jobs.find(JobId.valueOf(triggered.body().get("id").stringValue())))
                    .isPresent();

            assertThat(host.getBean(Application.class).audited)
                    .extracting(event -> event.getAuditEvent().getPrincipal() + " "
                            + event.getAuditEvent().getType() + " "
                            + event.getAuditEvent().getData().get("action"))
                    .containsExactly(
                            "anonymous BATON_CHANGE pause",
                            "anonymous BATON_CHANGE reschedule",
                            "anonymous BATON_CHANGE cancel",
                            "anonymous BATON_CHANGE revive",
                            "anonymous BATON_CHANGE resize",
                            "anonymous BATON_CHANGE resume",
                            "anonymous BATON_CHANGE trigger");
            JsonNode changes = get(host, "/changes").body().get("items");
            assertThat(changes)
                    .extracting(change -> change.get("principal").stringValue() + " "
                            + change.get("resource").stringValue() + " "
                            + change.get("action").stringValue() + " " + change.get("was"))
                    .startsWith(
                            "anonymous recurring trigger null",
                            "anonymous queues resume \"until resumed\"",
                            "anonymous semaphores resize \"1\"",
                            "anonymous jobs revive \"DEAD\"");
            assertThat(changes).hasSize(7);
            assertThat(changes.get(2).get("value").stringValue()).isEqualTo("3");
            assertThat(changes.toString()).doesNotContain("token-4711", "secret");
            assertThat(get(host, "/changes?resource=queues&target=prints&principal=anonymous")
                            .body()
                            .get("items"))
                    .hasSize(2);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            GET  | /nothing               | 404
            GET  | /jobs/7000000          | 404
            GET  | /jobs/x                | 400
            GET  | /jobs?limit=0          | 400
            GET  | /jobs?limit=100000     | 400
            GET  | /jobs?state=odd        | 400
            GET  | /jobs?state=,          | 400
            GET  | /jobs?label=odd        | 400
            GET  | /jobs?after=odd        | 400
            GET  | /jobs?batch=odd        | 400
            GET  | /jobs?qeue=prints      | 400
            GET  | /jobs/1?state=dead     | 400
            GET  | ?state=dead            | 400
            GET  | /queues?state=dead     | 400
            GET  | /activity?limit=5      | 400
            GET  | /workers?after=5       | 400
            POST | /jobs/1?vlaue=5 cancel | 400
            GET  | /workers/none          | 400
            GET  | /workers/1             | 404
            GET  | /semaphores/none       | 404
            GET  | /sequences/none        | 404
            GET  | /recurring/none        | 404
            GET  | /flows/1               | 404
            POST | /jobs/7000000 cancel   | 404
            POST | /jobs/1 explode        | 400
            POST | /jobs/1 revive         | 409
            POST | /queues/prints resume  | 409
            POST | /recurring/none pause  | 404
            POST | /recurring/nightly resume | 409
            POST | /recurring/nightly remove | 409
            POST | /sequences/none skip   | 404
            POST | /semaphores/none resize 3 | 404
            POST | /semaphores/printer resize many | 400
            POST | /semaphores/printer resize -3 | 400
            POST | /rate-limits/none change 3 | 400
            POST | /flows/99 cancel       | 404
            POST | /batches/1 cancel      | 400
            POST | /batches/99 revive-dead | 404
            POST | /flows/99 cancel-dead   | 404
            POST | /batches/99 cancel-dead x | 404
            POST | /jobs/1 reschedule     | 400
            POST | /jobs/1 reschedule soon | 400
            """)
    void what_cannot_be_is_refused_with_its_status(String method, String call, int status) {
        ConfigurableApplicationContext host = Refusing.host();
        List<String> words = List.of(call.split(" ", -1));
        Answer answer = method.equals("GET")
                ? get(host, words.get(0))
                : post(
                        host,
                        words.get(0),
                        words.size() == 2
                                ? "{\"action\": \"" + words.get(1) + "\"}"
                                : "{\"action\": \"" + words.get(1) + "\", \"value\": \"" + words.get(2) + "\"}");
        assertThat(answer.status()).as(answer.body().toString()).isEqualTo(status);
        assertThat(answer.body().get("detail").stringValue()).isNotBlank();
        assertThat(host.getBean(Application.class).audited).isEmpty();
    }

    /** One application for all refusals, closed with the JVM. */
    private static final class Refusing {

        private static final ConfigurableApplicationContext HOST = serve(TestDatabase.H2);

        static {
            HOST.getBean(Jobs.class).enqueue(new Print(1), options -> options.delay(Duration.ofHours(1)));
        }

        static ConfigurableApplicationContext host() {
            return HOST;
        }
    }

    @Test
    void without_exposure_there_is_no_endpoint() {
        try (ConfigurableApplicationContext host =
                serve(TestDatabase.H2, "management.endpoints.web.exposure.include=health")) {
            assertThat(host.getBeansOfType(BatonEndpoint.class)).isEmpty();
            assertThat(get(host, "").status()).isEqualTo(404);
        }
    }

    @Test
    void where_writes_are_not_allowed_they_are_refused() {
        try (ConfigurableApplicationContext host =
                serve(TestDatabase.H2, "management.endpoint.baton.access=read-only")) {
            assertThat(get(host, "/queues").status()).isEqualTo(200);
            assertThat(post(host, "/queues/prints", "{\"action\": \"pause\"}").status())
                    .isEqualTo(405);
        }
    }
}
