package io.baton.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.JobHandler;
import io.baton.JobId;
import io.baton.JobState;
import io.baton.JobType;
import io.baton.Jobs;
import io.baton.batch.web.WebHost;
import io.baton.operator.Operations;
import io.baton.testing.TestDatabase;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;

/** The endpoint grants what the dashboard does, by the same properties, and changes only by a role. */
@Timeout(180)
class EndpointAccessTests {

    private static final String WRITES = "baton.dashboard.writes=true";
    private static final String SHOWS = "baton.dashboard.show-values=true";
    private static final String ROLE = "baton.dashboard.role=OPERATOR";

    @JobType(name = "secretive")
    record Secretive(String secret) {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        final Queue<AuditApplicationEvent> audited = new ConcurrentLinkedQueue<>();

        @EventListener
        void audited(AuditApplicationEvent event) {
            audited.add(event);
        }

        @JobHandler
        void handle(Secretive job) {}

        @Bean
        RoleByHeader roles() {
            return new RoleByHeader();
        }
    }

    private static ConfigurableApplicationContext serve(String... properties) {
        List<String> all = new ArrayList<>(List.of(
                "baton.worker.enabled=false",
                "baton.semaphores.printer=1",
                "management.endpoints.web.exposure.include=baton"));
        all.addAll(List.of(properties));
        return WebHost.serve(Application.class, TestDatabase.H2.freshAccess(), all.toArray(String[]::new));
    }

    private static JobId stored(ConfigurableApplicationContext host) {
        return host.getBean(Jobs.class)
                .enqueue(new Secretive("token-4711"), job -> job.delay(Duration.ofHours(1)))
                .id();
    }

    private static HttpResponse<String> get(ConfigurableApplicationContext host, String path, @Nullable String role) {
        return send(host, path, role, HttpRequest.newBuilder().GET());
    }

    private static HttpResponse<String> post(
            ConfigurableApplicationContext host, String path, @Nullable String role, String action) {
        String body = "{\"action\": \"" + action + "\"}";
        return send(
                host,
                path,
                role,
                HttpRequest.newBuilder()
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    private static HttpResponse<String> send(
            ConfigurableApplicationContext host, String path, @Nullable String role, HttpRequest.Builder request) {
        try {
            HttpRequest.Builder named = role == null ? request : request.header(RoleByHeader.HEADER, role);
            return HttpClient.newHttpClient()
                    .send(
                            named.uri(URI.create(WebHost.address(host) + "/actuator/baton" + path))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
        } catch (Exception e) {
            throw new IllegalStateException(path, e);
        }
    }

    private static void assertThatNothingChanges(ConfigurableApplicationContext host, @Nullable String role) {
        JobId job = stored(host);
        host.getBean(Operations.class)
                .actions(true)
                .forEach((resource, actions) -> actions.forEach(action -> {
                    HttpResponse<String> response = post(
                            host, "/" + resource + (resource.equals("jobs") ? "/" + job : "/printer"), role, action);
                    assertThat(response.statusCode())
                            .as(action + " of " + resource)
                            .isEqualTo(403);
                    assertThat(response.body()).contains("\"detail\":").contains("baton.dashboard.writes", "role");
                }));
        assertThat(host.getBean(Application.class).audited).isEmpty();
        assertThat(host.getBean(Jobs.class).find(job).orElseThrow().state()).isEqualTo(JobState.SCHEDULED);
    }

    @Test
    void where_no_role_is_set_no_caller_changes_anything() {
        try (ConfigurableApplicationContext host = serve(WRITES, SHOWS, "baton.dashboard.write-role=WRITER")) {
            assertThatNothingChanges(host, null);
            assertThatNothingChanges(host, "WRITER");
            assertThat(get(host, "", null).body()).contains("\"queues\":[]").doesNotContain("pause");
            assertThat(get(host, "/jobs/" + stored(host), null).body())
                    .contains("secretive")
                    .doesNotContain("token-4711");
        }
    }

    @Test
    void where_writes_are_off_no_role_changes_anything() {
        try (ConfigurableApplicationContext host = serve("baton.dashboard.writes=false", ROLE)) {
            JobId job = stored(host);
            host.getBean(Operations.class)
                    .actions(true)
                    .forEach((resource, actions) -> actions.forEach(
                            action -> assertThat(post(host, "/" + resource + "/" + job, "OPERATOR", action)
                                            .statusCode())
                                    .as(action + " of " + resource)
                                    .isEqualTo(403)));
            assertThat(host.getBean(Application.class).audited).isEmpty();
        }
    }

    /** Every operation that Spring Boot finds, so that a new one is covered. */
    @Test
    void without_the_role_no_operation_reads_or_changes_anything() throws Exception {
        try (ConfigurableApplicationContext host = serve(WRITES, SHOWS, ROLE)) {
            int operations = 0;
            for (Method method : BatonEndpoint.class.getMethods()) {
                if (isOperation(method)) {
                    operations++;
                    assertThat(status(method, host.getBean(BatonEndpoint.class)))
                            .as(method.toString())
                            .isEqualTo(403);
                }
            }
            assertThat(operations).isGreaterThanOrEqualTo(3);
            assertThat(host.getBean(Application.class).audited).isEmpty();
        }
    }

    private static boolean isOperation(Method method) {
        return Arrays.stream(method.getAnnotations())
                .map(Annotation::annotationType)
                .anyMatch(List.of(ReadOperation.class, WriteOperation.class, DeleteOperation.class)::contains);
    }

    private static int status(Method operation, Object endpoint) throws Exception {
        Object[] arguments = Arrays.stream(operation.getParameters())
                .map(parameter -> parameter.getType() == SecurityContext.class
                        ? SecurityContext.NONE
                        : switch (parameter.getName()) {
                            case "terms" -> new BatonEndpoint.Terms(Map.of());
                            case "kind" -> "queues";
                            case "action" -> "pause";
                            default ->
                                parameter.isAnnotationPresent(Nullable.class)
                                                || parameter.getAnnotatedType().isAnnotationPresent(Nullable.class)
                                        ? null
                                        : "prints";
                        })
                .toArray();
        return ((WebEndpointResponse<?>) operation.invoke(endpoint, arguments)).getStatus();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/queues/prints", "/semaphores/printer", "/jobs/1", "/matching/jobs", "/queues/prints?kind=jobs"
            })
    void to_change_anything_needs_both_roles(String path) {
        for (String role : List.of("OPERATOR", "WRITER")) {
            assertThat(post(Separated.HOST, path, role, "pause").statusCode())
                    .as(role)
                    .isEqualTo(403);
        }
        assertThat(post(Separated.HOST, path, "OPERATOR,WRITER", "pause").statusCode())
                .isNotEqualTo(403);
    }

    @Test
    void a_role_has_what_the_dashboard_grants_it() {
        try (ConfigurableApplicationContext host = serve(WRITES, SHOWS, ROLE)) {
            JobId job = stored(host);
            assertThat(get(host, "/jobs/" + job, null).statusCode()).isEqualTo(403);
            assertThat(get(host, "/jobs/" + job, "CLERK").body()).doesNotContain("secretive", "token-4711");
            assertThat(get(host, "/jobs/" + job, "OPERATOR").body()).contains("token-4711");
            assertThat(get(host, "", "OPERATOR").body()).contains("\"queues\":[\"pause\",\"resume\"]");
            assertThat(post(host, "/jobs/" + job, "OPERATOR", "cancel").statusCode())
                    .isEqualTo(200);
            assertThat(host.getBean(Jobs.class).find(job).orElseThrow().state()).isEqualTo(JobState.CANCELLED);
        }
    }

    /** One application with a role for changes, closed with the JVM. */
    private static final class Separated {

        private static final ConfigurableApplicationContext HOST =
                serve(WRITES, ROLE, "baton.dashboard.write-role=WRITER");
    }
}
