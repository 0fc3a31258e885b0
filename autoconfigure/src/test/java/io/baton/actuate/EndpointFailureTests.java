package io.baton.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.JobHandler;
import io.baton.JobId;
import io.baton.JobType;
import io.baton.Jobs;
import io.baton.batch.web.WebHost;
import io.baton.testing.TestDatabase;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/** Calls that the database fails are answered and logged without what the driver says: it may quote the row. */
@Timeout(180)
@ExtendWith(OutputCaptureExtension.class)
class EndpointFailureTests {

    private static final String SECRET = "token-4711";
    private static final String TOLD = "{\"detail\":\"The call failed; the log of the application says why\"}";

    @JobType(name = "secretive")
    record Secretive(String secret) {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @JobHandler
        void handle(Secretive job) {}

        @Bean
        RoleByHeader roles() {
            return new RoleByHeader();
        }
    }

    private static ConfigurableApplicationContext serve(TestDatabase kind, String... properties) {
        List<String> all = new ArrayList<>(
                List.of("baton.worker.enabled=false", "management.endpoints.web.exposure.include=baton"));
        all.addAll(List.of(properties));
        return WebHost.serve(Application.class, kind.freshAccess(), all.toArray(String[]::new));
    }

    private static HttpResponse<String> send(
            ConfigurableApplicationContext host, String path, HttpRequest.Builder request)
            throws IOException, InterruptedException {
        URI address = URI.create(WebHost.address(host) + "/actuator/baton" + path);
        return HttpClient.newHttpClient()
                .send(
                        request.uri(address)
                                .header(RoleByHeader.HEADER, "OPERATOR")
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    /** Returns a job of which no change can be written. */
    private static JobId unchangeable(ConfigurableApplicationContext host) {
        JobId id = host.getBean(Jobs.class)
                .enqueue(new Secretive(SECRET), job -> job.delay(Duration.ofHours(1)))
                .id();
        host.getBean(JdbcTemplate.class).execute("ALTER TABLE baton_job ADD CONSTRAINT never CHECK (state = 0)");
        return id;
    }

    private static void assertToldWithoutTheRow(CapturedOutput output) {
        assertThat(output)
                .contains("A call of an operator failed: org.springframework.dao.DataIntegrityViolationException")
                .doesNotContain(SECRET, "Failing row", "UPDATE baton_job", " ERROR ");
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void what_the_database_refuses_is_told_without_the_row(TestDatabase kind, CapturedOutput output) throws Exception {
        try (ConfigurableApplicationContext host =
                serve(kind, "baton.dashboard.writes=true", "baton.dashboard.role=OPERATOR")) {
            HttpResponse<String> answer = send(
                    host,
                    "/jobs/" + unchangeable(host),
                    HttpRequest.newBuilder()
                            .header("Content-Type", "application/json")
                            .POST(HttpRequest.BodyPublishers.ofString(
                                    "{\"action\": \"reschedule\", \"value\": \"0s\"}")));
            assertThat(answer.statusCode()).isEqualTo(500);
            assertThat(answer.body()).isEqualTo(TOLD);
        }
        assertToldWithoutTheRow(output);
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRES", "MARIADB"})
    void a_database_that_cannot_be_reached_is_of_the_moment(TestDatabase kind, CapturedOutput output) throws Exception {
        try (ConfigurableApplicationContext host = serve(kind)) {
            host.getBean(HikariDataSource.class).close();
            for (String path : new String[] {"/queues", "/jobs", "/jobs/1", "/workers", "/recurring/nightly"}) {
                HttpResponse<String> answer =
                        send(host, path, HttpRequest.newBuilder().GET());
                assertThat(answer.statusCode()).as(path).isEqualTo(503);
                assertThat(answer.body()).as(path).isEqualTo(TOLD);
            }
            assertThat(send(host, "", HttpRequest.newBuilder().GET()).statusCode())
                    .isEqualTo(200);
        }
        assertThat(output).contains("A call of an operator failed: ").doesNotContain(" ERROR ");
    }
}
