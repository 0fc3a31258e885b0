package io.baton.batch.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.baton.Batches;
import io.baton.batch.web.DocumentedApi.Answer;
import io.baton.testing.DatabaseAccess;
import io.baton.testing.TestDatabase;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;

/** When batches are there over HTTP, and what can be set. */
class BatchWebSwitchTests {

    private static final String PATH = "/baton/batches";
    private static final String ROUTES = "batonBatchRoutes";
    private static final DatabaseAccess ACCESS = TestDatabase.H2.freshAccess();

    private final WebApplicationContextRunner web = new WebApplicationContextRunner()
            .withUserConfiguration(WebHost.Plain.class)
            .withPropertyValues(
                    WebHost.WITHOUT_HIBERNATE, "spring.flyway.enabled=false", "spring.datasource.url=" + ACCESS.url());

    @Test
    void they_are_not_unless_somebody_asks_for_them() throws Exception {
        try (ConfigurableApplicationContext host = WebHost.serve(WebHost.Plain.class, ACCESS)) {
            URI document = WebHost.address(host).resolve(PATH + "/openapi.json");
            HttpRequest request = HttpRequest.newBuilder(document).build();
            assertThat(HttpClient.newHttpClient()
                            .send(request, BodyHandlers.ofString())
                            .statusCode())
                    .isEqualTo(404);
            assertThat(host.containsBean(ROUTES)).isFalse();
        }
    }

    @Test
    void none_of_their_classes_is_needed_unless_somebody_asks_for_them() {
        web.withClassLoader(new FilteredClassLoader("io.baton.batch.web"))
                .run(host -> assertThat(host).hasNotFailed().hasSingleBean(Batches.class));
    }

    @Test
    void an_application_without_spring_mvc_does_without_them() {
        new ApplicationContextRunner()
                .withUserConfiguration(WebHost.Plain.class)
                .withPropertyValues(
                        WebHost.SWITCHED_ON,
                        WebHost.WITHOUT_HIBERNATE,
                        "spring.flyway.enabled=false",
                        "spring.datasource.url=" + ACCESS.url())
                .withClassLoader(
                        new FilteredClassLoader("org.springframework.web", "jakarta.servlet", "io.baton.batch.web"))
                .run(host -> assertThat(host).hasNotFailed().doesNotHaveBean(ROUTES));
    }

    @Test
    void an_application_that_serves_nothing_does_without_them() {
        new ApplicationContextRunner()
                .withUserConfiguration(WebHost.Plain.class)
                .withPropertyValues(
                        WebHost.SWITCHED_ON,
                        WebHost.WITHOUT_HIBERNATE,
                        "spring.flyway.enabled=false",
                        "spring.datasource.url=" + ACCESS.url())
                .run(host -> assertThat(host).hasNotFailed().doesNotHaveBean(ROUTES));
    }

    @Test
    void an_application_without_baton_does_without_them() {
        web.withPropertyValues(WebHost.SWITCHED_ON, "baton.enabled=false")
                .run(host -> assertThat(host).hasNotFailed().doesNotHaveBean(ROUTES));
    }

    @ParameterizedTest
    @ValueSource(strings = {"batches", "/", "/batches/", "/{id}", "/a//b", "/**", "/a b", ""})
    void the_path_is_a_path(String path) {
        web.withPropertyValues("baton.batches.web.path=" + path).run(host -> assertThat(host)
                .hasFailed()
                .getFailure()
                .rootCause()
                .hasMessageContaining("baton.batches.web.path"));
    }

    @Test
    void the_document_tells_how_many_items_a_call_may_add() {
        try (ConfigurableApplicationContext host = WebHost.serve(WebHost.Plain.class, ACCESS, WebHost.SWITCHED_ON)) {
            DocumentedApi api = new DocumentedApi(WebHost.address(host), "", PATH);
            String items = "/" + api.post("", "{}").body().get("id") + "/items";
            assertThat(api.document()
                            .at("/components/schemas/NewItems/properties/count/maximum")
                            .intValue())
                    .isEqualTo(10_000);
            assertThat(api.post(items, "{\"count\": 10000}").status()).isEqualTo(201);
            assertThat(api.post(items, "{\"count\": 10001}").status()).isEqualTo(400);
        }
    }

    @Test
    void a_database_that_cannot_be_reached_is_told_of_without_details() throws Exception {
        try (ConfigurableApplicationContext host =
                WebHost.serve(WebHost.Plain.class, ACCESS, WebHost.SWITCHED_ON, "baton.worker.enabled=false")) {
            DocumentedApi api = new DocumentedApi(WebHost.address(host), "", PATH);
            host.getBean(DataSource.class).unwrap(HikariDataSource.class).close();
            Answer answer = api.get("/1");
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.body().toString()).doesNotContain("Hikari").doesNotContain("Exception");
        }
    }
}
