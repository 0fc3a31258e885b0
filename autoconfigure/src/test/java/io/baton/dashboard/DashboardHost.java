package io.baton.dashboard;

import io.baton.JobContext;
import io.baton.JobHandler;
import io.baton.JobRejectedException;
import io.baton.JobType;
import io.baton.Recurring;
import io.baton.RequiresPermit;
import io.baton.batch.web.WebHost;
import io.baton.testing.DatabaseAccess;
import io.baton.testing.TestDatabase;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.Principal;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.web.filter.ForwardedHeaderFilter;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Applications with Spring MVC that serve the dashboard, and how tests ask them. */
final class DashboardHost {

    private DashboardHost() {}

    static final JsonMapper JSON = new JsonMapper();
    static final HttpClient CLIENT = HttpClient.newHttpClient();
    static final String SCRIPT = "<script>alert(1)</script>";
    static final String PATH = "/baton/dashboard";

    @JobType(name = "bad", queue = "bads")
    record Bad(String secret) {}

    @JobType(name = "<script>alert(1)</script>", queue = "prints")
    record Print(int page) {}

    @JobType(name = "hiding")
    record Hiding() {}

    @SuppressWarnings("OverrideThrowableToString") // as applications do
    private static final class HidingException extends RuntimeException {

        @Override
        public String toString() {
            return "token4712";
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        final Queue<AuditApplicationEvent> audited = new ConcurrentLinkedQueue<>();

        @EventListener
        void audited(AuditApplicationEvent event) {
            audited.add(event);
            if (event.getAuditEvent().getPrincipal().equals("unloved")) {
                throw new IllegalStateException("The audit is away");
            }
        }

        @JobHandler
        void handle(Bad bad, JobContext job) {
            job.step("check", String.class).call(key -> "token-4711");
            throw new JobRejectedException("token-4711 is wrong");
        }

        @JobHandler
        void handle(Hiding hiding) {
            throw new HidingException();
        }

        @JobHandler
        @RequiresPermit("printer")
        void print(Print page) {}

        @Recurring(cron = "0 0 3 * * *", name = "nightly")
        @JobHandler("nightly")
        void nightly(JobContext job) {}

        @Bean
        @ConditionalOnBooleanProperty("test.forwarded")
        ForwardedHeaderFilter forwarded() {
            return new ForwardedHeaderFilter();
        }

        /** Stands for an authentication, and for clients elsewhere. */
        @Bean
        Filter disguise() {
            return (request, response, chain) -> chain.doFilter(new Disguised((HttpServletRequest) request), response);
        }
    }

    private static final class Disguised extends HttpServletRequestWrapper {

        Disguised(HttpServletRequest request) {
            super(request);
        }

        @Override
        public @Nullable Principal getUserPrincipal() {
            String user = getHeader("Test-User");
            return user == null ? null : () -> user;
        }

        @Override
        public boolean isUserInRole(String role) {
            return role.equals(getHeader("Test-Role"));
        }

        @Override
        public String getRemoteAddr() {
            String address = getHeader("Test-Address");
            return address == null ? super.getRemoteAddr() : address;
        }
    }

    record Answer(int status, HttpResponse<String> whole) {

        JsonNode body() {
            return JSON.readTree(whole.body());
        }
    }

    static ConfigurableApplicationContext serve(TestDatabase kind, String... properties) {
        return serve(kind.freshAccess(), properties);
    }

    static ConfigurableApplicationContext serve(DatabaseAccess access, String... properties) {
        List<String> all = new ArrayList<>(List.of(
                "baton.semaphores.printer=1",
                "baton.worker.name=one",
                "baton.worker.poll-interval=100ms",
                "baton.worker.dead-after=1m",
                "baton.dashboard.enabled=true"));
        all.addAll(List.of(properties));
        return WebHost.serve(Application.class, access, all.toArray(String[]::new));
    }

    static String origin(ConfigurableApplicationContext host) {
        return WebHost.address(host).toString();
    }

    static Answer send(ConfigurableApplicationContext host, String path, HttpRequest.Builder request) {
        try {
            HttpResponse<String> answer = CLIENT.send(
                    request.uri(URI.create(origin(host) + PATH + path)).build(), HttpResponse.BodyHandlers.ofString());
            return new Answer(answer.statusCode(), answer);
        } catch (Exception e) {
            throw new IllegalStateException(path, e);
        }
    }

    static Answer get(ConfigurableApplicationContext host, String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder().GET();
        return send(host, path, headers.length == 0 ? request : request.headers(headers));
    }

    static HttpRequest.Builder change(ConfigurableApplicationContext host, String body) {
        return HttpRequest.newBuilder()
                .header("Content-Type", "application/json")
                .header("X-Baton-Request", "1")
                .header("Origin", origin(host))
                .POST(HttpRequest.BodyPublishers.ofString(body));
    }

    /** One application for all that only read, closed with the JVM. */
    static final class Reading {

        static final ConfigurableApplicationContext HOST = serve(TestDatabase.H2);
    }
}
